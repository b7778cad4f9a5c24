package import FlowEngine
import FlowInterpreter
import FlowScript
import FlowTerminal
import FlowText
import OktaSimulator

/// A file of secrets: a line `NAME=value` each, `#` begins a comment line.
///
/// A value may stand in quotes, double or single, which keep its spaces; nothing in it is ever
/// expanded. A byte order mark is passed over: some editors put one there.
package enum SecretsFile {
  /// What is wrong with a line; the line itself is never quoted.
  package struct Fault: Error, Hashable {
    /// The line, from 1.
    package var line: Int
    /// One sentence in lower case.
    package var message: String
  }

  /// Reports a file that other users can read or change; the command goes on.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - host: Where the warning is written.
  package static func warn(of path: String, _ host: Host) {
    guard let mode = FileReader.mode(path), mode & 0o066 != 0 else { return }
    let shown = "0" + String(mode, radix: 8)
    host.errors.print(
      "flow: warning: other users can read \(path) (mode \(shown)); `chmod 600 \(path)`\n")
  }

  /// Reads a file's bytes.
  package static func read(_ bytes: [UInt8]) throws(Fault) -> [String: Secret] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(line: 1, message: "the file is not UTF-8")
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
        throw Fault(line: index + 1, message: "a line must be `NAME=value`")
      }
      let name = String(bare[..<mark].trimmed)
      guard !name.isEmpty, !name.contains(where: \.isWhitespace) else {
        throw Fault(line: index + 1, message: "the name before `=` must be one word")
      }
      var value = bare[bare.index(after: mark)...].trimmed
      if value.count >= 2, let quote = value.first, quote == "\"" || quote == "'",
        value.last == quote
      {
        value = value.dropFirst().dropLast()
      }
      guard secrets.updateValue(Secret(String(value)), forKey: name) == nil else {
        throw Fault(line: index + 1, message: "`\(name)` is given twice")
      }
    }
    return secrets
  }
}

extension Substring {
  /// The text without spaces and tabs at either end.
  package var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
