import FlowTestRunner
import FlowHTTP
import CommandSupport
import TestSupport
import Testing

@Suite("The schema of an event") struct EventSchemaTests {
  /// Validates a value by the few keywords that the schema uses.
  private func fault(_ value: JSON, _ schema: JSON, at path: String) -> String? {
    guard let keywords = schema.object else { return "\(path): no schema" }
    for keyword in keywords.members {
      switch keyword.name {
      case "$schema", "$defs", "title", "description", "required": break
      case "$ref":
        let name = keyword.value.string?.split(separator: "/").last.map(String.init) ?? ""
        guard let target = EventSchema.json["$defs"]?[name] else { return "\(path): no \(name)" }
        if let fault = fault(value, target, at: path) { return fault }
      case "oneOf":
        let fits = (keyword.value.array ?? []).count { fault(value, $0, at: path) == nil }
        if fits != 1 { return "\(path) fits \(fits)" }
      case "const": if value != keyword.value { return "\(path) is another" }
      case "enum": if keyword.value.array?.contains(value) != true { return "\(path) is none" }
      case "minimum": if (value.integer ?? 0) < (keyword.value.integer ?? 0) { return path }
      case "type": if !hasType(value, keyword.value.string ?? "") { return "\(path): type" }
      case "items":
        for (index, element) in (value.array ?? []).enumerated() {
          if let fault = fault(element, keyword.value, at: "\(path)/\(index)") { return fault }
        }
      case "properties":
        let required = (schema["required"]?.array ?? []).compactMap(\.string)
        for member in keyword.value.object?.members ?? [] {
          guard let part = value[member.name] else {
            if required.contains(member.name) { return "\(path) has no \(member.name)" }
            continue
          }
          if let fault = fault(part, member.value, at: "\(path)/\(member.name)") { return fault }
        }
        for member in value.object?.members ?? [] where keyword.value[member.name] == nil {
          return "\(path)/\(member.name) is not in the schema"
        }
      default: return "the keyword \(keyword.name) is not known here"
      }
    }
    return nil
  }

  private func hasType(_ value: JSON, _ type: String) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: type == "integer"
    case .double, .bigNumber: type == "number"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  @Test("Every written event matches the schema, including each member")
  func events() {
    var samples = SampleEvents(seed: 3)
    for _ in 0..<200 {
      let event = samples.next()
      if let fault = fault(event.json, EventSchema.json, at: "") { Issue.record("\(fault)") }
    }
    #expect(fault(["version": 1, "event": "end"], EventSchema.json, at: "") != nil)
    #expect(fault([:], EventSchema.json, at: "") != nil)
  }
}
