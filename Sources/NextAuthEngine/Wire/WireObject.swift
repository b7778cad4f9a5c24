import FlowText
import FlowHTTP

/// A JSON object, read strictly: a member with a wrong type is a fault.
///
/// A fault names the member and the expected type, but never the value. Unused members are ignored,
/// and a member with the value `null` counts as absent.
struct WireObject {
  private let object: JSONObject
  private let path: String

  init(_ json: JSON, _ path: String) throws(PlainFailure) {
    guard let object = json.object else {
      throw PlainFailure("\(path) must be an object")
    }
    self.object = object
    self.path = path
  }

  private func fault(_ name: String, _ wanted: String) -> PlainFailure {
    PlainFailure("\(path).\(name) must be \(wanted)")
  }

  private func member(_ name: String) -> JSON? {
    object[name].flatMap { $0 == .null ? nil : $0 }
  }

  /// Returns a required member's value, or throws if it is missing.
  private func needed<Value>(_ name: String, _ value: Value?) throws(PlainFailure) -> Value {
    guard let value else { throw PlainFailure("\(path).\(name) is missing") }
    return value
  }

  // MARK: Texts

  func optionalText(_ name: String) throws(PlainFailure) -> String? {
    guard let member = member(name) else { return nil }
    guard let text = member.string, text.utf8.count <= WireLimits.textBytes else {
      throw fault(name, "a text of at most \(WireLimits.textBytes) bytes")
    }
    return text
  }

  func text(_ name: String) throws(PlainFailure) -> String {
    try needed(name, optionalText(name))
  }

  /// The text of a required member, which must not be empty.
  func name(_ name: String) throws(PlainFailure) -> String {
    let text = try text(name)
    guard !text.isEmpty else { throw fault(name, "a text that isn't empty") }
    return text
  }

  func optionalWord<Word: RawRepresentable<String>>(
    _ name: String, _ type: Word.Type
  ) throws(PlainFailure) -> Word? {
    guard let text = try optionalText(name) else { return nil }
    guard let word = Word(rawValue: text) else { throw fault(name, "a known word") }
    return word
  }

  func word<Word: RawRepresentable<String>>(
    _ name: String, _ type: Word.Type
  ) throws(PlainFailure) -> Word {
    try needed(name, optionalWord(name, type))
  }

  func bytes(_ name: String) throws(PlainFailure) -> [UInt8]? {
    guard let member = member(name) else { return nil }
    guard let text = member.string, text.utf8.count <= WireLimits.payloadBytes * 2,
      let bytes = Base64URL.decode(text)
    else { throw fault(name, "base64url") }
    return bytes
  }

  /// The text of a payload, which may be longer than a text for the user.
  func payload(_ name: String) throws(PlainFailure) -> String? {
    guard let member = member(name) else { return nil }
    guard let text = member.string, text.utf8.count <= WireLimits.payloadBytes * 2 else {
      throw fault(name, "a text of at most \(WireLimits.payloadBytes * 2) bytes")
    }
    return text
  }

  // MARK: Numbers and Booleans

  func bool(_ name: String) throws(PlainFailure) -> Bool? {
    guard let member = member(name) else { return nil }
    guard let truth = member.bool else { throw fault(name, "true or false") }
    return truth
  }

  func count(_ name: String) throws(PlainFailure) -> Int? {
    guard let member = member(name) else { return nil }
    guard let number = member.integer, (0...Int(Int32.max)).contains(number) else {
      throw fault(name, "a whole number, not negative")
    }
    return number
  }

  func seconds(_ name: String) throws(PlainFailure) -> Duration? {
    guard let member = member(name) else { return nil }
    switch member {
    case .integer(let number) where number >= 0 && Double(number) <= WireLimits.seconds:
      return .seconds(number)
    case .double(let number) where number >= 0 && number <= WireLimits.seconds:
      return .seconds(number)
    default: throw fault(name, "a number of seconds")
    }
  }

  // MARK: Parts

  func optionalObject(_ name: String) throws(PlainFailure) -> WireObject? {
    guard let member = member(name) else { return nil }
    return try WireObject(member, "\(path).\(name)")
  }

  func elements(_ name: String) throws(PlainFailure) -> [JSON]? {
    guard let member = member(name) else { return nil }
    guard let elements = member.array, elements.count <= WireLimits.elements else {
      throw fault(name, "a list of at most \(WireLimits.elements)")
    }
    return elements
  }

  func objects(_ name: String) throws(PlainFailure) -> [WireObject]? {
    guard let elements = try elements(name) else { return nil }
    var objects: [WireObject] = []
    for (index, element) in elements.enumerated() {
      objects.append(try WireObject(element, "\(path).\(name)[\(index)]"))
    }
    return objects
  }

  /// Whether a member is a text; some members may be a text or an object.
  func isText(_ name: String) -> Bool { member(name)?.string != nil }
}
