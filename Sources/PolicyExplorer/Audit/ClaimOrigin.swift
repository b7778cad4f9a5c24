package import FlowSyntax

/// A claim, with the texts that a report shows.
package struct ClaimOrigin: Sendable {
  /// The claim.
  package let claim: Claim
  /// The text that names the claim.
  package let text: String
  /// The document that the claim comes from; `nil` if the claim names none.
  package let source: String?
  /// The help if the claim doesn't hold; `nil` if the claim has no help.
  package let help: String?
  /// Whether an org that breaks the claim gets only a note.
  package let isRecommended: Bool
  /// The name of the pack that contains the claim; `nil` if the claim is in the org's script.
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

  /// The beginning of a message about the claim; empty if the message shows the claim itself.
  package var heading: String { pack.map { "\($0), \(text): " } ?? "" }
}
