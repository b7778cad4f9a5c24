/// Writes problems as JSON, one object each, with members in one order.
///
/// `{"id","severity","message","file","start":{"offset","line","column"},"end":{…},
/// "labels":[{"file","start","end","text"}],"notes":[…],"help"}`. Offsets are bytes from 0; lines
/// and columns count from 1, columns in Unicode scalars. What there is not is `null` or an empty
/// array.
public struct DiagnosticJSON {
  /// What every text passes through before it is written.
  public var mask: (String) -> String

  private var tables = LineTables()

  /// Makes a writer.
  ///
  /// - Parameter mask: What hides secrets.
  public init(mask: @escaping (String) -> String = { $0 }) {
    self.mask = mask
  }

  /// Writes one problem.
  ///
  /// - Parameter diagnostic: The problem.
  /// - Returns: An object on one line, without a line's end.
  public mutating func object(_ diagnostic: Diagnostic) -> String {
    var labels: [String] = []
    for label in diagnostic.labels {
      labels.append("{\(members(of: label.place)),\"text\":\(string(label.text))}")
    }
    let notes = diagnostic.notes.map(string).joined(separator: ",")
    return "{\"id\":\(string(diagnostic.id.rawValue))"
      + ",\"severity\":\(string(diagnostic.severity.rawValue))"
      + ",\"message\":\(string(diagnostic.message)),\(members(of: diagnostic.place))"
      + ",\"labels\":[\(labels.joined(separator: ","))],\"notes\":[\(notes)]"
      + ",\"help\":\(diagnostic.help.map(string) ?? "null")}"
  }

  private mutating func members(of place: Place?) -> String {
    guard let place else { return "\"file\":null,\"start\":null,\"end\":null" }
    let start = position(place.range.start, place.source)
    let end = position(place.range.end, place.source)
    return "\"file\":\(string(place.source.name)),\"start\":\(start),\"end\":\(end)"
  }

  private mutating func position(_ offset: UInt32, _ source: SourceFile) -> String {
    let position = tables.position(offset, in: source)
    return "{\"offset\":\(offset),\"line\":\(position.line),\"column\":\(position.column)}"
  }

  /// A string of JSON (RFC 8259, section 7); what a terminal might obey is escaped too.
  private func string(_ text: String) -> String {
    let text = mask(text)
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return "\"\(text)\"" }
    var written = String.UnicodeScalarView()
    written.append("\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": written.append(contentsOf: "\\\"".unicodeScalars)
      case "\\": written.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": written.append(contentsOf: "\\n".unicodeScalars)
      case "\r": written.append(contentsOf: "\\r".unicodeScalars)
      case "\t": written.append(contentsOf: "\\t".unicodeScalars)
      case _ where DisplayText.isHarmful(scalar):
        written.append(contentsOf: DiagnosticJSON.escape(scalar).unicodeScalars)
      default: written.append(scalar)
      }
    }
    written.append("\"")
    return String(written)
  }

  /// `\u` and four digits, for each of a scalar's UTF-16 units.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }
}
