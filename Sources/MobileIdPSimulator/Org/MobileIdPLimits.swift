/// The limits of a simulated authorization server for mobile identity providers, and of its device.
///
/// The limits apply to settings, to memory and to input.
enum MobileIdPLimits {
  /// The maximum number of apps on a device; only a few take part.
  static let apps = 32
  /// The maximum number of connected apps: one per app, and some without an app.
  static let connectedApps = 64
  /// The maximum number of users.
  static let users = 64
  /// The maximum number of login hosts.
  static let hosts = 16
  /// The maximum number of scopes of an app, a connected app or a request.
  static let scopes = 32
  /// The maximum number of callbacks of a connected app.
  static let callbacks = 16
  /// The maximum number of apps on an allow list.
  static let allowed = 32
  /// The maximum number of passcode or login attempts that settings can allow.
  static let attempts = 100
  /// The maximum number of faults of an org.
  static let faults = 32

  /// The maximum number of codes to remember, so that none is accepted twice; far fewer are valid
  /// at once.
  static let codes = 512
  /// The maximum number of clients' logins, each with its refresh token; settings have fewer.
  static let grants = 4096
  /// The maximum number of access tokens; settings have fewer.
  static let accessTokens = 4096
  /// The maximum number of browser sessions.
  static let sessions = 512
  /// The maximum number of unused links of the session bridge.
  static let bridges = 128
  /// The maximum number of approval pages that wait for an answer.
  static let pages = 128
  /// The maximum number of unused assertions.
  static let assertions = 128

  /// The maximum length of the name of an app, a user, a key or a scope, in bytes.
  static let name = 100
  /// The maximum length of a URL in settings or of a request, in bytes.
  static let url = 2048
  /// The maximum length of a password or passcode, in bytes.
  static let secret = 256
  /// The maximum length of a form's value, in bytes; a start URL contains a whole request.
  static let field = 8192
  /// The maximum length of a form or query, in bytes.
  static let form = 16 << 10
  /// The maximum length of a text that the device opens, in bytes: a request and some more.
  static let opened = 64 << 10

  /// The lifetime of a session bridge's link; an app follows such a link at once.
  static let bridgeLife: Duration = .seconds(60)
  /// The lifetime of an assertion, which is used at once.
  static let assertionLife: Duration = .seconds(60)
  /// The number of characters of a code verifier: at least 43 (RFC 7636, section 4.1).
  ///
  /// SDKs send 171, which is more than that section allows.
  static let verifier = 43...256
  /// The number of characters of a challenge: SHA-256 in base64url.
  static let challenge = 43
}
