package import FlowText
package import FlowEngine
import FlowSyntax
package import FlowHTTP
package import IDXEngine

/// The tokens of a sign-in as a file keeps them, with all that is needed to use them again.
package struct SavedTokens: Sendable, Hashable {
  /// Whose they are.
  package var issuer: HTTPURL
  /// For which app.
  package var clientID: String
  /// Whether the issuer was an org in the process that signed in, and ended with it.
  package var isSimulated: Bool
  package var tokens: Tokens
  /// When the access token expires, in time since 1970.
  package var expiry: Duration?

  /// The version of the file's shape.
  private static let version = 1
  /// The longest life that is believed, a hundred years in seconds: a server may say anything.
  private static let lifeMax = 36_500 * 86_400
  /// Tokens have some kilobytes.
  private static let bytesMax = 1 << 20

  /// The tokens of a sign-in.
  ///
  /// - Parameters:
  ///   - tokens: the tokens.
  ///   - configuration: where and as whom it was.
  ///   - now: the time since 1970.
  package init(_ tokens: Tokens, of configuration: IDXConfiguration, now: Duration) {
    issuer = configuration.issuer
    clientID = configuration.clientID
    isSimulated = configuration.isInProcess
    self.tokens = tokens
    expiry = tokens.expiresIn.map { now + .seconds(min($0, SavedTokens.lifeMax)) }
  }

  /// Reads a file that `write` has written.
  ///
  /// - Throws: `PlainFailure`.
  package init(contentsOf path: String) throws(PlainFailure) {
    let bytes: [UInt8]
    do throws(ReadFault) {
      bytes = try FileReader.read(path, limit: SavedTokens.bytesMax)
    } catch { throw PlainFailure(error.words) }
    let none = PlainFailure("this is no file of tokens; `flow run --tokens FILE` writes one")
    guard let object = (try? JSON(parsing: bytes))?.object,
      let issuer = object["issuer"]?.string.flatMap({ HTTPURL($0) }),
      let clientID = object["clientId"]?.string, let accessToken = object["accessToken"]?.string
    else { throw none }
    guard object["version"]?.integer == SavedTokens.version else {
      throw PlainFailure("the file was written by another version of flow")
    }
    guard issuer.scheme == .https || issuer.isLoopback else { throw none }
    self.issuer = issuer
    self.clientID = clientID
    isSimulated = object["simulated"]?.bool ?? false
    expiry = object["expiresAt"]?.integer.map { .seconds($0) }
    tokens = Tokens(
      accessToken: Secret(accessToken), tokenType: object["tokenType"]?.string ?? "Bearer",
      scope: object["scope"]?.string, idToken: object["idToken"]?.string.map { Secret($0) },
      refreshToken: object["refreshToken"]?.string.map { Secret($0) })
  }

  /// Writes them where nobody but the owner can read them (mode 0600), in place of what is there.
  ///
  /// - Throws: `PlainFailure`.
  package func write(to path: String) throws(PlainFailure) {
    var object: JSONObject = [
      "version": .integer(SavedTokens.version), "issuer": .string(issuer.description),
      "clientId": .string(clientID),
    ]
    if isSimulated { object["simulated"] = true }
    object["tokenType"] = .string(tokens.tokenType)
    object["accessToken"] = .string(tokens.accessToken.reveal())
    object["expiresAt"] = expiry.map { .whole($0.components.seconds) }
    object["scope"] = tokens.scope.map { .string($0) }
    object["idToken"] = tokens.idToken.map { .string($0.reveal()) }
    object["refreshToken"] = tokens.refreshToken.map { .string($0.reveal()) }
    try PrivateFile.write(JSON.object(object).bytes() + [0x0A], to: path)
  }
}
