/// The limits of an org's memory.
///
/// An org may serve clients for weeks that never finish their sign-ins. So everything that requests
/// can add is limited, and the oldest elements are removed first.
struct OrgLimits: Sendable, Hashable {
  /// The maximum number of transactions, at a few kilobytes each.
  ///
  /// No load test has more open transactions at once.
  var transactions = 4096
  /// The maximum number of sent messages.
  ///
  /// The maximum is enough for a client that reads the inbox once for each code.
  var sent = 1024
  /// The maximum number of issued sets of tokens.
  var grants = 4096
  /// The maximum number of browser sessions, at a few hundred bytes each.
  ///
  /// It is the same as the maximum number of transactions.
  var sessions = 4096
  /// The maximum number of remembered devices.
  var devices = 4096
  /// The maximum number of users who signed up, in addition to the users in the settings.
  var registered = 4096

  static let standard = OrgLimits()

  /// The maximum number of simultaneous faults.
  ///
  /// The number is limited because every request checks each fault.
  static let faults = 64

  /// The maximum length of a field or parameter, in bytes.
  ///
  /// Identifiers in the real engine have at most 100.
  static let fieldLength = 2048
  /// The maximum length of a token, in bytes.
  ///
  /// A token contains the encoded scopes and nonce.
  static let tokenLength = 16 << 10
  /// The maximum length of a body, in bytes.
  ///
  /// The longest known form is shorter than a tenth of that.
  static let bodyLength = 64 << 10
  /// The maximum nesting depth of a body.
  ///
  /// The deepest known form has five levels.
  static let bodyDepth = 32
}
