package import FlowDiagnostics
package import FlowHTTP
import FlowText

/// Writes problems as JSON objects, with members in a fixed order.
///
/// The form is `{"id","severity","message","file","start":{"offset","line","column"},"end":{…},
/// "labels":[{"file","start","end","text"}],"notes":[…],"help"}`.
/// Offsets count bytes from 0. Lines and columns count from 1, and columns count Unicode scalars.
/// Missing values are `null` or an empty array.
package struct DiagnosticJSON {
  /// Returns a text with its secrets masked.
  private let mask: (String) -> String

  private var tables: LineTables

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - mask: Returns a text with its secrets masked.
  ///   - lines: The tables of line starts that are known.
  package init(
    mask: @escaping (String) -> String = { $0 }, lines: LineTables = LineTables()
  ) {
    self.mask = mask
    tables = lines
  }

  /// Returns a problem as a JSON object.
  package mutating func object(_ diagnostic: Diagnostic) -> JSON {
    var members: [JSONObject.Member] = [
      .init("id", string(diagnostic.kind.id)),
      .init("severity", string(diagnostic.severity.rawValue)),
      .init("message", string(diagnostic.message)),
    ]
    members += self.members(of: diagnostic.place)
    var labels: [JSON] = []
    for label in diagnostic.labels {
      let place = self.members(of: label.place)
      labels.append(.object(JSONObject(members: place + [.init("text", string(label.text))])))
    }
    members += [
      .init("labels", .array(labels)), .init("notes", .array(diagnostic.notes.map(string))),
      .init("help", diagnostic.help.map(string) ?? .null),
    ]
    return .object(JSONObject(members: members))
  }

  private mutating func members(of place: Place?) -> [JSONObject.Member] {
    guard let place else {
      return [.init("file", .null), .init("start", .null), .init("end", .null)]
    }
    return [
      .init("file", string(place.source.name)),
      .init("start", position(place.range.start, place.source)),
      .init("end", position(place.range.end, place.source)),
    ]
  }

  private mutating func position(_ offset: UInt32, _ source: SourceFile) -> JSON {
    let position = tables.position(offset, in: source)
    return [
      "offset": .integer(Int(offset)), "line": .integer(position.line),
      "column": .integer(position.column),
    ]
  }

  private func string(_ text: String) -> JSON { .string(ShortText.of(mask(text))) }
}
