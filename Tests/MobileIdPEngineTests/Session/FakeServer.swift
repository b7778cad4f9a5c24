import FlowEngine
import FlowHTTP
import FlowLock

/// An authorization server of the base world, as far as the apps use it; specified answers come
/// first.
final class FakeServer: Transport {
  typealias Reply = Result<HTTPResponse, TransportFailure>

  private struct State {
    var instead: [String: [Reply]] = [:]
    var requests: [HTTPRequest] = []
    /// The address that the session bridge leads to.
    var target = "/"
  }

  private let state = Mutex(State())
  /// The users whose tokens a code of the client, and one of the provider, can be exchanged for.
  private let users: Mutex<(client: String, provider: String)>
  private let needsApproval: Bool

  static let password = "Correct-Horse-1"
  static let assertion = "assertion-1"

  init(_ user: String = Known.ada, needsApproval: Bool = true) {
    users = Mutex((user, user))
    self.needsApproval = needsApproval
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// The requests to a path.
  func requests(_ path: String) -> [HTTPRequest] { requests.filter { $0.url.path == path } }

  /// Sets the answer to the next request to a path.
  func answer(_ path: String, _ reply: Reply) {
    state.withLock { $0.instead[path, default: []].append(reply) }
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let path = request.url.path
    let instead = state.withLock { state -> Reply? in
      state.requests.append(request)
      guard let replies = state.instead[path], let first = replies.first else { return nil }
      state.instead[path] = Array(replies.dropFirst())
      return first
    }
    if let instead { return try instead.get() }
    let form = Self.pairs(request)
    switch path {
    case EndpointPathName.authorize: return authorize(request)
    case EndpointPathName.login: return logIn(form)
    case EndpointPathName.bridge:
      state.withLock { $0.target = form["redirect_uri"] ?? "/" }
      return Answer.bridge
    case EndpointPathName.frontdoor:
      return Answer.redirect("https://login.salesforce.com" + state.withLock { $0.target })
    case EndpointPathName.approval:
      return form["decision"] == "allow" ? Answer.code : Answer.denied
    case EndpointPathName.token:
      let isOwn = form["client_id"] == "IDP_KEY"
      let user = users.withLock { isOwn ? $0.provider : $0.client }
      return isOwn
        ? Answer.tokens(user, access: "provider-access-1", refresh: "provider-refresh-1")
        : Answer.tokens(user)
    default: return HTTPResponse(status: 404)
    }
  }

  private func authorize(_ request: HTTPRequest) -> HTTPResponse {
    guard request.headers["Cookie"] != nil else {
      return Answer.json(
        200,
        [
          "page": "login",
          "startURL": .string(request.url.target),
        ])
    }
    let query = FormEncoding.decode(Array((request.url.query ?? "").utf8)) ?? []
    if query.contains(FormPair("client_id", "IDP_KEY")) { return Answer.ownCode }
    return needsApproval ? Answer.approvalPage : Answer.code
  }

  private func logIn(_ form: [String: String]) -> HTTPResponse {
    let start = form["startURL"] ?? "/"
    let isRight = form["password"] == Self.password || form["assertion"] == Self.assertion
    return isRight
      ? Answer.redirect("https://login.salesforce.com" + start)
      : Answer.json(
        200,
        [
          "page": "login", "startURL": .string(start), "error": "invalid_login",
          "message": "Please check your username and password.",
        ])
  }

  static func pairs(_ request: HTTPRequest) -> [String: String] {
    guard case .form(let pairs) = request.body else { return [:] }
    return Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }
}
