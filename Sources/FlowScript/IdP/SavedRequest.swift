import FlowSyntax
package import FlowText
import FlowEngine
import FlowHTTP
package import MobileIdPEngine

/// A request to an identity provider's app, kept in a private file until the answer arrives.
package struct SavedRequest: Sendable, Hashable {
  /// The request with its code verifier.
  package var request: PendingRequest

  /// The version of the file's format.
  private static let version = 1
  /// The maximum size of the file in bytes.
  ///
  /// A request has a few hundred bytes.
  private static let bytesMax = 64 << 10

  /// Prepares a request for writing.
  package init(_ request: PendingRequest) { self.request = request }

  /// Reads a file that `write` has written.
  ///
  /// - Throws: `PlainFailure` if the file can't be read, or isn't such a file.
  package init(contentsOf path: String) throws(PlainFailure) {
    let bytes: [UInt8]
    do throws(ReadFault) {
      bytes = try FileReader.read(path, limit: SavedRequest.bytesMax)
    } catch { throw PlainFailure(error.words) }
    guard let object = (try? JSON(parsing: bytes))?.object, let kind = object["kind"]?.string,
      kind == SavedRequest.kind
    else {
      throw PlainFailure("this isn't a request file; `flow idp request --save` writes one")
    }
    guard object["version"]?.integer == SavedRequest.version else {
      throw PlainFailure("the file was written by another version of flow")
    }
    guard let clientID = object["clientId"]?.string,
      let callback = object["callback"]?.string.flatMap(CallbackURI.init),
      let verifier = object["codeVerifier"]?.string.flatMap({ CodeVerifier($0) }),
      let host = object["loginHost"]?.string.flatMap(LoginHost.init),
      let profile = object["profile"]?.string.flatMap(MessageProfile.init(rawValue:))
    else { throw PlainFailure("this request file is incomplete") }
    request = PendingRequest(
      clientID: clientID, callback: callback, verifier: verifier,
      state: object["state"]?.string.map { Secret($0) }, loginHost: host, profile: profile)
  }

  private static let kind = "authrequest"

  /// Writes the request to a file that only the owner can read (mode 0600).
  ///
  /// An existing file is replaced.
  ///
  /// - Throws: `PlainFailure` if the file can't be written.
  package func write(to path: String) throws(PlainFailure) {
    var object: JSONObject = [
      "version": .integer(SavedRequest.version), "kind": .string(SavedRequest.kind),
      "clientId": .string(request.clientID), "callback": .string(request.callback.text),
      "loginHost": .string(request.loginHost.name),
      "profile": .string(request.profile.rawValue),
      "codeVerifier": .string(request.verifier.text.reveal()),
    ]
    object["state"] = request.state.map { .string($0.reveal()) }
    try PrivateFile.write(JSON.object(object).bytes() + [0x0A], to: path)
  }
}
