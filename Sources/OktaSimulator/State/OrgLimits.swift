/// The limits of an org's memory.
///
/// The oldest elements are removed first.
///
/// An org may serve clients for weeks that never finish their sign-ins, so everything that requests
/// add to has a limit.
struct OrgLimits: Sendable, Hashable {
  /// Transactions, at a few kilobytes each: more than are open at once in any load test.
  var transactions = 4096
  /// Sent messages: enough for a client that reads the inbox once for each code.
  var sent = 1024
  /// Issued sets of tokens.
  var grants = 4096
  /// Sessions of browsers, at a few hundred bytes each: as many as transactions.
  var sessions = 4096
  /// Remembered devices.
  var devices = 4096
  /// Users who signed up, in addition to those of the settings.
  var registered = 4096

  static let standard = OrgLimits()

  /// Simultaneous faults: enough for any test, because every request checks each fault.
  static let faults = 64

  /// The maximum length of a field or parameter, in bytes.
  ///
  /// The real engine's identifiers have 100.
  static let fieldLength = 2048
  /// The maximum length of a token, in bytes: one contains the scopes and a nonce, encoded.
  static let tokenLength = 16 << 10
  /// The maximum length of a body, in bytes: the longest known form has less than a tenth.
  static let bodyLength = 64 << 10
  /// The maximum depth of a body.
  ///
  /// The deepest known form has five levels.
  static let bodyDepth = 32
}
