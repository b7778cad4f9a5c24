import FlowEngine
import FlowHTTP
package import MobileIdPEngine

/// A request to an identity provider's app as a private file keeps it until the answer comes.
package struct SavedRequest: Sendable, Hashable {
  /// The request, with its verifier.
  package var request: PendingRequest

  /// The version of the file's shape.
  private static let version = 1
  /// A request has a few hundred bytes.
  private static let bytesMax = 64 << 10

  /// Why a file is none of a request.
  package struct Fault: Error, Sendable, Hashable {
    /// One sentence in lower case.
    package var message: String
  }

  /// The file of a request.
  package init(_ request: PendingRequest) { self.request = request }

  /// Reads a file that `write` has written.
  ///
  /// - Throws: `Fault`.
  package init(contentsOf path: String) throws(Fault) {
    let bytes: [UInt8]
    do throws(FileReader.Failure) {
      bytes = try FileReader.read(path, limit: SavedRequest.bytesMax)
    } catch { throw Fault(message: error.words) }
    guard let object = (try? JSON(parsing: bytes))?.object, let kind = object["kind"]?.string,
      kind == SavedRequest.kind
    else {
      throw Fault(message: "this is no file of a request; `flow idp request --save` writes one")
    }
    guard object["version"]?.integer == SavedRequest.version else {
      throw Fault(message: "the file was written by another version of flow")
    }
    guard let clientID = object["clientId"]?.string,
      let callback = object["callback"]?.string.flatMap(CallbackURI.init),
      let verifier = object["codeVerifier"]?.string.flatMap({ CodeVerifier($0) }),
      let host = object["loginHost"]?.string.flatMap(LoginHost.init),
      let profile = object["profile"]?.string.flatMap(MessageProfile.init(rawValue:))
    else { throw Fault(message: "something is missing in this file of a request") }
    request = PendingRequest(
      clientID: clientID, callback: callback, verifier: verifier,
      state: object["state"]?.string.map { Secret($0) }, loginHost: host, profile: profile)
  }

  private static let kind = "authrequest"

  /// Writes it where nobody but the owner can read it (mode 0600), in place of what is there.
  ///
  /// - Throws: `PrivateFile.Failure`.
  package func write(to path: String) throws(PrivateFile.Failure) {
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
