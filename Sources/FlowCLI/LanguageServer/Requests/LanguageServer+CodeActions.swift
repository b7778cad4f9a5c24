import FlowScript
import FlowSyntax
import FlowWire

/// What mends a problem.
extension LanguageServer {
  mutating func codeActions(_ params: MessageParams) throws(ServerError) -> JSON {
    let known = try document(params)
    let asked = try params.range
    let start = known.document.lines.offset(asked.start)
    let end = known.document.lines.offset(asked.end)
    if let only = params.json["context"]?["only"]?.array?.compactMap(\.string) {
      guard only.contains("quickfix") || only.contains("") else { return [] }
    }
    var actions: [JSON] = []
    for diagnostic in known.script.diagnostics {
      guard let place = diagnostic.place, place.source === known.document.source,
        Int(place.range.start) <= end, start <= Int(place.range.end)
      else { continue }
      for (index, word) in diagnostic.problem.nearestWords.enumerated() {
        actions.append(
          replacement(place, by: word, diagnostic, in: known, isPreferred: index == 0))
      }
    }
    return .array(actions)
  }

  private func replacement(
    _ place: Place, by word: String, _ diagnostic: Diagnostic, in known: CheckedDocument,
    isPreferred: Bool
  ) -> JSON {
    // What stands in quotes stays in them.
    let isQuoted = place.source.bytes[Int(place.range.start)] == UInt8(ascii: "\"")
    let text = isQuoted ? "\"\(word)\"" : word
    let range = json(place.range, known.document.lines)
    return [
      "title": .string("Write `\(word)`"), "kind": "quickfix",
      "isPreferred": .bool(isPreferred),
      "diagnostics": [
        [
          "range": range, "severity": diagnostic.severity == .error ? 1 : 2,
          "code": .string(diagnostic.id.rawValue), "source": "flow",
          "message": .string(known.masker.masked(diagnostic.message)),
        ]
      ],
      "edit": [
        "changes": .object(
          JSONObject(members: [
            JSONObject.Member(
              known.document.uri, [["range": range, "newText": .string(text)]])
          ]))
      ],
    ]
  }
}
