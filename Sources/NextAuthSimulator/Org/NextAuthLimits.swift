/// The bounds of a simulated nextAuth: of what its settings may say, and of what it remembers.
enum NextAuthLimits {
  /// Accounts on the device at once; a person has a handful.
  static let accounts = 64
  /// Sessions that are under way at once: the SDK takes input for one, and holds a few.
  static let sessions = 64
  /// Offers that are remembered, so that none is used twice: far more than are good at once.
  static let offers = 1024
  /// Events that wait for the SDK to ask; each session and each account has a few at most.
  static let events = 256
  /// Texts that the server was given with a confirmation.
  static let inputs = 16

  /// Servers of an org.
  static let servers = 16
  /// Texts of an announce or session info: more than a screen shows.
  static let texts = 16
  /// Items of a history that settings give.
  static let history = 64

  /// The longest name of an account, a server or a text, in bytes.
  static let name = 100
  /// The longest text that is shown, in bytes: a QR code holds 2,953.
  static let text = 512
  /// The longest PIN, in bytes.
  static let pin = 64
  /// The longest text of a member of a request, in bytes.
  static let member = 2048
  /// The longest body that is read, in bytes: the longest that is known has a tenth.
  static let bodyLength = 16 << 10
  /// How deep a body may nest; none nests.
  static let bodyDepth = 8

  /// The error codes that something may fail with: the documentation's table has no longer ones.
  static let codes = 1...999
  /// How many wrong PINs may block one.
  static let attempts = 1...20
  /// How often something may have happened, or has to.
  static let counts = 0...1000
}
