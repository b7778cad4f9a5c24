/// An error of a session: a code of the documentation, or a named fault without a code.
public struct SessionError: Error, Sendable, Hashable {
  /// The code in the documentation's table; `nil` if the table doesn't have one for this fault.
  public var code: Int?
  /// A stable word for the error, such as `qr-parsing` or `pin-blocked`.
  public var name: String
  /// One sentence in lower case, without secrets.
  public var message: String

  /// Makes an error.
  public init(code: Int?, name: String, message: String) {
    self.code = code
    self.name = name
    self.message = message
  }

  /// The error for a code of the documentation's table.
  ///
  /// - Parameter code: The code.
  /// - Returns: The error; if the public table doesn't have the code, the error's name contains the
  ///   code.
  public static func coded(_ code: Int) -> SessionError {
    guard let known = known[code] else {
      return SessionError(
        code: code, name: "error-\(code)", message: "the server returned the error code \(code)")
    }
    return SessionError(code: code, name: known.name, message: known.message)
  }

  private static let known: [Int: (name: String, message: String)] = [
    32: ("qr-parsing", "the data can't be read"),
    33: ("qr-unknown-type", "the data is of an unknown type"),
    34: ("no-accounts-for-server", "there is no account for this server"),
    35: ("display-name-exists", "an account with this name already exists"),
    40: ("single-account", "there may be one account only"),
    41: ("enroll-qr-expired", "the data expired or was used"),
    48: ("server-authentication-failed", "the server has refused the login"),
    49: ("server-authentication-error", "the server could not log in"),
    50: ("server-authentication-timeout", "the server did not answer in time"),
    51: ("server-authentication-unknown", "the server's answer can't be understood"),
    52: ("server-not-allowed", "the server is not allowed"),
    64: ("server-parameters-missing", "the server does not send its parameters"),
    67: ("server-parameters-unreadable", "the server's parameters can't be read"),
    68: ("server-parameters-hash", "the server's parameters are not the expected ones"),
  ]

  static let severalAccounts = SessionError(
    code: 34, name: "several-accounts",
    message: "there are several accounts: `account` must name one")

  // The documentation has no known code for these errors.

  static let pinBlocked = SessionError(
    code: nil, name: "pin-blocked", message: "the PIN is blocked")
  static let noFactorLeft = SessionError(
    code: nil, name: "no-factor-left", message: "no suitable second factor may be given")
  static let tooManyAccounts = SessionError(
    code: nil, name: "too-many-accounts", message: "the device can't hold more accounts")
  static let accountDeleted = SessionError(
    code: nil, name: "account-deleted", message: "the account was deleted")
}
