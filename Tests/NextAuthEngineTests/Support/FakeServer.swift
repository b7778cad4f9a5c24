import FlowEngine
import FlowHTTP
import FlowLock

/// A server and the world around one device, scripted by a test's settings.
final class FakeServer: Transport {
  struct State: Sendable {
    var accounts: [(id: String, name: String)] = [("A1", "jane")]
    /// The names of another server's accounts.
    var strangers: [String] = []
    var factors: JSONObject = ["pin": true]
    var configuration: JSONObject = [:]
    var history: [JSON] = []
    var parameters: JSONObject = ["pingTime": 60, "secondFactor": "always"]
    /// The code with which the server's information fails.
    var parametersFail: Int?
    /// Answers to second factors in turn; after them, 1234 is the right PIN with three attempts.
    var factorAnswers: [JSON] = []
    var wrongPINs = 0
    /// Answers to logins in turn; after them, logins succeed.
    var logins: [JSON] = []
    var events: [JSON] = []
    /// Requests to these paths aren't answered until they are released.
    var holding: Set<String> = []
    /// The received requests.
    var requests: [(path: String, body: JSONObject)] = []
    /// Answers that override everything else, by their paths.
    var overrides: [String: Result<HTTPResponse, TransportFailure>] = [:]

    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [(path: String, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Changes the answers from now on.
  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// The bodies of the requests to a path.
  func requests(_ path: String) -> [JSONObject] {
    state.withLock { $0.requests.filter { $0.path == path }.map(\.body) }
  }

  var paths: [String] { state.withLock { $0.requests.map(\.path) } }

  /// Waits until a request to a path has arrived.
  func arrival(of path: String) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.contains(where: { $0.path == path }) { return true }
        state.watchers.append((path, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Answers the held requests.
  func release() {
    let waiting = state.withLock { state in
      state.holding = []
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let path = request.url.path
    guard case .json(let json) = request.body, let body = json.object else {
      throw .malformed("the request has no JSON")
    }
    let (isHeld, watchers) = state.withLock { state in
      state.requests.append((path, body))
      let watchers = state.watchers.filter { $0.path == path }
      state.watchers.removeAll { $0.path == path }
      return (state.holding.contains(path), watchers)
    }
    watchers.forEach { $0.continuation.resume() }
    if isHeld {
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          if state.holding.isEmpty { return true }
          state.waiting.append(continuation)
          return false
        }
        if isLate { continuation.resume() }
      }
    }
    let result = state.withLock { state in
      state.overrides[path] ?? .success(FakeServer.answer(path, body, &state))
    }
    return try result.get()
  }

  private static func answer(
    _ path: String, _ body: JSONObject, _ state: inout State
  ) -> HTTPResponse {
    switch path {
    case "/sdk/device": return ok(device(state))
    case "/sdk/server-info":
      if let code = state.parametersFail { return failure(code) }
      return ok(.object(state.parameters))
    case "/sdk/second-factor": return ok(factor(body, &state))
    case "/sdk/login": return ok(login(body, &state))
    case "/sdk/events":
      defer { state.events = [] }
      return ok(["events": .array(state.events)])
    case "/outside/qr": return ok(["text": .string(Offer.login(9).text)])
    case "/outside/deep-link": return ok(["url": .string(Offer.login(9).link)])
    case "/outside/push": return ok(["message": .string(Offer.login(9).push(id: "made"))])
    default: return ok([:])
    }
  }

  private static func device(_ state: State) -> JSON {
    let accounts = state.accounts.map {
      JSON.object([
        "id": .string($0.id), "name": .string($0.name), "server": "bank.example",
      ])
    }
    let strangers = state.strangers.map {
      JSON.object(["id": .string($0), "name": .string($0), "server": "other.example"])
    }
    return [
      "accounts": .array(strangers + accounts), "factors": .object(state.factors),
      "configuration": .object(state.configuration),
      "pushKey": .string(Base64URL.encode(Offer.key)), "history": .array(state.history),
    ]
  }

  private static func factor(_ body: JSONObject, _ state: inout State) -> JSON {
    if !state.factorAnswers.isEmpty { return state.factorAnswers.removeFirst() }
    guard body["context"] == "VERIFY", let pin = body["pin"], pin != "1234" else {
      state.wrongPINs = 0
      return ["event": "SUCCESS"]
    }
    state.wrongPINs += 1
    guard state.wrongPINs < 3 else { return ["event": "PIN_BLOCKED"] }
    return ["event": "PIN_FAIL", "remaining": .integer(3 - state.wrongPINs)]
  }

  private static func login(_ body: JSONObject, _ state: inout State) -> JSON {
    if !state.logins.isEmpty { return state.logins.removeFirst() }
    var json: JSONObject = ["result": "ok"]
    if body["kind"] == "enrol", let name = body["name"], let server = body["server"] {
      json["account"] = [
        "id": .string("acc-\(state.accounts.count)"), "name": name, "server": server,
      ]
    }
    if body["appLogin"] == true { json["credentials"] = "web-session" }
    return .object(json)
  }

  static func ok(_ json: JSON) -> HTTPResponse { HTTPResponse(status: 200, body: .json(json)) }

  static func failure(_ code: Int) -> HTTPResponse {
    HTTPResponse(status: 422, body: .json(["error": "refused", "code": .integer(code)]))
  }
}
