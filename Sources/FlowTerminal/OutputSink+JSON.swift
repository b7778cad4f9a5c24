import FlowInterpreter
package import FlowHTTP

extension OutputSink {
  /// Writes a value as one line of JSON.
  package func writeLine(_ json: JSON) { write(json.line) }
}

extension MaskingSink {
  /// Writes a value as one line of JSON, in which secrets are masked only within texts.
  ///
  /// A number that happens to be equal to a secret stays a number, so that the JSON stays valid.
  package func writeLine(_ json: JSON) {
    compose { masked in json.mappingTexts(masked).line }
  }
}

extension JSON {
  fileprivate var line: String { String(decoding: bytes(), as: UTF8.self) + "\n" }

  /// Returns the value with each text transformed.
  fileprivate func mappingTexts(_ transform: (String) -> String) -> JSON {
    switch self {
    case .string(let text): return .string(transform(text))
    case .array(let elements): return .array(elements.map { $0.mappingTexts(transform) })
    case .object(var object):
      for index in object.members.indices {
        object.members[index].value = object.members[index].value.mappingTexts(transform)
      }
      return .object(object)
    default: return self
    }
  }
}
