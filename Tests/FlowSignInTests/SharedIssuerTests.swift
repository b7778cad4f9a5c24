import FlowEngine
import FlowHTTP
import FlowSignIn
import FlowSignInTesting
import FlowLock
import Testing

/// What the runs of a configuration share: the issuer's description and keys.
@Suite("Shared description and keys")
struct SharedIssuerTests {
  /// Counts the requests by their last path component, and can answer itself.
  private final class Counter: SignInTransport {
    private let base = NetworkTransport()
    private let counts = Mutex<[String: Int]>([:])
    /// Replaces the field `Cache-Control` of each answer, if it isn't `nil`.
    private let control: String?

    init(control: String? = nil) { self.control = control }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      let name = request.url.path.split(separator: "/").last.map(String.init) ?? ""
      counts.withLock { $0[name, default: 0] += 1 }
      var response = try await base.send(request)
      if let control { response.headers["Cache-Control"] = control }
      return response
    }

    subscript(name: String) -> Int { counts.withLock { $0[name] ?? 0 } }
  }

  private static let source = """
    org acme {
      authenticators password
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password }
    }
    on identify           answer identifier = "jane@example.com"
    on challenge password answer passcode = "Correct-Horse-1"
    """

  /// Signs in twice, refreshes and signs out with one configuration.
  private func use(_ counter: Counter) async throws {
    let script = try SignInScript(Self.source)
    let org = try SimulatedOrg(script, scopes: ["openid", "offline_access"])
    let service = try org.serve()
    let configuration = try SignInConfiguration(
      issuer: service.issuer, clientID: service.clientID, redirectURI: service.redirectURI,
      scopes: ["openid", "offline_access"], transport: counter)
    _ = try await script.start(configuration).tokens()
    let tokens = try await script.start(configuration).tokens()
    try await configuration.signOut(try await configuration.refresh(tokens))
    service.stop()
  }

  @Test("They are requested once for all runs, a refresh and a sign-out")
  func once() async throws {
    let counter = Counter()
    try await use(counter)
    #expect(counter["openid-configuration"] == 1)
    #expect(counter["keys"] == 1)
    #expect(counter["token"] == 3)
  }

  @Test(
    "An issuer that forbids it gets a request from each run",
    arguments: ["no-store", "no-cache, no-store", "max-age=0", "max-age=-1", "max-age=x"])
  func never(_ control: String) async throws {
    let counter = Counter(control: control)
    try await use(counter)
    // Two runs, a refresh and a sign-out; the sign-out needs no keys.
    #expect(counter["openid-configuration"] == 4)
    #expect(counter["keys"] == 3)
  }

  @Test("An issuer that makes a new key is asked for its keys again")
  func rotates() async throws {
    let script = try SignInScript(Self.source)
    let org = try SimulatedOrg(script, scopes: ["openid", "offline_access"])
    let service = try org.serve()
    /// Answers a request for keys with a set that lacks the current one, at first.
    final class Late: SignInTransport {
      let base = NetworkTransport()
      let asked = Mutex(0)

      func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let response = try await base.send(request)
        guard request.url.path.hasSuffix("/keys") else { return response }
        let count = asked.withLock { count in
          count += 1
          return count
        }
        guard count == 1 else { return response }
        return HTTPResponse(
          status: 200, headers: ["Cache-Control": "max-age=86400"],
          body: .json([
            "keys": [
              [
                "kty": "RSA", "use": "sig", "kid": "old", "e": "AQAB",
                "n": .string(Base64URL.encode([0x80] + Array(repeating: 1, count: 255))),
              ]
            ]
          ]))
      }
    }
    let late = Late()
    let configuration = try SignInConfiguration(
      issuer: service.issuer, clientID: service.clientID, redirectURI: service.redirectURI,
      transport: late)
    // The first run finds only the old key, and trusts no other.
    let failure = try await #require(throws: SignInFailure.self) {
      try await script.start(configuration).tokens()
    }
    #expect(failure.kind == .untrusted)
    // The next one asks again, although the set may be kept for a day.
    #expect(try await script.start(configuration).tokens().verification == .signature)
    #expect(late.asked.withLock { $0 } == 2)
    service.stop()
  }
}
