// Requests carry passwords, codes and handles, answers carry tokens: what is printed of them by
// mistake, in a debugger or in a dump, is names and sizes. The values are had by the members alone.

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method, where it goes without its query, and what it carries by name.
  public var description: String {
    let query = url.query == nil ? "" : "?…"
    return "\(method.rawValue) \(url.origin)\(url.path)\(query), \(headers), \(body)"
  }
  /// The same.
  public var debugDescription: String { description }
  /// The same: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status, and what it carries by name.
  public var description: String { "HTTP \(status), \(headers), \(body)" }
  /// The same.
  public var debugDescription: String { description }
  /// The same: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The fields' names.
  public var description: String {
    fields.isEmpty ? "no headers" : "headers " + fields.map(\.name).joined(separator: ", ")
  }
  /// The fields' names.
  public var debugDescription: String { description }
  /// The fields' names: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The name.
  public var description: String { name }
  /// The name.
  public var debugDescription: String { name }
  /// The name: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind, with names or a size.
  public var description: String {
    switch self {
    case .none: "no body"
    case .json(let json): "JSON, \(json)"
    case .form(let pairs): "a form of " + pairs.map(\.name).joined(separator: ", ")
    case .bytes(let bytes): "\(bytes.count) bytes"
    }
  }
  /// The same.
  public var debugDescription: String { description }
  /// The same: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}

extension FormPair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name.
  public var description: String { name }
  /// The name.
  public var debugDescription: String { name }
  /// The name: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
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
