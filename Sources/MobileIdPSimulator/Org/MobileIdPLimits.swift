/// The limits of a simulated authorization server for mobile identity providers, and of its device.
///
/// They apply to settings, to the memory and to input.
enum MobileIdPLimits {
  /// Apps of a device: a user has a handful that take part.
  static let apps = 32
  /// Connected apps: one per app, and some without an app.
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
  /// Attempts at a passcode or a login in the settings.
  static let attempts = 100
  /// Faults of an org.
  static let faults = 32

  /// Codes that are remembered, so that none is accepted twice: far more than are valid at once.
  static let codes = 512
  /// Logins of clients that are remembered, each with its refresh token; more than the settings
  /// have.
  static let grants = 4096
  /// Access tokens that are remembered; more than the settings have.
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
  /// The longest value of a form, in bytes: a start URL contains a whole request.
  static let field = 8192
  /// The longest form or query, in bytes.
  static let form = 16 << 10
  /// The longest text that the device opens, in bytes: a request with its surroundings.
  static let opened = 64 << 10

  /// The lifetime of a link of the session bridge: an app follows it at once.
  static let bridgeLife: Duration = .seconds(60)
  /// The lifetime of an assertion: it is used at once.
  static let assertionLife: Duration = .seconds(60)
  /// The length of a code verifier: at least 43 (RFC 7636, section 4.1); SDKs send 171, which is
  /// more than that section allows.
  static let verifier = 43...256
  /// The length of a challenge: SHA-256 in base64url.
  static let challenge = 43
}
