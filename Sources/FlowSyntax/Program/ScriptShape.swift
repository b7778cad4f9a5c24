import FlowText
package import FlowDiagnostics

/// Decides whether an imported file is a script at all.
///
/// A problem shows its source line. An import of `secrets.env` must not show the lines of that
/// file. So a file that isn't a script is refused before any of its problems is reported.
package enum ScriptShape {
  /// The words that begin a statement at the top of a file.
  private static let beginnings: [Keyword] = [
    .against, .always, .claim, .engine, .expect, .flow, .import, .known, .let, .meanwhile, .never,
    .on, .org, .otherwise, .profile, .start, .use,
  ]

  /// Whether a file is a script, with or without mistakes.
  ///
  /// A file without errors is a script if it isn't empty or is named `*.flow`. A file with errors
  /// must be named `*.flow`. Its first line of code must also begin with a statement's first word,
  /// or a likely typo of it.
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
    // `NAME = value` and `name: value` are lines of other formats.
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
