import OktaSimulator
import FlowHTTP

/// What a program asks, read and checked as far as every route needs it.
struct DrivingCall: Sendable {
  let control: OrgControl
  /// The org at the address that was asked for.
  let org: Org
  /// Whether programs must know a key.
  let needsKey: Bool
  /// What stands in the path for the parts in braces.
  let parameters: [String]
  let query: [FormPair]
  let body: JSONObject

  /// The first text that the path has for a part in braces.
  var parameter: String { parameters.first ?? "" }

  /// A parameter of the query.
  func query(_ name: String) -> String? { query.last { $0.name == name }?.value }

  /// A number of the query.
  func number(_ name: String, usual: Int) throws(HTTPRefusal) -> Int {
    guard let text = query(name) else { return usual }
    guard let number = Int(text), number >= 0 else {
      throw .bad("`\(name)` takes a whole number, not `\(text.prefix(100))`")
    }
    return number
  }

  /// A text of the body, or `nil` if the body doesn't have it or has `null`.
  ///
  /// A number counts as its digits.
  func text(_ name: String) throws(HTTPRefusal) -> String? {
    switch body[name] {
    case nil, .null: return nil
    case .string(let text): return text
    case .integer(let number): return String(number)
    default: throw .bad("`\(name)` takes a text")
    }
  }

  /// A text that the body must have.
  func requiredText(_ name: String, example: String) throws(HTTPRefusal) -> String {
    guard let text = try text(name), !text.isEmpty else {
      throw .bad("the body has no `\(name)`", help: "for example `{\"\(name)\": \"\(example)\"}`")
    }
    return text
  }

  /// The texts of an array of the body; `nil` if the body doesn't have it.
  func texts(_ name: String) throws(HTTPRefusal) -> [String]? {
    switch body[name] {
    case nil, .null: return nil
    case .array(let elements):
      let texts = elements.compactMap(\.string)
      guard texts.count == elements.count else { throw .bad("`\(name)` takes a list of texts") }
      return texts
    default: throw .bad("`\(name)` takes a list of texts")
    }
  }
}
