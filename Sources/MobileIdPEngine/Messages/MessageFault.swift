/// Why a text is no message, or not the message that it seems to be.
///
/// It names the parameter and what is wrong with it, never what stands there: that came from
/// anyone, and may be a secret.
public struct MessageFault: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: String, Sendable, Hashable {
    /// A URL, or a value, is longer than `MessageLimits` says.
    case tooLong = "is too long"
    /// There are more parameters than `MessageLimits` says.
    case tooMany = "has too many parts"
    /// A byte that a URL can't hold, or a part that a message's URL never has.
    case notURL = "is not a URL"
    /// A URL of another form than `<scheme>://oauth2/v1.0/<command>` (rows 59 and 60).
    case notMessage = "is not a message"
    case missing = "is missing"
    case empty = "is empty"
    /// It stands there twice (D8).
    case repeated = "is repeated"
    /// A `%` without two hexadecimal digits, or bytes that aren't UTF-8 (row 69).
    case badEscape = "has a broken escape"
    /// Not of the form that the parameter has.
    case malformed = "is malformed"
    /// A return address that must not be answered (section 12).
    case refused = "is refused"
  }

  /// What is wrong.
  public var kind: Kind
  /// The parameter; `nil` if it is about the whole, or a parameter that no message has.
  public var parameter: MessageParameter?
  /// The decision, row or section of the reference that says so.
  public var rule: String
  /// What is wanted instead, in a few words; empty if the kind says it.
  public var wanted: String

  /// Makes a fault.
  public init(
    _ kind: Kind, _ parameter: MessageParameter? = nil, rule: String, wanted: String = ""
  ) {
    self.kind = kind
    self.parameter = parameter
    self.rule = rule
    self.wanted = wanted
  }
}

extension MessageFault: CustomStringConvertible {
  /// `login_host is malformed: a bare host name is wanted`.
  public var description: String {
    let subject = parameter?.rawValue ?? "the message"
    let wish = wanted.isEmpty ? "" : ": \(wanted) is wanted"
    return "\(subject) \(kind.rawValue)\(wish)"
  }
}
