package import FlowSyntax

/// The claim that a finding is about.
package struct ClaimOrigin: Sendable {
  /// The claim.
  package let claim: Claim
  /// The text of the claim.
  package let text: String
  /// The document that it comes from; `nil` if none is named.
  package let source: String?
  /// What to do if it doesn't hold; `nil` if the claim has no help.
  package let help: String?
  /// Whether an org that breaks it only gets a note.
  package let isRecommended: Bool
  /// The pack that it comes with; `nil` if it is in the org's script.
  package let pack: String?

  init(_ claim: Claim, in script: Script, pack: String?) {
    func text(_ text: Text) -> String { TextLiteral.read(text, in: script.source).plainText }
    func remark(_ remark: Claim.Remark) -> String? {
      for case .remark(_, remark, let said) in claim.lines { return text(said) }
      return nil
    }
    self.claim = claim
    self.text = text(claim.text)
    self.pack = pack
    source = remark(.source)
    help = remark(.help)
    isRecommended = claim.lines.contains { if case .recommended = $0 { true } else { false } }
  }

  /// The claim as the heading of a message; empty if the claim itself is shown.
  package var heading: String { pack.map { "\($0), \(text): " } ?? "" }
}
