/// The reason why a text isn't a valid message.
///
/// A fault names the parameter and the kind of fault. It never has the value, because the value
/// comes from any app and may be a secret.
public struct MessageFault: Error, Sendable, Hashable {
  /// The kind of the fault.
  public enum Kind: String, Sendable, Hashable {
    /// A URL, or a value, is longer than `MessageLimits` allows.
    case tooLong = "is too long"
    /// There are more parameters than `MessageLimits` allows.
    case tooMany = "has too many parts"
    /// The text has a byte that a URL can't contain, or a part that a message's URL never has.
    case notURL = "is not a URL"
    /// The URL doesn't have the form `<scheme>://oauth2/v1.0/<command>` (rows 59 and 60).
    case notMessage = "is not a message"
    case missing = "is missing"
    case empty = "is empty"
    /// The parameter occurs twice (D8).
    case repeated = "is repeated"
    /// A `%` isn't followed by two hexadecimal digits, or the bytes aren't UTF-8 (row 69).
    case badEscape = "has a broken escape"
    /// The value doesn't have the form of the parameter.
    case malformed = "is malformed"
    /// The return address must not receive an answer (section 12).
    case refused = "is refused"
  }

  /// The kind of the fault.
  public var kind: Kind
  /// The faulty parameter; `nil` if it is unknown, or if the fault is about the whole message.
  public var parameter: MessageParameter?
  /// The source of the rule: a decision, row or section of the reference.
  public var rule: String
  /// The expected value, in a few words; empty if the kind implies it.
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
  /// The fault in words, such as `login_host is malformed: expected a bare host name`.
  public var description: String {
    let subject = parameter?.rawValue ?? "the message"
    let wish = wanted.isEmpty ? "" : ": expected \(wanted)"
    return "\(subject) \(kind.rawValue)\(wish)"
  }
}
