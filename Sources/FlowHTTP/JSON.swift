/// A JSON value (RFC 8259).
///
/// Integers that fit are kept exact; other numbers are doubles; a number that neither holds (such
/// as `1e400` or an integer of thirty digits) keeps its own text, so that reading and writing loses
/// nothing.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case bigNumber(String)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  /// Writes the value over several lines, two spaces a level, so that a difference is one of lines.
  ///
  /// A list or an object of nothing but scalars stays on its line where it is short.
  ///
  /// - Returns: the text, without a line end.
  package func indented() -> String {
    var text = ""
    write(to: &text, margin: "")
    return text
  }

  /// The longest list or object on one line, in bytes.
  private static let lineMax = 76

  private func write(to text: inout String, margin: String) {
    guard let parts else {
      text += compact
      return
    }
    if parts.isFlat {
      let line = compact
      if line.utf8.count <= JSON.lineMax {
        text += line
        return
      }
    }
    let inner = margin + "  "
    text += parts.open
    for (index, part) in parts.values.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + inner
      if let name = part.name { text += JSON.string(name).compact + ": " }
      part.value.write(to: &text, margin: inner)
    }
    text += "\n" + margin + parts.close
  }

  private typealias Parts = (
    open: String, close: String, isFlat: Bool, values: [(name: String?, value: JSON)]
  )

  /// What the value holds, where that is anything.
  private var parts: Parts? {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      ("[", "]", elements.allSatisfy(\.isScalar), elements.map { (nil, $0) })
    case .object(let object) where !object.members.isEmpty:
      (
        "{", "}", object.members.allSatisfy(\.value.isScalar),
        object.members.map { ($0.name, $0.value) }
      )
    default: nil
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private var compact: String { String(decoding: bytes(), as: UTF8.self) }
}

extension JSON {
  /// A whole number such as a time in seconds: an integer, or a double if this machine's integers have
  /// 32 bits and the number needs more.
  ///
  /// - Parameter number: The number.
  /// - Returns: Its value as JSON.
  public static func whole(_ number: Int64) -> JSON {
    Int(exactly: number).map(JSON.integer) ?? .double(Double(number))
  }
}

/// The members of a JSON object, in the order in which they were written.
///
/// Look-up is a linear search: the objects that sign-in servers send have fewer than twenty
/// members. Readers refuse a repeated name unless they are asked not to; then the last one counts, as
/// in most readers, and all are kept.
public struct JSONObject: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One name and its value.
  public struct Member: Sendable, Hashable {
    /// The member's name, unescaped.
    public var name: String
    /// The member's value.
    public var value: JSON

    /// Makes a member.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// All members, repeated names included.
  public var members: [Member]

  /// Makes an object of members, kept in their order.
  public init(members: [Member] = []) {
    self.members = members
  }

  /// Makes an object of a literal, kept in its order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    members = elements.map { Member($0.0, $0.1) }
  }

  /// The value of a member; setting `nil` removes it, setting a new name appends it.
  public subscript(name: String) -> JSON? {
    get {
      lastIndex(of: name).map { members[$0].value }
    }
    set {
      guard let newValue else {
        members.removeAll { $0.name == name }
        return
      }
      if let index = lastIndex(of: name) {
        members[index].value = newValue
      } else {
        members.append(Member(name, newValue))
      }
    }
  }

  /// Lengths are compared first: most names differ in theirs.
  private func lastIndex(of name: String) -> Int? {
    let length = name.utf8.count
    var index = members.count
    while index > 0 {
      index -= 1
      if members[index].name.utf8.count == length, members[index].name == name { return index }
    }
    return nil
  }
}

extension JSON {
  /// The text of a string, else `nil`.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a boolean, else `nil`.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The value of an integer, else `nil`.
  public var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The elements of an array, else `nil`.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object, else `nil`.
  public var object: JSONObject? {
    if case .object(let members) = self { members } else { nil }
  }

  /// A member of an object, `nil` where this is no object or has no such member.
  public subscript(name: String) -> JSON? {
    if case .object(let object) = self { object[name] } else { nil }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Makes an object whose members keep the literal's order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(members: elements.map { JSONObject.Member($0.0, $0.1) }))
  }
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSON: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What it is, with the names of its members; `bytes()` writes the value itself.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .double, .bigNumber: "a number"
    case .string: "a text"
    case .array(let elements): "a list of \(elements.count)"
    case .object(let object): "\(object)"
    }
  }
  /// The same.
  public var debugDescription: String { description }
  /// The same: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["json": description]) }
}

extension JSONObject: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The members' names.
  public var description: String {
    members.isEmpty
      ? "an empty object" : "an object of " + members.map(\.name).joined(separator: ", ")
  }
  /// The members' names.
  public var debugDescription: String { description }
  /// The members' names: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}

extension JSONObject.Member: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The name.
  public var description: String { name }
  /// The name.
  public var debugDescription: String { name }
  /// The name: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
