import FlowHTTP

/// The contents of a form's JSON, read without the model: the other side of every comparison.
enum RawForm {
  /// The children of a field: under `form`, or `form` inside `value`.
  static func children(_ field: JSON) -> [JSON]? {
    (field["form"]?["value"] ?? field["value"]?["form"]?["value"])?.array
  }

  static func name(_ field: JSON, in prefix: String) -> String {
    let own = field["name"]?.string ?? ""
    return prefix.isEmpty ? own : prefix + "." + own
  }

  /// Whether the value must be returned unchanged.
  static func isFixed(_ field: JSON) -> Bool {
    guard let value = field["value"], value != .null, children(field) == nil else { return false }
    return field["mutable"] == false || field["name"] == "stateHandle"
  }

  /// The options that are forms.
  static func formOptions(_ field: JSON) -> [JSON] {
    (field["options"]?.array ?? []).filter { children($0) != nil }
  }

  /// The values of the options that aren't.
  static func values(_ field: JSON) -> [JSON] {
    (field["options"]?.array ?? []).flatMap { option -> [JSON] in
      guard let value = option["value"], value != .null else { return [] }
      guard case .object = value else { return [value] }
      return (value["value"]?["options"]?.array ?? []).compactMap { $0["value"] }
    }
  }

  /// The first field, depth first, whose options are forms.
  static func choiceField(_ fields: [JSON], prefix: String = "") -> (name: String, field: JSON)? {
    for field in fields {
      let name = name(field, in: prefix)
      if !formOptions(field).isEmpty { return (name, field) }
      if let inner = children(field), let found = choiceField(inner, prefix: name) { return found }
    }
    return nil
  }

  /// The full names of the leaves that a script can answer outside the choices.
  static func leaves(_ fields: [JSON], prefix: String = "") -> [String] {
    let choice = prefix.isEmpty ? choiceField(fields)?.name : nil
    return fields.flatMap { field -> [String] in
      let name = name(field, in: prefix)
      if name == choice { return [] }
      if !formOptions(field).isEmpty { return prefix.isEmpty || choice != nil ? [name] : [] }
      if let inner = children(field) { return leaves(inner, prefix: name) }
      switch field["value"] {
      case .object, .array: return []
      default: return isFixed(field) || field["name"] == nil ? [] : [name]
      }
    }
  }

  /// The answers that a body is built from.
  struct Pick {
    var choice: Int?
    var method: Int?
    var answers: [String: JSON] = [:]
  }

  /// The body of a form, by the published algorithm and only from the JSON.
  static func body(_ fields: [JSON], _ pick: Pick) -> [String: JSON] {
    let choice = choiceField(fields)
    var result: [String: JSON] = [:]
    add(fields, prefix: "", pick, choice?.name, isChosen: choice == nil, to: &result)
    return result
  }

  private static func add(
    _ fields: [JSON], prefix: String, _ pick: Pick, _ choice: String?, isChosen: Bool,
    to result: inout [String: JSON]
  ) {
    for field in fields {
      guard let own = field["name"]?.string else { continue }
      let name = name(field, in: prefix)
      var value: JSON?
      if isFixed(field) {
        value = field["value"]
      } else if name == choice {
        guard let index = pick.choice else { continue }
        var inner: [String: JSON] = [:]
        add(
          children(formOptions(field)[index]) ?? [], prefix: name, pick, nil, isChosen: true,
          to: &inner)
        value = .object(sorted(inner))
      } else if let nested = children(field) {
        var inner: [String: JSON] = [:]
        add(nested, prefix: name, pick, choice, isChosen: isChosen, to: &inner)
        value = inner.isEmpty && field["required"] != true ? nil : .object(sorted(inner))
      } else if own == "methodType" || own == "channel", isChosen, !prefix.isEmpty,
        let method = pick.method, field["options"] != nil
      {
        value = values(field)[method]
      } else {
        value = pick.answers[name] ?? field["value"]
      }
      if case .object(let new) = value, case .object(let old) = result[own] {
        value = .object(JSONObject(members: old.members + new.members))
      }
      if let value, value != .null { result[own] = value }
    }
  }

  private static func sorted(_ members: [String: JSON]) -> JSONObject {
    JSONObject(members: members.map { JSONObject.Member($0.key, $0.value) })
  }

  /// An object with sorted members, for comparison.
  static func ordered(_ json: JSON) -> JSON {
    switch json {
    case .object(let object):
      .object(
        JSONObject(
          members: object.members.map { JSONObject.Member($0.name, ordered($0.value)) }
            .sorted { $0.name < $1.name }))
    case .array(let elements): .array(elements.map { ordered($0) })
    default: json
    }
  }

  static func ordered(_ members: [String: JSON]) -> JSON { ordered(.object(sorted(members))) }
}
