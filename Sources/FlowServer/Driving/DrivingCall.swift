import OktaSimulator
import FlowHTTP

/// A program's request, checked against the requirements that all routes have.
struct DrivingCall: Sendable {
  let control: OrgControl
  /// The org with the requested address.
  let org: Org
  /// Whether programs must send a key.
  let needsKey: Bool
  /// The texts that replace the path's parts in braces.
  let parameters: [String]
  let query: [FormPair]
  let body: JSONObject

  /// The text that replaces the path's first part in braces; empty if there is no such part.
  var parameter: String { parameters.first ?? "" }

  /// Returns a parameter of the query; `nil` if it is missing.
  func query(_ name: String) -> String? { query.last { $0.name == name }?.value }

  /// Returns a number of the query, or the default if it is missing.
  func number(_ name: String, usual: Int) throws(HTTPRefusal) -> Int {
    guard let text = query(name) else { return usual }
    guard let number = Int(text), number >= 0 else {
      throw .bad("`\(name)` takes a whole number, not `\(text.prefix(100))`")
    }
    return number
  }

  /// Returns a text of the body; `nil` if the member is missing or `null`.
  ///
  /// A number is accepted as the text of its digits.
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

  /// Returns the texts in an array of the body; `nil` if the member is missing or `null`.
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
