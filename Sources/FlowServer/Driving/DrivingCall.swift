import OktaSimulator
import FlowHTTP

/// A request of a program, validated as far as every route requires.
struct DrivingCall: Sendable {
  let control: OrgControl
  /// The org at the requested address.
  let org: Org
  /// Whether programs must send a key.
  let needsKey: Bool
  /// The texts of the path's parts in braces.
  let parameters: [String]
  let query: [FormPair]
  let body: JSONObject

  /// The text of the path's first part in braces.
  var parameter: String { parameters.first ?? "" }

  /// Returns a parameter of the query.
  func query(_ name: String) -> String? { query.last { $0.name == name }?.value }

  /// Returns a number of the query.
  func number(_ name: String, usual: Int) throws(HTTPRefusal) -> Int {
    guard let text = query(name) else { return usual }
    guard let number = Int(text), number >= 0 else {
      throw .bad("`\(name)` takes a whole number, not `\(text.prefix(100))`")
    }
    return number
  }

  /// Returns a text of the body; `nil` if the body doesn't have it or has `null`.
  ///
  /// A number is accepted as its digits.
  func text(_ name: String) throws(HTTPRefusal) -> String? {
    switch body[name] {
    case nil, .null: return nil
    case .string(let text): return text
    case .integer(let number): return String(number)
    default: throw .bad("`\(name)` takes a text")
    }
  }

  /// Returns a required text of the body.
  func requiredText(_ name: String, example: String) throws(HTTPRefusal) -> String {
    guard let text = try text(name), !text.isEmpty else {
      throw .bad(
        "the body doesn't have `\(name)`", help: "for example `{\"\(name)\": \"\(example)\"}`")
    }
    return text
  }

  /// Returns the texts of an array of the body; `nil` if the body doesn't have it.
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
