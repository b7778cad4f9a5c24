/// A JSON value (RFC 8259).
///
/// An integer that fits into `Int` is exact; other numbers are doubles. If a double can't represent
/// a number either, such as `1e400` or an integer of thirty digits, the value keeps its text. So
/// reading and writing loses nothing.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case bigNumber(String)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  /// Returns the value as text on several lines, so that a comparison shows the lines that differ.
  ///
  /// Each level is indented by two spaces. A short list or object of only scalars stays on one
  /// line.
  ///
  /// - Returns: The text, without a line end.
  package func indented() -> String {
    var text = ""
    write(to: &text, margin: "")
    return text
  }

  /// The maximum length of a list or object on one line, in bytes.
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

  /// The value's elements or members with their brackets; `nil` for a scalar or an empty value.
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
  /// Returns a whole number, such as a time in seconds, as a JSON number.
  ///
  /// The value is an integer. If `Int` has 32 bits and the number needs more, the value is a
  /// double.
  ///
  /// - Parameter number: The number.
  /// - Returns: The JSON value.
  public static func whole(_ number: Int64) -> JSON {
    Int(exactly: number).map(JSON.integer) ?? .double(Double(number))
  }
}

/// The members of a JSON object, in the order of the text.
///
/// Looking up a name is a linear search, because the objects of sign-in servers have fewer than
/// twenty members. Readers refuse repeated names by default. If the limits allow them, the object
/// has all members, and a look-up finds the last one, as in most readers.
public struct JSONObject: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One name and its value.
  public struct Member: Sendable, Hashable {
    /// The member's name, unescaped.
    public var name: String
    /// The member's value.
    public var value: JSON

    /// Creates a member.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// All members, including repeated names.
  public var members: [Member]

  /// Creates an object from members, in their order.
  public init(members: [Member] = []) {
    self.members = members
  }

  /// Creates an object from a literal, in its order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    members = elements.map { Member($0.0, $0.1) }
  }

  /// The value of the last member with a name; `nil` if there is none.
  ///
  /// Setting `nil` removes the member; setting a new name appends a member.
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

  /// The index of the last member with a name.
  ///
  /// Lengths are compared first, because most names differ in length.
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
  /// The text of a string; `nil` for other values.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a Boolean; `nil` for other values.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The value of an integer; `nil` for other values.
  public var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The elements of an array; `nil` for other values.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object; `nil` for other values.
  public var object: JSONObject? {
    if case .object(let members) = self { members } else { nil }
  }

  /// A member of an object; `nil` if this isn't an object or doesn't have the member.
  public subscript(name: String) -> JSON? {
    if case .object(let object) = self { object[name] } else { nil }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Creates an object whose members keep the literal's order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(members: elements.map { JSONObject.Member($0.0, $0.1) }))
  }
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSON: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of value, with the names of its members.
  ///
  /// `bytes()` returns the value itself.
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
  /// The same as `description`.
  public var debugDescription: String { description }
  /// A mirror with the same text, so that a dump shows no value.
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
  /// A mirror with only the members' names, so that a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}

extension JSONObject.Member: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The name.
  public var description: String { name }
  /// The name.
  public var debugDescription: String { name }
  /// A mirror with only the name, so that a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
