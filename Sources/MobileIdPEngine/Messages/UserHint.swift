import FlowText

/// A user, named by the ids of the org and the user (mobile-idp.md, section 6).
public struct UserHint: Sendable, Hashable, CustomStringConvertible {
  /// The org's id, which begins with `00D`.
  public let org: String
  /// The user's id, which begins with `005`.
  public let user: String

  /// Makes a hint from two ids.
  ///
  /// The result is `nil` if an id isn't 15 or 18 letters and digits, or if its prefix is for
  /// another kind of record.
  public init?(org: String, user: String) {
    guard UserHint.isID(org, prefix: "00D"), UserHint.isID(user, prefix: "005") else { return nil }
    self.org = org
    self.user = user
  }

  /// Reads `orgid:userid`; a lenient profile also accepts the iOS SDK's `userid:orgid`.
  public init?(_ text: String, _ profile: MessageProfile = .strict) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let (first, second) = (String(parts[0]), String(parts[1]))
    if let hint = UserHint(org: first, user: second) {
      self = hint
    } else if profile.isLenient, let hint = UserHint(org: second, user: first) {
      self = hint
    } else {
      return nil
    }
  }

  /// The hint's text, in the order of a profile.
  public func text(_ profile: MessageProfile = .strict) -> String {
    profile == .ios ? "\(user):\(org)" : "\(org):\(user)"
  }

  /// The hint as `orgid:userid`.
  public var description: String { text() }

  /// Whether two hints name the same user.
  ///
  /// An id of 18 characters is an id of 15 characters with a checksum. Upper and lower case differ.
  public func isSameUser(as other: UserHint) -> Bool {
    org.utf8.prefix(15).elementsEqual(other.org.utf8.prefix(15))
      && user.utf8.prefix(15).elementsEqual(other.user.utf8.prefix(15))
  }

  private static func isID(_ text: String, prefix: String) -> Bool {
    let bytes = text.utf8
    return (bytes.count == 15 || bytes.count == 18) && bytes.starts(with: prefix.utf8)
      && bytes.allSatisfy(ASCII.isLetterOrDigit)
  }
}
