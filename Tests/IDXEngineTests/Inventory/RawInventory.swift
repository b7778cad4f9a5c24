import FlowHTTP

/// The list according to a plain traversal of the JSON, with each item's paths in the document.
struct RawInventory {
  /// The path of a node: names of members, and indices.
  typealias Path = [String]

  private(set) var inventory = Inventory()
  /// For each occurrence of an item, the nodes that it requires.
  private(set) var sources: [Inventory.Item: [[Path]]] = [:]

  init(of json: JSON) {
    for (path, form) in elements(json["remediation"], at: ["remediation"]) {
      add(.remediation, form["name"]?.string ?? "", [path + ["name"]])
      addFields(of: form, at: path)
    }
    addMessages(json["messages"], at: ["messages"])
    for name in ["cancel", "successWithInteractionCode", "success", "failure"] {
      if let form = json[name] { addFields(of: form, at: [name]) }
    }
    if json["cancel"]?.object != nil { add(.capability, "cancel", [["cancel"]]) }
    if let cancel = json["authenticatorChallenge"]?["value"]?["cancel"] {
      let path = ["authenticatorChallenge", "value", "cancel"]
      add(.capability, "cancel", [path])
      addFields(of: cancel, at: path)
    }
    for name in [
      "currentAuthenticator", "currentAuthenticatorEnrollment", "enrollmentAuthenticator",
      "recoveryAuthenticator",
    ] {
      if let authenticator = json[name]?["value"] {
        addAuthenticator(authenticator, at: [name, "value"])
      }
    }
    for name in ["authenticators", "authenticatorEnrollments"] {
      for (path, authenticator) in elements(json[name], at: [name]) {
        addAuthenticator(authenticator, at: path)
      }
    }
  }

  private mutating func add(_ kind: Inventory.Kind, _ text: String, _ nodes: [Path]) {
    inventory.add(kind, text)
    sources[Inventory.Item(kind, text), default: []].append(nodes)
  }

  /// The elements of a list that is wrapped in an object.
  private func elements(_ list: JSON?, at path: Path) -> [(Path, JSON)] {
    (list?["value"]?.array ?? []).enumerated().map { (path + ["value", "\($0)"], $1) }
  }

  private mutating func addAuthenticator(_ json: JSON, at path: Path) {
    if let key = (json["key"] ?? json["catalogKey"])?.string {
      add(.authenticator, key, [path + [json["key"] == nil ? "catalogKey" : "key"]])
    }
    for (index, method) in (json["methods"]?.array ?? []).enumerated() {
      let own = path + ["methods", "\(index)"]
      if let word = method.string {
        add(.method, word, [own])
      } else if let word = (method["type"] ?? method["methodType"])?.string {
        add(.method, word, [own + [method["type"] == nil ? "methodType" : "type"]])
      }
    }
    for member in json.object?.members ?? [] where member.value["href"] != nil {
      let own = path + [member.name]
      add(.capability, member.name, [own, own + ["href"]])
      addFields(of: member.value, at: own)
    }
  }

  private mutating func addMessages(_ list: JSON?, at path: Path) {
    for (own, message) in elements(list, at: path) {
      let key = message["i18n"]?["key"]?.string ?? ""
      add(
        .message, "\(key) \(message["message"]?.string ?? "")",
        [own + ["message"], own + ["i18n", "key"]])
    }
  }

  private mutating func addFields(of form: JSON, at path: Path) {
    addFields(form["value"]?.array ?? [], at: path + ["value"], in: "", [])
  }

  /// The path of a nested form's fields.
  private static func nested(_ field: JSON) -> Path? {
    [["form", "value"], ["value", "form", "value"]].first { path in
      path.reduce(field) { $0[$1] ?? .null }.array != nil
    }
  }

  private mutating func addFields(
    _ fields: [JSON], at path: Path, in prefix: String, _ outer: [Path]
  ) {
    var forms: Set<String> = []
    for (index, field) in fields.enumerated() {
      let own = path + ["\(index)"]
      let short = field["name"]?.string ?? ""
      let name = prefix.isEmpty ? short : prefix + "." + short
      let names = outer + [own + ["name"]]
      let form = Self.nested(field)
      // Forms of one name are one.
      if form == nil || forms.insert(name).inserted {
        add(.field, name, names)
        addAttributes(of: field, at: own, name, names)
      }
      addMessages(field["messages"], at: own + ["messages"])
      if let form {
        let inner = form.reduce(field) { $0[$1] ?? .null }.array ?? []
        addFields(inner, at: own + form, in: name, names)
      } else {
        addValue(of: field, .value, at: own, name, names)
      }
      addOptions(field, at: own, name, names)
    }
  }

  /// The mark after a path that includes everything below it.
  static let everything = "*"

  private mutating func addValue(
    of json: JSON, _ kind: Inventory.Kind, at own: Path, _ name: String, _ names: [Path]
  ) {
    guard let value = json["value"], value != .null else { return }
    add(kind, "\(name): \(text(of: value))", names + [own + ["value", Self.everything]])
  }

  private mutating func addAttributes(
    of field: JSON, at own: Path, _ name: String, _ names: [Path]
  ) {
    if let label = field["label"]?.string {
      add(.label, "\(name): \(label)", names + [own + ["label"]])
    }
    for (member, isThere, words) in [
      ("secret", true, "is secret"), ("required", true, "is required"),
      ("mutable", false, "is fixed"),
    ] {
      // One document has the text "true".
      let isSet = field[member] == .bool(isThere) || field[member] == .string("\(isThere)")
      if isSet { add(.flag, "\(name) \(words)", names + [own + [member]]) }
    }
  }

  private mutating func addOptions(_ field: JSON, at own: Path, _ name: String, _ names: [Path]) {
    for (index, option) in (field["options"]?.array ?? []).enumerated() {
      let place = own + ["options", "\(index)"]
      if let label = option["label"]?.string {
        add(.optionLabel, "\(name): \(label)", names + [place + ["label"]])
      }
      if let form = Self.nested(option) {
        let inner = form.reduce(option) { $0[$1] ?? .null }.array ?? []
        addFields(inner, at: place + form, in: name, names)
      } else {
        addValue(of: option, .optionValue, at: place, name, names)
      }
    }
  }
}
