/// The reason why a text isn't a message, or isn't the message that it seems to be.
///
/// It names the parameter and the kind of fault, but never the value: the value comes from anyone,
/// and may be a secret.
public struct MessageFault: Error, Sendable, Hashable {
  /// The kind of the fault.
  public enum Kind: String, Sendable, Hashable {
    /// A URL, or a value, is longer than `MessageLimits` allows.
    case tooLong = "is too long"
    /// There are more parameters than `MessageLimits` allows.
    case tooMany = "has too many parts"
    /// A byte that a URL can't contain, or a part that a message's URL never has.
    case notURL = "is not a URL"
    /// A URL of another form than `<scheme>://oauth2/v1.0/<command>` (rows 59 and 60).
    case notMessage = "is not a message"
    case missing = "is missing"
    case empty = "is empty"
    /// It occurs twice (D8).
    case repeated = "is repeated"
    /// A `%` without two hexadecimal digits, or bytes that aren't UTF-8 (row 69).
    case badEscape = "has a broken escape"
    /// The value doesn't have the form of the parameter.
    case malformed = "is malformed"
    /// A return address that must not be answered (section 12).
    case refused = "is refused"
  }

  /// The kind of the fault.
  public var kind: Kind
  /// The parameter; `nil` if it is about the whole, or an unknown parameter.
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
  /// `login_host is malformed: expected a bare host name`.
  public var description: String {
    let subject = parameter?.rawValue ?? "the message"
    let wish = wanted.isEmpty ? "" : ": expected \(wanted)"
    return "\(subject) \(kind.rawValue)\(wish)"
  }
}
