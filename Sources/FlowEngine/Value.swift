/// A value that a script computes, a field takes or a response shows.
public enum Value: Sendable, Hashable {
  case text(String)
  case secret(Secret)
  case number(Double)
  case boolean(Bool)
  case list([Value])
}

extension Value {
  /// What a message calls a value of this kind.
  public var kind: String {
    switch self {
    case .text, .secret: "text"
    case .number: "a number"
    case .boolean: "true or false"
    case .list: "a list"
    }
  }

  /// The value as a person reads it; a secret is its mask.
  public var shown: String {
    switch self {
    case .text(let text): text
    case .secret(let secret): secret.description
    case .number(let number): Value.text(of: number)
    case .boolean(let truth): truth ? "true" : "false"
    case .list(let values): values.map(\.shown).joined(separator: ", ")
    }
  }

  /// The value as it is sent, secrets in clear: only for the request that carries it, and for the
  /// person whom a step shows it to.
  public var revealed: String {
    switch self {
    case .secret(let secret): secret.reveal()
    case .list(let values): values.map(\.revealed).joined(separator: ", ")
    default: shown
    }
  }

  /// The same text as a secret; other kinds become their text first.
  public var hidden: Value {
    if case .secret = self { self } else { .secret(Secret(revealed)) }
  }

  /// A number without a fraction where it has none.
  public static func text(of number: Double) -> String {
    guard let whole = Int(exactly: number) else { return "\(number)" }
    return "\(whole)"
  }
}
