import FlowCrypto
import FlowEngine
import FlowHTTP
import FlowJOSE
import FlowLock

/// Gets the access tokens of a service app, and authorizes requests with them.
final class ServiceAppSession: Sendable {
  private struct State {
    var token: AccessToken?
    /// Whether tokens are bound to the key for proofs.
    var usesDPoP: Bool
    /// The key for proofs, which only this pull has.
    var proofKey: PrivateWebKey?
    /// The latest nonces: each server has its own.
    var nonces: (tokens: String?, lists: String?)
    /// The scopes to ask for.
    var scopes = ServiceApp.scopes
    var missingScopes: [String] = []
  }

  private let app: ServiceApp
  private let endpoint: HTTPURL
  private let connection: TenantConnection
  private let state: Mutex<State>

  /// The path of the token endpoint of the org's own authorization server.
  private static let path = "/oauth2/v1/token"
  /// How often a token request is sent with another nonce, or with a proof.
  private static let triesMax = 4
  /// A token is renewed this long before it expires.
  private static let margin = Duration.seconds(60)

  init(_ app: ServiceApp, at origin: HTTPURL, _ connection: TenantConnection) {
    self.app = app
    self.connection = connection
    endpoint = origin.replacing(path: ServiceAppSession.path, query: nil)
    state = Mutex(State(usesDPoP: app.requiresDPoP, nonces: (nil, nil)))
  }

  /// The scopes that the app asked for and didn't get.
  var missingScopes: [String] { state.withLock { $0.missingScopes } }

  // MARK: Requests to the API

  /// Returns a request with a token, and with a proof if the token needs one.
  func authorized(_ request: HTTPRequest) async throws(PullFailure) -> HTTPRequest {
    let token = try await token()
    var request = request
    request.headers["Authorization"] = "\(token.scheme.rawValue) \(token.secret.reveal())"
    if token.scheme == .dpop {
      try prove(&request, nonce: state.withLock { $0.nonces.lists }, token: token.secret)
    }
    return request
  }

  /// Learns from an answer of the API.
  ///
  /// - Parameter response: The answer.
  /// - Returns: Whether the request should be sent again: with another nonce or another token.
  func learn(from response: HTTPResponse) -> Bool {
    let challenge = response.headers.all("WWW-Authenticate").joined(separator: ", ")
    let body = try? JSON(parsing: response.body.onWire.bytes)
    return state.withLock { state in
      let old = state.nonces.lists
      if let nonce = response.headers["DPoP-Nonce"] { state.nonces.lists = nonce }
      guard response.status == 400 || response.status == 401 else {
        state.token?.isProven = true
        return false
      }
      if challenge.contains("use_dpop_nonce") || body?["error"]?.string == "use_dpop_nonce" {
        return state.nonces.lists != old
      }
      if state.token?.scheme == .bearer, challenge.lowercased().hasPrefix("dpop") {
        state.usesDPoP = true
        state.token = nil
        return true
      }
      // The token may have ended early: an administrator can revoke it.
      guard response.status == 401, state.token?.isProven == true else { return false }
      state.token = nil
      return true
    }
  }

  // MARK: Tokens

  private func token() async throws(PullFailure) -> AccessToken {
    let known = state.withLock { $0.token }
    if let known, known.renewal > connection.clock.now { return known }
    let scopes = state.withLock { $0.scopes }
    let answer = try await ask(for: scopes)
    let token: AccessToken
    if answer.status == 200 {
      token = try accept(answer, scopes)
    } else {
      guard scopes.count > 1, ServiceAppSession.isAboutScopes(answer) else { throw refusal(answer) }
      token = try await tokenForSomeScopes()
    }
    state.withLock { $0.token = token }
    return token
  }

  /// Asks for each scope, and then for all that are granted.
  private func tokenForSomeScopes() async throws(PullFailure) -> AccessToken {
    var granted: [String] = []
    var last: HTTPResponse?
    for scope in ServiceApp.scopes {
      let answer = try await ask(for: [scope])
      if answer.status == 200 { granted.append(scope) }
      guard answer.status == 200 || ServiceAppSession.isAboutScopes(answer) else {
        throw refusal(answer)
      }
      last = answer
    }
    guard let last, !granted.isEmpty else {
      throw PullFailure(
        "the service app doesn't have any of the scopes"
          + (last.map(ServiceAppSession.reason(of:)) ?? ""),
        help: "grant them under Okta API Scopes of the app: "
          + ServiceApp.scopes.joined(separator: " "))
    }
    state.withLock { $0.scopes = granted }
    let answer = granted.count == 1 && last.status == 200 ? last : try await ask(for: granted)
    guard answer.status == 200 else { throw refusal(answer) }
    return try accept(answer, granted)
  }

  private static func isAboutScopes(_ response: HTTPResponse) -> Bool {
    let error = (try? JSON(parsing: response.body.onWire.bytes))?["error"]?.string
    return ["invalid_scope", "consent_required", "access_denied"].contains(error)
  }

  /// Reads a token, and which scopes it has.
  private func accept(
    _ response: HTTPResponse, _ scopes: [String]
  ) throws(PullFailure) -> AccessToken {
    let json = try? JSON(parsing: response.body.onWire.bytes)
    guard let text = json?["access_token"]?.string, !text.isEmpty,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let type = json?["token_type"]?.string?.lowercased(),
      let scheme = ["bearer": AccessToken.Scheme.bearer, "dpop": .dpop][type]
    else { throw PullFailure("the answer of the token endpoint isn't an access token") }
    guard scheme == .dpop || !app.requiresDPoP else {
      throw PullFailure(
        "the org gave a token that isn't bound to a key",
        help: "require proof of possession (DPoP) in the app's settings, or leave out `--dpop`")
    }
    let granted = json?["scope"]?.string?.split(separator: " ").map(String.init) ?? scopes
    let lifetime = Duration.seconds(max(0, min(json?["expires_in"]?.integer ?? 3600, 86_400)))
    state.withLock { $0.missingScopes = ServiceApp.scopes.filter { !granted.contains($0) } }
    return AccessToken(
      secret: Secret(text), scheme: scheme,
      renewal: connection.clock.now + lifetime - min(ServiceAppSession.margin, lifetime / 10))
  }

  /// Sends a token request, again if the org asks for a proof or for a nonce.
  private func ask(for scopes: [String]) async throws(PullFailure) -> HTTPResponse {
    var tries = 0
    while true {
      tries += 1
      let response = try await connection.send(ServiceAppSession.path) {
        () async throws(PullFailure) in
        try tokenRequest(scopes)
      }
      let error = (try? JSON(parsing: response.body.onWire.bytes))?["error"]?.string
      let isRepeated = state.withLock { state in
        let old = (state.nonces.tokens, state.usesDPoP)
        if let nonce = response.headers["DPoP-Nonce"] { state.nonces.tokens = nonce }
        if error == "use_dpop_nonce" || error == "invalid_dpop_proof" { state.usesDPoP = true }
        let isDemanded = error == "use_dpop_nonce" && state.nonces.tokens != old.0
        return response.status != 200 && (isDemanded || state.usesDPoP != old.1)
      }
      guard isRepeated, tries < ServiceAppSession.triesMax else { return response }
    }
  }

  private func tokenRequest(_ scopes: [String]) throws(PullFailure) -> HTTPRequest {
    let assertion = try signed { () throws(CryptoFailure) in
      try ClientTokens.assertion(
        of: app.clientID, for: endpoint.description, key: app.key, id: newID,
        now: connection.clock.now)
    }
    var request = HTTPRequest(
      .post, endpoint,
      body: .form([
        FormPair("grant_type", "client_credentials"),
        FormPair("scope", scopes.joined(separator: " ")),
        FormPair("client_assertion_type", ClientTokens.assertionType),
        FormPair("client_assertion", assertion.reveal()),
      ]))
    let (usesDPoP, nonce) = state.withLock { ($0.usesDPoP, $0.nonces.tokens) }
    if usesDPoP { try prove(&request, nonce: nonce, token: nil) }
    return request
  }

  // MARK: Proofs

  private func prove(
    _ request: inout HTTPRequest, nonce: String?, token: Secret?
  ) throws(PullFailure) {
    let address = request.url.replacing(path: request.url.path, query: nil).description
    let proof = ClientTokens.Proof(
      method: request.method.rawValue, address: address, id: newID, nonce: nonce, token: token)
    let key = try proofKey()
    let text = try signed { () throws(CryptoFailure) in
      try ClientTokens.proof(proof, key: key, now: connection.clock.now)
    }
    request.headers["DPoP"] = text.reveal()
  }

  /// The key for proofs, which is made with the first one.
  private func proofKey() throws(PullFailure) -> PrivateWebKey {
    if let key = state.withLock({ $0.proofKey }) { return key }
    let key = try signed { () throws(CryptoFailure) in
      PrivateWebKey(.p256(try P256.PrivateKey(randomBytes: app.randomBytes)))
    }
    state.withLock { $0.proofKey = key }
    return key
  }

  private var newID: String { Base64URL.encode(app.randomBytes(16)) }

  private func signed<Value>(
    _ make: () throws(CryptoFailure) -> Value
  ) throws(PullFailure) -> Value {
    do throws(CryptoFailure) { return try make() } catch {
      throw PullFailure(
        "the request can't be signed: \(error)",
        help: error == .unavailable ? "install libcrypto.so.3 or 1.1: OpenSSL's library" : nil)
    }
  }

  // MARK: Refusals

  private func refusal(_ response: HTTPResponse) -> PullFailure {
    let error = (try? JSON(parsing: response.body.onWire.bytes))?["error"]?.string
    let help: String? =
      switch error {
      case "invalid_client", "unauthorized_client", "invalid_request":
        "check `--client-id`, and that the app has the public key of `--key`"
      case "invalid_dpop_proof", "use_dpop_nonce": "check that the clock of this machine is right"
      case "invalid_scope", "consent_required", "access_denied":
        "grant the app the scopes under Okta API Scopes"
      default: nil
      }
    return PullFailure(
      "the org refused the service app with \(response.status)"
        + ServiceAppSession.reason(of: response), help: help)
  }

  /// Returns the org's own reason for a refusal, as the end of a message.
  private static func reason(of response: HTTPResponse) -> String {
    let json = try? JSON(parsing: response.body.onWire.bytes)
    let error = json?["error"]?.string ?? json?["errorCode"]?.string
    let text = json?["error_description"]?.string ?? json?["errorSummary"]?.string
    let words = [error, text].compactMap { $0 }.joined(separator: ": ").prefix(300)
    return words.isEmpty ? "" : ": \(words)"
  }
}
