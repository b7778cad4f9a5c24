public import FlowEngine
public import FlowHTTP
import FlowScript
import IDXEngine

extension SignInConfiguration {
  /// Returns the headers that authorize a request to a resource, such as an API of the app.
  ///
  /// These are `Authorization` and, if the tokens are bound to a key, `DPoP`. Call the function for
  /// each request, because a proof is valid for one request.
  ///
  /// ```swift
  /// let headers = try okta.authorize(tokens, method: .get, url: url)
  /// for field in headers.fields { request.setValue(field.value, forHTTPHeaderField: field.name) }
  /// ```
  ///
  /// - Parameters:
  ///   - tokens: The tokens of a sign-in.
  ///   - method: The method of the request.
  ///   - url: The address of the request. Its query isn't part of the proof.
  ///   - nonce: The value of the header `DPoP-Nonce` in the resource's last answer; `nil` if there
  ///     was none.
  /// - Returns: The headers.
  /// - Throws: `SignInFailure.configuration` if the tokens are bound and the configuration has no
  ///   key, or if the type of the access token is unknown.
  public func authorize(
    _ tokens: Tokens, method: HTTPMethod, url: HTTPURL, nonce: String? = nil
  ) throws(SignInFailure) -> HTTPHeaders {
    let token = tokens.accessToken
    switch tokens.tokenType.lowercased() {
    case "bearer": return ["Authorization": "Bearer " + token.reveal()]
    case "dpop": break
    default:
      throw .configuration(
        "the type of the access token is unknown", help: "it must be `Bearer` or `DPoP`")
    }
    guard let key = (target as? IssuerTarget)?.configuration.proof?.key else {
      throw .configuration(
        "the access token is bound to a key that the configuration doesn't have",
        help: "set `binding` to the key of the sign-in")
    }
    var request = HTTPRequest(method, url, headers: ["Authorization": "DPoP " + token.reveal()])
    var signer = ProofSigner(key: key, clock: runClock, randomBytes: ThisMachine.randomBytes)
    signer.nonce = nonce
    do throws(EngineFailure) { try signer.sign(&request, token: token) } catch {
      throw .configuration(error.message, help: error.help ?? "")
    }
    return request.headers
  }
}
