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
      for (index, fix) in diagnostic.fixes.enumerated() {
        actions.append(replacement(fix, diagnostic, in: known, isPreferred: index == 0))
      }
    }
    return .array(actions)
  }

  private func replacement(
    _ fix: Fix, _ diagnostic: Diagnostic, in known: CheckedDocument, isPreferred: Bool
  ) -> JSON {
    let range = json(fix.place.range, known.document.lines)
    return [
      "title": .string("Write `\(fix.word)`"), "kind": "quickfix",
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
              known.document.uri, [["range": range, "newText": .string(fix.text)]])
          ]))
      ],
    ]
  }
}
