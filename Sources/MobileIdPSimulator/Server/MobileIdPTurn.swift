import FlowEngine
public import FlowHTTP
public import SimulatorKit

/// The state of handling one request.
///
/// The parts that answer the request are types that conform to `MobileIdPPart`.
final class MobileIdPTurn {
  let org: MobileIdPOrg
  var state: MobileIdPState
  let now: Duration
  var draw: Draw
  let request: HTTPRequest
  /// The login host of the request.
  let host: String
  /// The actions of the server that coverage counts; `nil` if they aren't recorded.
  var trace: OrgTrace?

  init(
    org: MobileIdPOrg, state: consuming MobileIdPState, now: Duration, draw: Draw,
    request: HTTPRequest, host: String
  ) {
    self.org = org
    self.state = state
    self.now = now
    self.draw = draw
    self.request = request
    self.host = host
  }

  /// Answers the request by its path.
  func answer() throws(HTTPRefusal) -> HTTPResponse {
    if request.url.path.hasPrefix(MobileIdPTurn.identityRoot) {
      return request.method == .get ? try tokenEndpoint.identity() : wrongMethod([.get])
    }
    guard let endpoint = MobileIdPEndpoint(rawValue: request.url.path) else {
      throw HTTPRefusal(
        404, code: "not_found", "there is nothing at \(request.url.path.prefix(100))")
    }
    guard endpoint.methods.contains(request.method) else { return wrongMethod(endpoint.methods) }
    let form = try MobileIdPForm(request)
    switch endpoint {
    case .authorize: return try authorizationEndpoint.authorize(form)
    case .token: return try tokenEndpoint.token(form)
    case .revoke: return try tokenEndpoint.revoke(form)
    case .userinfo: return try tokenEndpoint.userinfo()
    case .bridge: return try browserSessions.bridge(form)
    case .frontdoor: return try browserSessions.crossBridge(form)
    case .login:
      return request.method == .get
        ? try browserSessions.loginPage(form) : try browserSessions.logIn(form)
    case .approval: return try authorizationEndpoint.decide(form)
    }
  }

  /// The path with which a user's identity URL begins.
  static let identityRoot = "/id/"

  private func wrongMethod(_ methods: [HTTPMethod]) -> HTTPResponse {
    let error = HTTPRefusal(405, code: "wrong_method", "wrong request method")
    var response = HTTPResponse.json(error.status, error.oauthJSON)
    response.headers["Allow"] = methods.map(\.rawValue).joined(separator: ", ")
    return response
  }

  /// A redirect of the browser to an address.
  static func redirect(_ location: String) -> HTTPResponse {
    HTTPResponse(status: 302, headers: ["Location": location, "Cache-Control": "no-store"])
  }
}

/// The endpoints for apps and their browsers (section 7).
enum MobileIdPEndpoint: String, CaseIterable {
  case authorize = "/services/oauth2/authorize"
  case token = "/services/oauth2/token"
  case revoke = "/services/oauth2/revoke"
  case userinfo = "/services/oauth2/userinfo"
  case bridge = "/services/oauth2/singleaccess"
  case frontdoor = "/secur/frontdoor.jsp"
  case login = "/login"
  case approval = "/setup/secur/RemoteAccessAuthorizationPage"

  /// The methods that the endpoint accepts.
  var methods: [HTTPMethod] {
    switch self {
    case .authorize, .userinfo, .frontdoor: [.get]
    case .token, .revoke, .bridge, .approval: [.post]
    case .login: [.get, .post]
    }
  }
}

extension MobileIdPOrg {
  /// Answers a request as the authorization server does (section 7).
  ///
  /// The answer is a pure function: the same org, state, request, time and random numbers always
  /// give the same response and state. All login hosts of the org, and loopback addresses of this
  /// machine, are the same server. The status for any other host is 421.
  ///
  /// The endpoints are `GET /services/oauth2/authorize`, `POST /services/oauth2/token`, `POST
  /// /services/oauth2/revoke`, `GET /services/oauth2/userinfo`, `GET /id/ORG/USER`, `POST
  /// /services/oauth2/singleaccess`, `GET /secur/frontdoor.jsp`, `GET` and `POST /login`, and `POST
  /// /setup/secur/RemoteAccessAuthorizationPage`.
  ///
  /// A browser receives a page (`MobileIdPPage`): JSON if `Accept` contains `application/json`,
  /// otherwise HTML.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - state: The state, which the request changes.
  ///   - now: The time since the start of 1970, UTC.
  ///   - random: The source of codes and tokens, of which each request takes one number.
  ///   - trace: Records the actions that coverage counts; `nil` if they aren't recorded.
  /// - Returns: The response.
  public func answer(
    _ request: HTTPRequest, state: inout MobileIdPState, now: Duration,
    random: inout some RandomNumberGenerator, trace: inout OrgTrace?
  ) -> HTTPResponse {
    let seed: UInt64 = random.next()
    let asked = request.url.host.lowercased()
    guard loginHosts.contains(asked) || request.url.isLoopback else {
      let error = HTTPRefusal(421, code: "unknown_host", "this host doesn't belong to the org")
      return .json(error.status, error.oauthJSON)
    }
    let host = loginHosts.contains(asked) ? asked : loginHosts.first ?? asked
    let turn = MobileIdPTurn(
      org: self, state: consume state, now: now, draw: Draw(seed: seed), request: request,
      host: host)
    swap(&turn.trace, &trace)
    let response: HTTPResponse
    do throws(HTTPRefusal) {
      response = try turn.answer()
    } catch {
      response = .json(error.status, error.oauthJSON)
    }
    swap(&turn.trace, &trace)
    state = turn.state
    return response
  }
}
