import FlowText
package import FlowDiagnostics

/// Decides whether a file is a script.
///
/// A problem shows its source line, so importing `secrets.env` must not report problems in that
/// file. A file that isn't a script is refused before any of its problems is reported.
package enum ScriptShape {
  /// The words that can begin a statement or a declaration at the top level of a file.
  private static let beginnings: [Keyword] = [
    .against, .always, .claim, .engine, .expect, .flow, .import, .known, .let, .meanwhile, .never,
    .on, .org, .otherwise, .profile, .start, .use,
  ]

  /// Whether a file is a script, with or without errors.
  ///
  /// If it has no errors, it must have statements or be named `*.flow`. If it has errors, it must
  /// be named `*.flow`. Its first line of code must also begin with a word that begins a statement,
  /// or with a typo of one.
  ///
  /// - Parameters:
  ///   - script: The parsed file.
  ///   - problems: The problems that the parser has found.
  /// - Returns: Whether the problems and their source lines may be shown.
  package static func isScript(_ script: Script, _ problems: [Diagnostic]) -> Bool {
    let isNamedSo = script.source.name.hasSuffix(".flow")
    guard problems.contains(where: { $0.severity == .error }) else {
      return isNamedSo || !script.items.isEmpty
    }
    return isNamedSo && beginsAsScript(script.source)
  }

  private static func beginsAsScript(_ source: SourceFile) -> Bool {
    let text = source.bytes[Int(source.start)...]
    guard !text.contains(0) else { return false }
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let line = line.drop(while: isBlank)
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      return isBeginning(line)
    }
    return false
  }

  private static func isBeginning(_ line: ArraySlice<UInt8>) -> Bool {
    let word = line.prefix { isLetter($0) }
    let rest = line[word.endIndex...]
    let next = rest.drop(while: isBlank).first
    // Lines such as `NAME = value` and `name: value` are from other formats.
    guard !word.isEmpty, word.count <= KeywordTable.lengthMax + 1, let next,
      next != UInt8(ascii: "="), next != UInt8(ascii: ":"),
      rest.first.map(isBlank) == true || next == UInt8(ascii: "{") || next == UInt8(ascii: "\"")
    else { return false }
    let text = String(decoding: word, as: UTF8.self)
    return beginnings.contains { keyword in
      keyword.spelling == text || Suggestion.isSlip(text, of: keyword.spelling)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (97...122).contains(byte | 32) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || (48...57).contains(byte)
  }
}
