/// The bounds of a simulated authorization server for mobile identity providers, and of its device:
/// of what settings may say, of what is remembered, and of what is read.
enum MobileIdPLimits {
  /// Apps of a device: a person has a handful that take part.
  static let apps = 32
  /// Connected apps: one an app, and some that no app has.
  static let connectedApps = 64
  /// Users.
  static let users = 64
  /// Login hosts.
  static let hosts = 16
  /// Scopes of an app or a connected app, and of a request.
  static let scopes = 32
  /// Callbacks of a connected app.
  static let callbacks = 16
  /// Apps on an allow list.
  static let allowed = 32
  /// Attempts at a passcode or a login that settings may ask for.
  static let attempts = 100
  /// Faults of an org.
  static let faults = 32

  /// Codes that are remembered, so that none is good twice: far more than are good at once.
  static let codes = 512
  /// Logins of clients that are remembered, each with its refresh token; more than settings give.
  static let grants = 4096
  /// Access tokens that are remembered; more than settings can give.
  static let accessTokens = 4096
  /// Sessions of browsers.
  static let sessions = 512
  /// Links of the session bridge that are not used yet.
  static let bridges = 128
  /// Approval pages that wait for an answer.
  static let pages = 128
  /// Assertions that are not used yet.
  static let assertions = 128

  /// The longest name of an app, a user, a key or a scope, in bytes.
  static let name = 100
  /// The longest URL of settings or of a request, in bytes.
  static let url = 2048
  /// The longest password or passcode, in bytes.
  static let secret = 256
  /// The longest value of a form, in bytes: a start URL holds a whole request.
  static let field = 8192
  /// The longest form or query, in bytes.
  static let form = 16 << 10
  /// The longest text that the device opens, in bytes: what a request holds, and what is around it.
  static let opened = 64 << 10

  /// How long a link of the session bridge is good: an app follows it at once.
  static let bridgeLife: Duration = .seconds(60)
  /// How long an assertion is good: it is used at once.
  static let assertionLife: Duration = .seconds(60)
  /// How many characters a code verifier has: 43 at least (RFC 7636, section 4.1); SDKs send 171,
  /// which is more than that section allows.
  static let verifier = 43...256
  /// How many characters a challenge has: SHA-256 in base64url.
  static let challenge = 43
}
