public import FlowHTTP
public import SimulatorKit

/// The state of handling one request.
///
/// The parts that answer the request are types that conform to `NextAuthPart`.
final class NextAuthTurn {
  let org: NextAuthOrg
  var state: NextAuthState
  let now: Duration
  var draw: Draw
  /// The actions of the server that coverage counts; `nil` if they aren't recorded.
  var trace: OrgTrace?

  init(org: NextAuthOrg, state: consuming NextAuthState, now: Duration, draw: Draw) {
    self.org = org
    self.state = state
    self.now = now
    self.draw = draw
  }

  /// Answers the request by its path.
  func answer(
    _ path: String, _ body: HTTPBody
  ) throws(HTTPRefusal) -> JSON {
    guard let endpoint = NextAuthEndpoint(rawValue: path) else {
      throw HTTPRefusal(
        404, code: "not-found", "there is nothing at `\(path.prefix(100))`")
    }
    let body = try NextAuthBody(body)
    switch endpoint {
    case .device: return deviceRequests.device()
    case .serverInfo: return try sessionRequests.serverInfo(body)
    case .secondFactor: return try secondFactorRequests.secondFactor(body)
    case .login: return try sessionRequests.login(body)
    case .logout, .abort: return try sessionRequests.endSession(body)
    case .deleteAccount: return try deviceRequests.deleteAccount(body)
    case .events: return deviceRequests.events()
    case .qr: return try offerRequests.showCode(body)
    case .deepLink: return try offerRequests.makeLink(body)
    case .push: return try offerRequests.sendPush(body)
    case .serverLogout: return try outsideEvents.logOut(body, isByPing: false)
    case .pingLost: return try outsideEvents.logOut(body, isByPing: true)
    case .accountDeleted: return try outsideEvents.loseAccount(body)
    case .biometricsRemoved: return try outsideEvents.loseBiometrics(body)
    }
  }
}

/// The endpoints for the SDK, and for the app's surroundings.
enum NextAuthEndpoint: String {
  case device = "/sdk/device"
  case serverInfo = "/sdk/server-info"
  case secondFactor = "/sdk/second-factor"
  case login = "/sdk/login"
  case logout = "/sdk/logout"
  case abort = "/sdk/abort"
  case deleteAccount = "/sdk/delete-account"
  case events = "/sdk/events"
  case qr = "/outside/qr"
  case deepLink = "/outside/deep-link"
  case push = "/outside/push"
  case serverLogout = "/outside/server-logout"
  case pingLost = "/outside/ping-lost"
  case accountDeleted = "/outside/account-deleted"
  case biometricsRemoved = "/outside/biometrics-removed"
}

extension NextAuthOrg {
  /// Answers a request as the servers and the device do.
  ///
  /// The answer is a pure function: the same org, state, request, time and random numbers always
  /// give the same response and state.
  ///
  /// - Parameters:
  ///   - request: The request, of whose address only the path counts.
  ///   - state: The state, which the request changes.
  ///   - now: The time since the start of 1970, UTC.
  ///   - random: The source of nonces and keys, of which each request takes one number.
  ///   - trace: Records the actions that coverage counts; `nil` if they aren't recorded.
  /// - Returns: The response with a JSON body; an error has a word, a sentence, and a code if the
  ///   documentation has one.
  public func answer(
    _ request: HTTPRequest, state: inout NextAuthState, now: Duration,
    random: inout some RandomNumberGenerator, trace: inout OrgTrace?
  ) -> HTTPResponse {
    let seed: UInt64 = random.next()
    guard request.method == .post else {
      var response = HTTPResponse.json(
        405, ["error": "wrong-method", "message": "all requests must use POST"])
      response.headers["Allow"] = "POST"
      return response
    }
    let turn = NextAuthTurn(org: self, state: consume state, now: now, draw: Draw(seed: seed))
    swap(&turn.trace, &trace)
    turn.state.begin(self, at: now, &turn.draw)
    turn.sessionRequests.finishLogins()
    var response: HTTPResponse
    do throws(HTTPRefusal) {
      response = .json(200, try turn.answer(request.url.path, request.body))
    } catch {
      response = .json(error.status, error.json)
    }
    swap(&turn.trace, &trace)
    state = turn.state
    return response
  }
}
