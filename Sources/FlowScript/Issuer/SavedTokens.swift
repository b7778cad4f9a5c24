package import FlowText
package import FlowEngine
import FlowSyntax
package import FlowHTTP
package import IDXEngine

/// The tokens of a sign-in, kept in a file with everything that is needed to use them again.
package struct SavedTokens: Sendable, Hashable {
  /// The issuer of the tokens.
  package var issuer: HTTPURL
  /// The client that the issuer gave the tokens to.
  package var clientID: String
  /// Whether the issuer was an org in the process that signed in.
  ///
  /// Such an org no longer exists.
  package var isSimulated: Bool
  package var tokens: Tokens

  /// The version of the file's format.
  private static let version = 1
  /// The maximum size of the file in bytes.
  ///
  /// Tokens have a few kilobytes.
  private static let bytesMax = 1 << 20

  /// Prepares the tokens of a sign-in for writing.
  ///
  /// - Parameters:
  ///   - tokens: The tokens.
  ///   - configuration: The issuer and the client.
  package init(_ tokens: Tokens, of configuration: IDXConfiguration) {
    issuer = configuration.issuer
    clientID = configuration.clientID
    isSimulated = configuration.isInProcess
    self.tokens = tokens
  }

  /// Reads a file that `write` has written.
  ///
  /// - Throws: `PlainFailure` if the file can't be read, or isn't such a file.
  package init(contentsOf path: String) throws(PlainFailure) {
    let bytes: [UInt8]
    do throws(ReadFault) {
      bytes = try FileReader.read(path, limit: SavedTokens.bytesMax)
    } catch { throw PlainFailure(error.words) }
    let none = PlainFailure("this isn't a token file; `flow run --tokens FILE` writes one")
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
    tokens = Tokens(
      accessToken: Secret(accessToken), tokenType: object["tokenType"]?.string ?? "Bearer",
      scope: object["scope"]?.string, idToken: object["idToken"]?.string.map { Secret($0) },
      refreshToken: object["refreshToken"]?.string.map { Secret($0) })
    tokens.expiresAt = object["expiresAt"]?.integer.map { .seconds($0) }
  }

  /// Writes the tokens to a file that only the owner can read (mode 0600).
  ///
  /// An existing file is replaced.
  ///
  /// - Throws: `PlainFailure` if the file can't be written.
  package func write(to path: String) throws(PlainFailure) {
    var object: JSONObject = [
      "version": .integer(SavedTokens.version), "issuer": .string(issuer.description),
      "clientId": .string(clientID),
    ]
    if isSimulated { object["simulated"] = true }
    object["tokenType"] = .string(tokens.tokenType)
    object["accessToken"] = .string(tokens.accessToken.reveal())
    object["expiresAt"] = tokens.expiresAt.map { .whole($0.components.seconds) }
    object["scope"] = tokens.scope.map { .string($0) }
    object["idToken"] = tokens.idToken.map { .string($0.reveal()) }
    object["refreshToken"] = tokens.refreshToken.map { .string($0.reveal()) }
    try PrivateFile.write(JSON.object(object).bytes() + [0x0A], to: path)
  }
}
