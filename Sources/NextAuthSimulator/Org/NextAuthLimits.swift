/// The limits of a simulated nextAuth, for its settings and its memory.
enum NextAuthLimits {
  /// The maximum number of accounts on the device; users have only a few.
  static let accounts = 64
  /// The maximum number of running sessions; the SDK takes input for one session, and holds a few
  /// sessions.
  static let sessions = 64
  /// The maximum number of offers to remember, so that none is used twice; fewer are valid at once.
  static let offers = 1024
  /// The maximum number of events that the SDK has not fetched; each session and account has only a
  /// few.
  static let events = 256
  /// The maximum number of texts that confirmations sent to the server.
  static let inputs = 16

  /// The maximum number of servers.
  static let servers = 16
  /// The maximum number of texts of an announce or session info; a screen shows fewer.
  static let texts = 16
  /// The maximum number of history items in the settings.
  static let history = 64

  /// The maximum length of the name of an account, a server or a text, in bytes.
  static let name = 100
  /// The maximum length of a text for the user, in bytes; a QR code has room for 2,953.
  static let text = 512
  /// The maximum length of a PIN, in bytes.
  static let pin = 64
  /// The maximum length of a text in a request, in bytes.
  static let member = 2048
  /// The maximum size of a body, in bytes; the largest known one has a tenth.
  static let bodyLength = 16 << 10
  /// The maximum nesting depth of a body; real bodies don't nest.
  static let bodyDepth = 8

  /// The error codes that a failure can have; the documentation's codes have at most three digits.
  static let codes = 1...999
  /// The number of wrong PINs after which the PIN is blocked.
  static let attempts = 1...20
  /// The range of counts in the settings.
  static let counts = 0...1000
}
