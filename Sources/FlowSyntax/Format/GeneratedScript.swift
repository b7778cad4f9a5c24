import FlowText
import FlowDiagnostics

/// The text of a script that a command writes of names and values from elsewhere.
///
/// Nothing in it ends a comment or a text early, and no raw control character or mark that turns or
/// hides text is left: the script declares what the command meant, and looks like what it says.
package enum GeneratedScript {
  /// A comment on one line.
  package static func comment(_ text: String) -> String { "# " + DisplayText.line(text) }

  /// A script in the one form that scripts have, without harmful characters.
  ///
  /// - Parameter script: The script as a command has put it together.
  /// - Returns: The same script; it is only escaped, not formatted, if it has mistakes.
  package static func text(_ script: String) -> String {
    let escaped = escaped(script)
    return SourceFile(name: "generated.flow", text: escaped).formatted() ?? escaped
  }

  /// A script that says the same without harmful characters: in texts they become escapes, in
  /// comments a picture of what they are.
  package static func escaped(_ script: String) -> String {
    let isPlain = script.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A }
    guard !isPlain else { return script }
    let source = SourceFile(name: "generated.flow", text: script)
    var texts = Texts(source)
    var escaped = String.UnicodeScalarView()
    var offset = 0
    var before: Unicode.Scalar?
    let scalars = source.text(SourceRange(0, UInt32(source.bytes.count))).unicodeScalars
    for (index, scalar) in zip(scalars.indices, scalars) {
      let place = texts.place(of: offset)
      offset += UTF8.width(scalar)
      defer { before = scalar }
      guard DisplayText.isHarmful(scalar) else {
        escaped.append(scalar)
        continue
      }
      let next = scalars.index(after: index)
      let endsLine = scalar == "\r" && next < scalars.endIndex && scalars[next] == "\n"
      switch (scalar, place) {
      case ("\n", _), ("\t", .lines), ("\t", .outside): escaped.append(scalar)
      // The other half of a line's end follows, which is enough.
      case ("\r", .lines) where endsLine, ("\r", .outside) where endsLine: break
      // A byte order mark belongs to the file, not to the script.
      case ("\u{FEFF}", .outside) where before == nil: break
      case (_, .line), (_, .lines):
        escaped.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      case (_, .outside):
        escaped.append(contentsOf: DisplayText.line(String(scalar)).unicodeScalars)
      }
    }
    return String(escaped)
  }

  /// Where the texts of a source are.
  private struct Texts {
    enum Place {
      /// In a text on one line, or in one over several.
      case line, lines
      /// In no text.
      case outside
    }

    private let ranges: [(range: Range<Int>, place: Place)]
    private var next = 0

    init(_ source: SourceFile) {
      ranges = LexedSource(source).tokens.compactMap { token in
        guard token.kind == .text || token.kind == .richText else { return nil }
        let range = Int(token.start)..<Int(token.end)
        let isLong = range.count >= 6 && source.bytes[range].starts(with: [0x22, 0x22, 0x22])
        return (range, isLong ? .lines : .line)
      }
    }

    /// The place of a byte; the bytes are asked for in their order.
    mutating func place(of offset: Int) -> Place {
      while next < ranges.count, ranges[next].range.upperBound <= offset { next += 1 }
      guard next < ranges.count, ranges[next].range.contains(offset) else { return .outside }
      return ranges[next].place
    }
  }
}
