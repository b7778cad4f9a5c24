import FlowHTTP

/// The parameters of a message, with checked types.
struct MessageParams {
  let json: JSON

  init(_ json: JSON) {
    self.json = json
  }

  /// The address of the document.
  var uri: String {
    get throws(ServerError) { try text(json["textDocument"]?["uri"], "textDocument.uri") }
  }

  /// The position.
  var position: TextPosition {
    get throws(ServerError) { try Self.position(json["position"], "position") }
  }

  /// The range.
  var range: (start: TextPosition, end: TextPosition) {
    get throws(ServerError) { try Self.range(json["range"]) }
  }

  /// The changes of a document.
  var changes: [OpenDocument.Change] {
    get throws(ServerError) {
      guard let elements = json["contentChanges"]?.array else {
        throw ServerError(.invalidParams, "`contentChanges` must be an array")
      }
      var changes: [OpenDocument.Change] = []
      for element in elements {
        var change = OpenDocument.Change(text: try text(element["text"], "text"))
        if let range = element["range"], range != .null { change.range = try Self.range(range) }
        changes.append(change)
      }
      return changes
    }
  }

  /// A required text.
  func text(_ value: JSON?, _ name: String) throws(ServerError) -> String {
    guard let text = value?.string else {
      throw ServerError(.invalidParams, "`\(name)` must be a string")
    }
    return text
  }

  private static func range(
    _ value: JSON?
  ) throws(ServerError) -> (start: TextPosition, end: TextPosition) {
    (try position(value?["start"], "range.start"), try position(value?["end"], "range.end"))
  }

  private static func position(_ value: JSON?, _ name: String) throws(ServerError) -> TextPosition {
    guard let line = value?["line"]?.integer, let character = value?["character"]?.integer,
      line >= 0, character >= 0
    else {
      throw ServerError(.invalidParams, "`\(name)` must have `line` and `character`, both from 0")
    }
    return TextPosition(line: line, character: character)
  }
}
