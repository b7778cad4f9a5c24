import FlowText
import FlowHTTP

/// Reads the members of a JSON object in an event, and checks their types.
///
/// Unknown members are ignored, because a newer program may have written them.
struct EventMembers {
  private let object: JSONObject
  /// The name of the object in messages, such as "a step".
  private let what: String

  /// Reads a value that must be an object.
  init(_ json: JSON, _ what: String) throws(PlainFailure) {
    guard let object = json.object else { throw PlainFailure("\(what) isn't an object") }
    self.object = object
    self.what = what
  }

  /// Returns a member; `nil` if it is missing or `null`.
  private func value(_ name: String) -> JSON? {
    guard let value = object[name], value != .null else { return Optional.none }
    return value
  }

  private func required<Value>(_ name: String, _ value: Value?) throws(PlainFailure) -> Value {
    guard let value else { throw PlainFailure("\(what) doesn't have `\(name)`") }
    return value
  }

  private func typed<Value>(
    _ name: String, _ type: String, _ read: (JSON) -> Value?
  ) throws(PlainFailure) -> Value? {
    guard let json = value(name) else { return nil }
    guard let value = read(json) else {
      throw PlainFailure("`\(name)` of \(what) isn't \(type)")
    }
    return value
  }

  /// Returns a text; `nil` if it is missing.
  func textIfAny(_ name: String) throws(PlainFailure) -> String? {
    try typed(name, "a text", \.string)
  }

  /// Returns a text.
  func text(_ name: String) throws(PlainFailure) -> String {
    try required(name, textIfAny(name))
  }

  /// Returns a whole number; `nil` if it is missing.
  func numberIfAny(_ name: String, least: Int = .min) throws(PlainFailure) -> Int? {
    try typed(name, least == .min ? "a whole number" : "a whole number from \(least)") { json in
      json.integer.flatMap { $0 >= least ? $0 : nil }
    }
  }

  /// Returns a whole number.
  func number(_ name: String, least: Int = .min) throws(PlainFailure) -> Int {
    try required(name, numberIfAny(name, least: least))
  }

  /// Returns a Boolean.
  func truth(_ name: String) throws(PlainFailure) -> Bool {
    try required(name, typed(name, "true or false", \.bool))
  }

  /// Returns a list of texts; `nil` if it is missing.
  func textsIfAny(_ name: String) throws(PlainFailure) -> [String]? {
    try typed(name, "a list of texts") { json -> [String]? in
      guard let elements = json.array else { return nil }
      let texts = elements.compactMap(\.string)
      return texts.count == elements.count ? texts : nil
    }
  }

  /// Returns a list of texts.
  func texts(_ name: String) throws(PlainFailure) -> [String] {
    try required(name, textsIfAny(name))
  }

  /// Returns a list; `nil` if it is missing.
  func listIfAny<Element>(
    _ name: String, of whatElement: String,
    _ read: (EventMembers) throws(PlainFailure) -> Element
  ) throws(PlainFailure) -> [Element]? {
    guard let elements = try typed(name, "a list", \.array) else { return nil }
    var list: [Element] = []
    list.reserveCapacity(elements.count)
    for element in elements { list.append(try read(EventMembers(element, whatElement))) }
    return list
  }

  /// Returns a list.
  func list<Element>(
    _ name: String, of whatElement: String,
    _ read: (EventMembers) throws(PlainFailure) -> Element
  ) throws(PlainFailure) -> [Element] {
    try required(name, listIfAny(name, of: whatElement, read))
  }

  /// Returns an object; `nil` if it is missing.
  func membersIfAny(_ name: String) throws(PlainFailure) -> EventMembers? {
    guard let json = value(name) else { return nil }
    return try EventMembers(json, "`\(name)` of \(what)")
  }

  /// Returns a member of any type.
  func any(_ name: String) throws(PlainFailure) -> JSON {
    try required(name, object[name])
  }
}
