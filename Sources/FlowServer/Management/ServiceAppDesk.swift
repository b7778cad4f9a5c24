import FlowEngine
import FlowHTTP
import FlowJOSE
import FlowText
import FlowLock

/// Gives the service app of a served org access tokens, and checks them.
final class ServiceAppDesk: Sendable {
  /// What a token permits.
  private struct Grant {
    var scopes: Set<String>
    /// The thumbprint of the key to which the token is bound; `nil` for none.
    var thumbprint: String?
    /// The time from which it is invalid, in seconds since 1970.
    var end: Int64
  }

  private struct State {
    var grants: [String: Grant] = [:]
    var assertions = UsedIDs()
    var proofs = ProofCheck()
  }

  /// What the authorization of a request says.
  enum Authorization {
    /// The request has no access token.
    case none
    case allowed
    case refused(HTTPResponse)
  }

  /// Why a token request is refused (RFC 6749, section 5.2).
  private struct Refusal: Error {
    var code: String
    var text: String
    var status = 400
    var nonce: String?
  }

  private let app: ServedServiceApp
  private let randomBytes: @Sendable (Int) -> [UInt8]
  private let nonces: ProofNonces
  private let state = Mutex(State())

  /// The path of the token endpoint.
  static let path = "/oauth2/v1/token"
  /// The seconds for which a token is valid.
  static let lifetime: Int64 = 3600
  /// The maximum number of seconds for which an assertion may be valid.
  private static let assertionMax: Int64 = 3600
  /// The number of tokens before expired ones are removed.
  private static let grantsMax = 1000

  /// Creates a desk.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - randomBytes: Returns random bytes that are suitable for keys.
  init(_ app: ServedServiceApp, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.app = app
    self.randomBytes = randomBytes
    nonces = ProofNonces(key: randomBytes(32))
  }

  // MARK: Token requests

  /// Answers a token request with the client credentials grant; `nil` for any other request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - origin: The address of the org, as the client uses it.
  ///   - now: The time since the start of 1970.
  /// - Returns: The answer.
  func token(_ request: HTTPRequest, at origin: String, now: Duration) -> HTTPResponse? {
    guard request.url.path == ServiceAppDesk.path, request.method == .post,
      let pairs = FormEncoding.decode(request.body.onWire.bytes)
    else { return nil }
    let form = Form(pairs)
    guard form["grant_type"] == "client_credentials" else { return nil }
    let seconds = now.components.seconds
    return state.withLock { state in
      do throws(Refusal) {
        try authenticate(form, at: origin, seconds, &state)
        let thumbprint = try prove(request, at: origin, seconds, &state)
        return try grant(form["scope"] ?? "", thumbprint, seconds, &state)
      } catch {
        return ServiceAppDesk.answer(error)
      }
    }
  }

  /// A form without repeated names.
  private struct Form {
    private let pairs: [FormPair]

    init(_ pairs: [FormPair]) { self.pairs = pairs }

    subscript(name: String) -> String? {
      let found = pairs.filter { $0.name == name }
      return found.count == 1 ? found[0].value : nil
    }
  }

  /// Checks the assertion of the app (RFC 7523, section 3).
  private func authenticate(
    _ form: Form, at origin: String, _ now: Int64, _ state: inout State
  ) throws(Refusal) {
    func refuse(_ text: String) -> Refusal {
      Refusal(code: "invalid_client", text: text, status: 401)
    }
    guard form["client_assertion_type"] == ClientTokens.assertionType,
      let assertion = form["client_assertion"].flatMap({ SignedToken($0) })
    else { throw refuse("A client_assertion of the type jwt-bearer is required.") }
    let claims = assertion.claims
    guard claims["iss"]?.string == app.clientID, claims["sub"]?.string == app.clientID,
      form["client_id"] ?? app.clientID == app.clientID
    else { throw refuse("The client_assertion's 'iss' or 'sub' isn't the client id.") }
    if let id = assertion.header["kid"]?.string, let known = app.key.id, id != known {
      throw refuse("The client_assertion names a key that the app doesn't have.")
    }
    guard assertion.isSigned(by: app.key) else {
      throw refuse("The client_assertion signature is invalid.")
    }
    let audiences = claims["aud"]?.array?.compactMap(\.string) ?? [claims["aud"]?.string ?? ""]
    guard audiences.contains(origin + ServiceAppDesk.path) else {
      throw refuse("The client_assertion's 'aud' isn't the token endpoint.")
    }
    guard let end = claims["exp"]?.integer.map(Int64.init), end > now,
      end <= now + ServiceAppDesk.assertionMax
    else { throw refuse("The client_assertion's 'exp' is past, or more than an hour ahead.") }
    if let id = claims["jti"]?.string {
      guard state.assertions.use(id, until: end, now: now) else {
        throw refuse("The client_assertion was already used.")
      }
    }
  }

  /// Checks the proof of a token request, and returns the thumbprint of its key.
  private func prove(
    _ request: HTTPRequest, at origin: String, _ now: Int64, _ state: inout State
  ) throws(Refusal) -> String? {
    guard app.requiresDPoP || request.headers["DPoP"] != nil else { return nil }
    let nonces = self.nonces.valid(at: now)
    do throws(ProofCheck.Refusal) {
      return try state.proofs.check(
        request, ProofCheck.Demand(nonces: nonces), at: origin, now: now)
    } catch {
      switch error {
      case .invalid(let text): throw Refusal(code: "invalid_dpop_proof", text: text)
      case .nonce:
        throw Refusal(
          code: "use_dpop_nonce", text: "Authorization server requires nonce in DPoP proof.",
          nonce: nonces[0])
      }
    }
  }

  private func grant(
    _ scope: String, _ thumbprint: String?, _ now: Int64, _ state: inout State
  ) throws(Refusal) -> HTTPResponse {
    let asked = scope.split(separator: " ").map(String.init)
    guard !asked.isEmpty else {
      throw Refusal(code: "invalid_scope", text: "The request needs scopes.")
    }
    let scopes = asked.filter(app.scopes.contains)
    guard !scopes.isEmpty else {
      throw Refusal(
        code: "consent_required", text: "You are not allowed any of the requested scopes.")
    }
    let text = Base64URL.encode(randomBytes(32))
    if state.grants.count >= ServiceAppDesk.grantsMax {
      state.grants = state.grants.filter { $0.value.end > now }
    }
    state.grants[text] = Grant(
      scopes: Set(scopes), thumbprint: thumbprint, end: now + ServiceAppDesk.lifetime)
    return ServiceAppDesk.answer(
      200,
      [
        "token_type": .string(thumbprint == nil ? "Bearer" : "DPoP"),
        "expires_in": .whole(ServiceAppDesk.lifetime), "access_token": .string(text),
        "scope": .string(scopes.joined(separator: " ")),
      ])
  }

  private static func answer(_ refusal: Refusal) -> HTTPResponse {
    var response = answer(
      refusal.status,
      ["error": .string(refusal.code), "error_description": .string(refusal.text)])
    if let nonce = refusal.nonce { response.headers["dpop-nonce"] = nonce }
    return response
  }

  private static func answer(_ status: Int, _ json: JSON) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: .json(json))
  }

  // MARK: Requests to the API

  /// Checks the access token of a request to the management API.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - list: The first word of the path after `/api/v1/`.
  ///   - origin: The address of the org, as the client uses it.
  ///   - now: The time since the start of 1970.
  /// - Returns: What the token says.
  func authorization(
    of request: HTTPRequest, to list: String, at origin: String, now: Duration
  ) -> Authorization {
    let words = (request.headers["Authorization"] ?? "").split(separator: " ").map(String.init)
    guard words.count == 2, let scheme = words.first?.lowercased(),
      ["bearer", "dpop"].contains(scheme)
    else { return .none }
    let seconds = now.components.seconds
    return state.withLock { state in
      guard let grant = state.grants[words[1]], grant.end > seconds,
        (scheme == "dpop") == (grant.thumbprint != nil)
      else {
        let isBound = state.grants[words[1]]?.thumbprint != nil
        return .refused(
          ServiceAppDesk.refusal(
            401, "E0000011", "Invalid token provided",
            challenge: "\(isBound ? "DPoP" : "Bearer") error=\"invalid_token\""))
      }
      if let thumbprint = grant.thumbprint {
        let proof = try? state.proofs.check(
          request, ProofCheck.Demand(token: words[1]), at: origin, now: seconds)
        guard proof == thumbprint else {
          return .refused(
            ServiceAppDesk.refusal(
              401, "E0000011", "Invalid token provided",
              challenge: "DPoP error=\"invalid_dpop_proof\""))
        }
      }
      guard let scope = ServedServiceApp.scopesByList[list], grant.scopes.contains(scope) else {
        return .refused(
          ServiceAppDesk.refusal(
            403, "E0000006", "You do not have permission to perform the requested action",
            challenge: "Bearer error=\"insufficient_scope\""))
      }
      return .allowed
    }
  }

  private static func refusal(
    _ status: Int, _ code: String, _ text: String, challenge: String
  ) -> HTTPResponse {
    var response = answer(status, ["errorCode": .string(code), "errorSummary": .string(text)])
    response.headers["WWW-Authenticate"] = challenge
    return response
  }
}
