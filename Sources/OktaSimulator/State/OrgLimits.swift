/// How much an org remembers; what is oldest goes first.
///
/// An org may be served for weeks to clients that never finish what they begin, so each thing
/// that a request can add to is bounded.
struct OrgLimits: Sendable, Hashable {
  /// Transactions, at a few kilobytes each: more than are open at once in any test of load.
  var transactions = 4096
  /// Sent items: enough for whoever reads the inbox once a code.
  var sent = 1024
  /// Issued sets of tokens.
  var grants = 4096
  /// Sessions of browsers, at a few hundred bytes each: as many as sign-ins that are remembered.
  var sessions = 4096
  /// Devices that are remembered.
  var devices = 4096
  /// People who signed up, beside those of the settings.
  var registered = 4096

  static let standard = OrgLimits()

  /// Faults at once: more than anybody keeps in mind, and each is looked at with every request.
  static let faults = 64

  /// The longest text of a field or parameter, in bytes; the real engine's identifiers have 100.
  static let fieldLength = 2048
  /// The longest token, in bytes: one has the scopes and a nonce in it, encoded.
  static let tokenLength = 16 << 10
  /// The longest body that is read, in bytes: the longest form known has less than a tenth.
  static let bodyLength = 64 << 10
  /// How deep a body may nest; the deepest form known has five levels.
  static let bodyDepth = 32
}
