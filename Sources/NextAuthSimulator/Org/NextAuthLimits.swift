/// The limits of a simulated nextAuth: for its settings, and for its memory.
enum NextAuthLimits {
  /// Accounts on the device at once; a user has a handful.
  static let accounts = 64
  /// Running sessions: the SDK takes input for one, and holds a few.
  static let sessions = 64
  /// Offers that are remembered, so that none is used twice: far more than are valid at once.
  static let offers = 1024
  /// Events that wait for the SDK's request; each session and each account has a few at most.
  static let events = 256
  /// Texts that the server received with a confirmation.
  static let inputs = 16

  /// Servers of an org.
  static let servers = 16
  /// Texts of an announce or session info: more than a screen shows.
  static let texts = 16
  /// Items of a history in the settings.
  static let history = 64

  /// The longest name of an account, a server or a text, in bytes.
  static let name = 100
  /// The longest text for the user, in bytes: a QR code has room for 2,953.
  static let text = 512
  /// The longest PIN, in bytes.
  static let pin = 64
  /// The longest text of a member of a request, in bytes.
  static let member = 2048
  /// The longest body that is read, in bytes: the longest known one has a tenth.
  static let bodyLength = 16 << 10
  /// The deepest nesting of a body; real bodies don't nest.
  static let bodyDepth = 8

  /// The error codes of a failure: the documentation's table doesn't have longer ones.
  static let codes = 1...999
  /// The number of wrong PINs that may block a PIN.
  static let attempts = 1...20
  /// The range of counts in the settings.
  static let counts = 0...1000
}
