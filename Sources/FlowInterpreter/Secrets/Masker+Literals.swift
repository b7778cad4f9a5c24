public import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension Masker {
  /// Learns the secrets that are written in the scripts whose lines problems show.
  public func addLiterals(shownBy diagnostics: [Diagnostic]) {
    let sources = Set(diagnostics.flatMap(\.sources))
    for text in sources.flatMap(\.secretLiterals) { add(Secret(text)) }
  }
}
