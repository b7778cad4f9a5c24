public import FlowEngine
import FlowHTTP
public import FlowText

/// Keeps the tokens of a user between two launches of an app.
///
/// On Apple systems, use `KeychainTokenStore`; elsewhere, ``FileTokenStore``.
public protocol TokenStore: Sendable {
  /// Returns the tokens; `nil` if the store is empty.
  ///
  /// - Throws: `PlainFailure` if the store can't be read.
  func read() async throws(PlainFailure) -> Tokens?

  /// Replaces the tokens.
  ///
  /// - Parameter tokens: The new tokens.
  /// - Throws: `PlainFailure` if they can't be written. The store then has the old ones.
  func write(_ tokens: Tokens) async throws(PlainFailure)

  /// Removes the tokens, if there are any.
  ///
  /// - Throws: `PlainFailure` if they can't be removed.
  func remove() async throws(PlainFailure)
}

extension Tokens {
  /// The tokens as JSON, in the same form as by `Codable`.
  var bytes: [UInt8] {
    var object: JSONObject = [
      "access_token": .string(accessToken.reveal()), "token_type": .string(tokenType),
      "verification": .string(verification.rawValue),
    ]
    object["expires_in"] = expiresIn.map { .integer($0) }
    object["expires_at"] = expiresAt.map { .whole($0.components.seconds) }
    object["scope"] = scope.map { .string($0) }
    object["id_token"] = idToken.map { .string($0.reveal()) }
    object["refresh_token"] = refreshToken.map { .string($0.reveal()) }
    return JSON.object(object).bytes()
  }

  /// Reads tokens from JSON.
  ///
  /// - Parameter bytes: The JSON.
  /// - Throws: `PlainFailure` if these aren't tokens.
  init(bytes: [UInt8]) throws(PlainFailure) {
    guard let object = (try? JSON(parsing: bytes))?.object,
      let accessToken = object["access_token"]?.string, let type = object["token_type"]?.string,
      let verification = Verification(rawValue: object["verification"]?.string ?? "absent")
    else { throw PlainFailure("the store has other contents than tokens") }
    self.init(
      accessToken: Secret(accessToken), tokenType: type,
      expiresIn: object["expires_in"]?.integer, scope: object["scope"]?.string,
      idToken: object["id_token"]?.string.map { Secret($0) },
      refreshToken: object["refresh_token"]?.string.map { Secret($0) }, verification: verification)
    expiresAt = object["expires_at"]?.integer.map { .seconds($0) }
  }
}
