import FlowText
import FlowDiagnostics

/// Makes the text of a script that a command generates from names and values of other sources.
///
/// No value can end a comment or a text early. The script contains no control characters and no
/// characters that reorder or hide text. So it declares what the command intended, and looks like
/// what it declares.
package enum GeneratedScript {
  /// Returns a text as a comment on one line.
  package static func comment(_ text: String) -> String { "# " + DisplayText.line(text) }

  /// Returns a formatted script without harmful characters.
  ///
  /// - Parameter script: The script as a command has assembled it.
  /// - Returns: The same script. If it has errors, it is only escaped and not formatted.
  package static func text(_ script: String) -> String {
    let escaped = escaped(script)
    return SourceFile(name: "generated.flow", text: escaped).formatted() ?? escaped
  }

  /// Returns an equivalent script without harmful characters.
  ///
  /// In texts, such characters are replaced with escapes, and elsewhere with visible symbols.
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
      // The line feed that follows is enough for this line break.
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

  /// Finds out whether a byte is inside a text of the script.
  private struct Texts {
    enum Place {
      /// In a text on one line, or in a text of several lines.
      case line, lines
      /// Outside of all texts.
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

    /// Returns the location of a byte.
    ///
    /// The offsets must be passed in ascending order.
    mutating func place(of offset: Int) -> Place {
      while next < ranges.count, ranges[next].range.upperBound <= offset { next += 1 }
      guard next < ranges.count, ranges[next].range.contains(offset) else { return .outside }
      return ranges[next].place
    }
  }
}
