package import FlowEngine
import FlowInterpreter
import FlowScript
import FlowTerminal
package import FlowText
import OktaSimulator

/// Reads a file of secrets.
///
/// Each line is `NAME=value`, or a comment that begins with `#`.
///
/// A value may be in double or single quotes, which preserve its spaces. Variables in a value
/// aren't expanded. A byte order mark at the beginning is skipped.
package enum SecretsFile {
  /// Warns if other users can read or change a file of secrets.
  ///
  /// The command continues.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - host: The host. The warning is printed to its errors.
  package static func warn(of path: String, _ host: Host) {
    guard let mode = FileReader.mode(path), mode & 0o066 != 0 else { return }
    let shown = "0" + String(mode, radix: 8)
    host.errors.print(
      "flow: warning: other users can read \(path) (mode \(shown)); `chmod 600 \(path)`\n")
  }

  /// Reads the secrets from the bytes of a file.
  ///
  /// - Throws: `PlainFailure` with the number of the line. The line itself is never quoted.
  package static func read(_ bytes: [UInt8]) throws(PlainFailure) -> [String: Secret] {
    guard let text = String(validUTF8: bytes) else {
      throw PlainFailure("the file isn't UTF-8", at: "line 1")
    }
    var secrets: [String: Secret] = [:]
    let scalars = text.unicodeScalars
    let begin = scalars.first == "\u{FEFF}" ? scalars.index(after: scalars.startIndex) : nil
    let lines = text[(begin ?? text.startIndex)...]
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      let bare = line.trimmed
      if bare.isEmpty || bare.hasPrefix("#") { continue }
      guard let mark = bare.firstIndex(of: "=") else {
        throw PlainFailure("a line must be `NAME=value`", at: "line \(index + 1)")
      }
      let name = String(bare[..<mark].trimmed)
      guard !name.isEmpty, !name.contains(where: \.isWhitespace) else {
        throw PlainFailure("the name before `=` must be one word", at: "line \(index + 1)")
      }
      var value = bare[bare.index(after: mark)...].trimmed
      if value.count >= 2, let quote = value.first, quote == "\"" || quote == "'",
        value.last == quote
      {
        value = value.dropFirst().dropLast()
      }
      guard secrets.updateValue(Secret(String(value)), forKey: name) == nil else {
        throw PlainFailure("`\(name)` is given twice", at: "line \(index + 1)")
      }
    }
    return secrets
  }
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  package var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
