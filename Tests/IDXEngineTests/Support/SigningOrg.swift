import FlowCrypto
import FlowEngine
import FlowHTTP
import FlowLock
import TestSupport

@testable import IDXEngine

/// An issuer behind a network, as far as a sign-in without steps needs it.
///
/// It describes itself, publishes its key, and answers with an ID token that a test can change.
final class SigningOrg: Transport {
  typealias Answer = @Sendable (HTTPRequest) throws(TransportFailure) -> HTTPResponse?

  /// Its deviations from the correct behavior.
  struct Mischief: Sendable {
    var header: @Sendable (inout JSONObject) -> Void = { _ in }
    var claims: @Sendable (inout JSONObject) -> Void = { _ in }
    var signature: @Sendable (inout [UInt8]) -> Void = { _ in }
    var keys: @Sendable (inout JSONObject) -> Void = { _ in }
    /// The signature covers the claims before this change.
    var claimsAfterSigning: @Sendable (inout JSONObject) -> Void = { _ in }
    /// The maximum age that the client requests, in seconds.
    var maxAge: Double?
  }

  static let keyID = "key-1"
  let clock = ManualClock(now: Org.now)
  let key: RSA.PrivateKey
  private let mischief: Mischief
  private let instead: Answer
  private let log = Mutex<[HTTPRequest]>([])

  var requests: [HTTPRequest] { log.withLock { $0 } }
  var paths: [String] { requests.map(\.url.path) }

  init(_ mischief: Mischief = Mischief(), instead: @escaping Answer = { _ in nil }) throws {
    self.mischief = mischief
    self.instead = instead
    key = try RSA.PrivateKey(der: Base64.decode(TestKey.rsa) ?? [])
  }

  /// An engine for this issuer.
  func engine(_ edit: (inout IDXConfiguration) -> Void = { _ in }) -> IDXEngine {
    var configuration = Org.configuration()
    configuration.isInProcess = false
    edit(&configuration)
    return IDXEngine(
      configuration: configuration, transport: self, clock: clock, randomBytes: Org.bytes)
  }

  /// The result of a sign-in.
  func signIn() async -> Result<Response, EngineFailure> {
    var session = engine().makeSession()
    do throws(EngineFailure) {
      let parameters = mischief.maxAge.map { [FlowEngine.Answer("max-age", .number($0))] } ?? []
      return .success(
        try await session.start(Start(intent: "sign-in", parameters: parameters)))
    } catch { return .failure(error) }
  }

  static let description: JSONObject = [
    "issuer": "https://org.example/oauth2/default",
    "authorization_endpoint": "https://org.example/oauth2/default/v1/authorize",
    "token_endpoint": "https://org.example/oauth2/default/v1/token",
    "jwks_uri": "https://org.example/oauth2/default/v1/keys",
    "revocation_endpoint": "https://org.example/oauth2/default/v1/revoke",
  ]

  /// The key set with the one key.
  var keySet: JSONObject {
    let publicKey = key.publicKey
    return [
      "keys": [
        [
          "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(Self.keyID),
          "n": .string(Base64URL.encode(publicKey.modulus)),
          "e": .string(Base64URL.encode(publicKey.exponent)),
        ]
      ]
    ]
  }

  /// An ID token with the deviations.
  func idToken() -> String {
    var header: JSONObject = ["alg": "RS256", "kid": .string(Self.keyID)]
    mischief.header(&header)
    var claims = Org.claims
    mischief.claims(&claims)
    func part(_ object: JSONObject) -> String { Base64URL.encode(JSON.object(object).bytes()) }
    let signed = part(header) + "." + part(claims)
    var signature = (try? key.signature(of: Array(signed.utf8))) ?? []
    mischief.signature(&signature)
    mischief.claimsAfterSigning(&claims)
    return part(header) + "." + part(claims) + "." + Base64URL.encode(signature)
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    log.withLock { $0.append(request) }
    if let answer = try instead(request) { return answer }
    var tokens = Org.tokens.object ?? [:]
    tokens["id_token"] = .string(idToken())
    let body: JSON
    switch request.url.path {
    case "/oauth2/default/.well-known/openid-configuration": body = .object(Self.description)
    case "/oauth2/default/v1/interact": body = Org.interact
    case "/idp/idx/introspect": body = Org.success
    case "/oauth2/default/v1/token": body = .object(tokens)
    case "/oauth2/default/v1/keys":
      var keys = keySet
      mischief.keys(&keys)
      body = .object(keys)
    case "/oauth2/default/v1/revoke": return HTTPResponse(status: 200)
    default: return HTTPResponse(status: 404)
    }
    return HTTPResponse(status: 200, body: .bytes(body.bytes()))
  }
}
