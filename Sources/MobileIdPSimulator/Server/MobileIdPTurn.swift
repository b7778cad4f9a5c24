import FlowEngine
public import FlowHTTP
public import SimulatorKit

/// One request's turn: what it may look at and change.
struct MobileIdPTurn {
  let org: MobileIdPOrg
  var state: MobileIdPState
  let now: Duration
  var draw: Draw
  let request: HTTPRequest
  /// The login host that was asked.
  let host: String
  /// What is done on the way to the response; `nil` where nobody asks for it.
  var trace: OrgTrace?

  /// Where the server's own addresses begin.
  var origin: String { request.url.origin }

  /// Answers a request by its path.
  mutating func answer() throws(HTTPRefusal) -> HTTPResponse {
    if request.url.path.hasPrefix(MobileIdPTurn.identityRoot) {
      return request.method == .get ? try identity() : wrongMethod([.get])
    }
    guard let endpoint = MobileIdPEndpoint(rawValue: request.url.path) else {
      throw HTTPRefusal(
        404, code: "not_found", "there is nothing at \(request.url.path.prefix(100))")
    }
    guard endpoint.methods.contains(request.method) else { return wrongMethod(endpoint.methods) }
    let form = try MobileIdPForm(request)
    switch endpoint {
    case .authorize: return try authorize(form)
    case .token: return try token(form)
    case .revoke: return try revoke(form)
    case .userinfo: return try userinfo()
    case .bridge: return try bridge(form)
    case .frontdoor: return try crossBridge(form)
    case .login: return request.method == .get ? try loginPage(form) : try logIn(form)
    case .approval: return try decide(form)
    }
  }

  /// What the identity URL of a user begins with.
  static let identityRoot = "/id/"

  private func wrongMethod(_ methods: [HTTPMethod]) -> HTTPResponse {
    let error = HTTPRefusal(405, code: "wrong_method", "this is asked otherwise")
    var response = HTTPResponse.json(error.status, error.oauthJSON)
    response.headers["Allow"] = methods.map(\.rawValue).joined(separator: ", ")
    return response
  }

  // MARK: What several endpoints do

  /// The error of a place where something goes wrong now.
  mutating func fault(at place: MobileIdPOrg.Fault.Place) -> String? {
    for (number, fault) in org.faults.enumerated()
    where fault.place == place && !state.spentFaults.contains(number) {
      if fault.isOnce { state.spentFaults.insert(number) }
      trace?.note(.appFault(number))
      return fault.code
    }
    return nil
  }

  /// The user of a name, as they type it.
  func user(_ name: String) -> MobileIdPOrg.User? { org.user(name) }

  /// Why a user can't be signed in.
  func refusal(of user: MobileIdPOrg.User) -> HTTPRefusal? {
    switch user.status {
    case .active: nil
    case .inactive: HTTPRefusal(code: "inactive_user", "user is inactive")
    case .orgInactive: HTTPRefusal(code: "inactive_org", "organization is inactive")
    }
  }

  /// The number of the login of a text that settings gave, for `Ring.number(of:preset:)`.
  func preset(_ path: KeyPath<MobileIdPOrg.Login, Secret>, _ text: String) -> Int? {
    let text = Secret(text)
    return org.logins.firstIndex { $0[keyPath: path] == text }
  }

  /// The number of the access token that a request carries, and its login; `nil` where it is none
  /// that is good (RFC 6750, section 2.1).
  func bearer() -> (token: Int, grant: Int)? {
    guard let header = request.headers["Authorization"],
      header.utf8.count <= MobileIdPLimits.field, header.lowercased().hasPrefix("bearer ")
    else { return nil }
    let text = String(header.dropFirst("bearer ".count))
    guard
      let number = state.accessTokens.number(of: text, preset: preset(\.accessToken, text)),
      let token = state.accessTokens[number], !token.isRevoked,
      now < token.expires, let grant = state.grants[token.grant],
      !grant.isRevoked
    else { return nil }
    return (number, token.grant)
  }

  /// Whether a text is a path of this server, with its query: nothing is followed elsewhere.
  func isOwnPath(_ path: String) -> Bool {
    guard path.hasPrefix("/"), !path.hasPrefix("//"), let url = HTTPURL(origin + path) else {
      return false
    }
    return url.isSameOrigin(as: request.url) && url.target == path
  }

  /// Sends a browser on.
  static func redirect(_ location: String) -> HTTPResponse {
    HTTPResponse(status: 302, headers: ["Location": location, "Cache-Control": "no-store"])
  }
}

/// Where apps and their browsers ask (section 7).
enum MobileIdPEndpoint: String, CaseIterable {
  case authorize = "/services/oauth2/authorize"
  case token = "/services/oauth2/token"
  case revoke = "/services/oauth2/revoke"
  case userinfo = "/services/oauth2/userinfo"
  case bridge = "/services/oauth2/singleaccess"
  case frontdoor = "/secur/frontdoor.jsp"
  case login = "/login"
  case approval = "/setup/secur/RemoteAccessAuthorizationPage"

  /// The methods that it answers.
  var methods: [HTTPMethod] {
    switch self {
    case .authorize, .userinfo, .frontdoor: [.get]
    case .token, .revoke, .bridge, .approval: [.post]
    case .login: [.get, .post]
    }
  }
}

extension MobileIdPOrg {
  /// Answers a request: the whole behaviour of the authorization server (section 7), without clock,
  /// network or chance of its own.
  ///
  /// The same org, state, request, time and randomness always give the same response and state. Any
  /// login host of the org is the same server, and so is this machine by a loopback address; a
  /// request to another host is answered with 421.
  ///
  /// Endpoints: `GET /services/oauth2/authorize`, `POST /services/oauth2/token`,
  /// `POST /services/oauth2/revoke`, `GET /services/oauth2/userinfo`, `GET /id/ORG/USER`,
  /// `POST /services/oauth2/singleaccess`, `GET /secur/frontdoor.jsp`, `GET` and `POST /login`,
  /// `POST /setup/secur/RemoteAccessAuthorizationPage`.
  ///
  /// What a browser is shown is a page (`MobileIdPPage`): JSON where `Accept` names
  /// `application/json`, else HTML.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - state: what is changed by it.
  ///   - now: the time since the start of 1970, UTC.
  ///   - random: where codes and tokens come from; one number of it is used a request.
  ///   - trace: takes note of what is done; `nil` for none.
  /// - Returns: the response.
  public func answer(
    _ request: HTTPRequest, state: inout MobileIdPState, now: Duration,
    random: inout some RandomNumberGenerator, trace: inout OrgTrace?
  ) -> HTTPResponse {
    let seed: UInt64 = random.next()
    let asked = request.url.host.lowercased()
    guard loginHosts.contains(asked) || request.url.isLoopback else {
      let error = HTTPRefusal(421, code: "unknown_host", "this host is not of the org")
      return .json(error.status, error.oauthJSON)
    }
    let host = loginHosts.contains(asked) ? asked : loginHosts.first ?? asked
    var turn = MobileIdPTurn(
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
