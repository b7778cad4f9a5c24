/// A value that a script computes, a field accepts or a response contains.
public enum Value: Sendable, Hashable {
  case text(String)
  case secret(Secret)
  case number(Double)
  case boolean(Bool)
  case list([Value])
}

extension Value {
  /// The name of the value's type in messages.
  public var kind: String {
    switch self {
    case .text, .secret: "text"
    case .number: "a number"
    case .boolean: "true or false"
    case .list: "a list"
    }
  }

  /// The value as text for users.
  ///
  /// A secret is shown as the mask.
  public var shown: String {
    switch self {
    case .text(let text): text
    case .secret(let secret): secret.description
    case .number(let number): Value.text(of: number)
    case .boolean(let truth): truth ? "true" : "false"
    case .list(let values): values.map(\.shown).joined(separator: ", ")
    }
  }

  /// The value as text for a request.
  ///
  /// Secrets are in clear text.
  ///
  /// Use it only for requests, and to show the user a value that a step shows.
  public var revealed: String {
    switch self {
    case .secret(let secret): secret.reveal()
    case .list(let values): values.map(\.revealed).joined(separator: ", ")
    default: shown
    }
  }

  /// The value as a secret.
  ///
  /// A value of another type is converted to a text first.
  public var hidden: Value {
    if case .secret = self { self } else { .secret(Secret(revealed)) }
  }

  /// The text of a number, without a fraction if it is whole.
  public static func text(of number: Double) -> String {
    guard let whole = Int(exactly: number) else { return "\(number)" }
    return "\(whole)"
  }
}
