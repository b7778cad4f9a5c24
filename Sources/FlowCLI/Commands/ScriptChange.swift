import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import FlowTerminal
import FlowText

/// A change that a command would make to a script.
///
/// The printed change has the script's literal secrets masked.
struct ScriptChange {
  /// The path of the script.
  var file: String
  /// The current bytes of the file.
  var old: [UInt8]
  /// The new bytes of the file.
  var new: [UInt8]

  /// Prints the change as a unified diff.
  func write(to sink: any TextSink, _ style: Style) {
    let masker = Masker()
    for bytes in [old, new] {
      for secret in SourceFile(name: file, bytes: bytes).secretLiterals {
        masker.add(Secret(secret))
      }
    }
    let diff = TextDiff(
      from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self))
    sink.write(masker.masked(diff.unified(file, style, isTerminal: sink.isTerminal).text))
  }
}
