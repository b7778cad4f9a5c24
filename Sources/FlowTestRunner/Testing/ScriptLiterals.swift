import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import FlowLock

/// The literal secrets of the scripts of one test file.
///
/// They are found once, and not for each failed flow: a file with many flows may have many secrets.
final class ScriptLiterals: Sendable {
  private let found = Mutex<[String: Masker]>([:])

  /// Adds the literal secrets in the scripts whose lines diagnostics show to a masker.
  func add(shownBy diagnostics: [Diagnostic], to masker: Masker) {
    var sources: [String: SourceFile] = [:]
    for source in diagnostics.flatMap(\.sources) { sources[source.name] = source }
    for (_, source) in sources.sorted(by: { $0.key < $1.key }) {
      masker.take(literals(of: source))
    }
  }

  private func literals(of source: SourceFile) -> Masker {
    found.withLock { found in
      if let known = found[source.name] { return known }
      let masker = Masker()
      for text in source.secretLiterals { masker.add(Secret(text)) }
      found[source.name] = masker
      return masker
    }
  }
}
