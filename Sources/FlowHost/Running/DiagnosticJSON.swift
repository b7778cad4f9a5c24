package import FlowDiagnostics
package import FlowHTTP

/// Makes JSON of problems, one object each, with members in one order.
///
/// `{"id","severity","message","file","start":{"offset","line","column"},"end":{…},
/// "labels":[{"file","start","end","text"}],"notes":[…],"help"}`. Offsets are bytes from 0; lines
/// and columns count from 1, columns in Unicode scalars. What there is not is `null` or an empty
/// array.
package struct DiagnosticJSON {
  /// Hides secrets in every text.
  private let mask: (String) -> String

  private var tables = LineTables()

  /// Makes a writer.
  ///
  /// - Parameter mask: Hides secrets in a text.
  package init(mask: @escaping (String) -> String = { $0 }) {
    self.mask = mask
  }

  /// A problem as an object.
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

  private func string(_ text: String) -> JSON { .string(mask(text)) }
}
