import FlowDiagnostics
import FlowScript
import FlowSimulation
import FlowSyntax

/// The words that may stand in an org: what its engine's schema would have had in place of a word
/// that nothing knows.
extension LanguageServer {
  /// A word of no schema.
  private static let probe = "no-such-word"

  /// The words that may stand in an org where one is being written.
  func settingWords(_ source: SourceFile, _ typed: Range<Int>) -> [String] {
    var bytes = source.bytes
    bytes.replaceSubrange(typed, with: Self.probe.utf8)
    let script = Script.parse(SourceFile(name: source.name, bytes: bytes)).script
    for case .org(let org) in script.items where org.range.holds(typed.lowerBound) {
      let words = engines.settingWords(
        of: Program.Located(script, org), insteadOfTheOneAt: UInt32(typed.lowerBound))
      // A name with other signs in it is written as a text.
      return words.map { Self.isWord($0) ? $0 : "\"\($0)\"" }
    }
    return []
  }

  private static func isWord(_ text: String) -> Bool {
    let tokens = LexedSource(SourceFile(name: "", text: text)).tokens
    return tokens.first?.kind == .word && Int(tokens.first?.end ?? 0) == text.utf8.count
  }
}
