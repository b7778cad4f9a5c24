import FlowEngine
import FlowHTTP
import SimulatorKit

/// The endpoints for browsers: pages, login, and the bridge from a token to a session (section
/// 7.2).
struct BrowserSessions: MobileIdPPart {
  let turn: MobileIdPTurn

  /// The name of a session's cookie.
  private static let cookie = "sid"

  /// The browser's session; `nil` if it has no valid session.
  func session() -> (number: Int, session: MobileIdPState.Session)? {
    for header in request.headers.all("Cookie") where header.utf8.count <= MobileIdPLimits.field {
      for pair in header.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == BrowserSessions.cookie,
          let number = state.sessions.number(of: String(parts[1])),
          let session = state.sessions[number], now < session.expires
        else { continue }
        return (number, session)
      }
    }
    return nil
  }

  /// Begins a session, and redirects the browser.
  private func begin(
    _ user: String, grant: Int? = nil, then target: String
  ) -> HTTPResponse {
    let session = MobileIdPState.Session(
      text: Secret(draw.handle(of: state.sessions.next)), user: user,
      expires: now + org.lifetimes.accessToken, grant: grant)
    state.sessions.append(session)
    var response = MobileIdPTurn.redirect(origin + target)
    let secure = request.url.scheme == .https ? "; Secure" : ""
    response.headers["Set-Cookie"] =
      "\(BrowserSessions.cookie)=\(session.text.reveal()); Path=/; HttpOnly\(secure)"
    return response
  }

  // MARK: Login

  /// The errors that a login page can show, by the parameter `error` of its address.
  private static let pageErrors = [
    HTTPRefusal(
      code: "web_scope_missing", "the session can't be opened: the scope `web` is missing"),
    HTTPRefusal(code: "session_expired", "your session has expired: log in again"),
  ]

  /// Shows the login page; without a start URL the page has no next step.
  func loginPage(_ form: MobileIdPForm) throws(HTTPRefusal) -> HTTPResponse {
    let code = try form.value("error")
    var page = MobileIdPPage.Login(
      username: try form.value("username"), startURL: try form.value("startURL"),
      error: BrowserSessions.pageErrors.first { $0.code == code })
    guard let start = page.startURL else { return show(.login(page)) }
    // A start URL on another server is ignored.
    if !isOwnPath(start) { page.startURL = nil }
    return show(.login(page))
  }

  /// Handles a login with a password, or with an assertion instead of the password.
  ///
  /// Users can log in only at their own host.
  func logIn(_ form: MobileIdPForm) throws(HTTPRefusal) -> HTTPResponse {
    let start = try form.required("startURL")
    guard isOwnPath(start) else { throw .invalidRequest("startURL isn't a path of this server") }
    let username = try form.value("username")
    let password = try form.value("password").map { Secret($0) }
    let assertion = try form.value("assertion")
    guard let user = username.flatMap(user), user.host == host,
      assertion.map({ redeem($0, for: user) }) ?? (password != nil && user.password == password)
    else {
      let error = HTTPRefusal(
        code: "invalid_login", "Please check your username and password.")
      return show(
        .login(MobileIdPPage.Login(username: username, startURL: start, error: error)))
    }
    // The next page reports whether the user may continue (section 7.1: `inactive_user`).
    return begin(user.username, then: start)
  }

  /// Whether an assertion is valid for a user at this host; a valid one is used up.
  private func redeem(_ text: String, for user: MobileIdPOrg.User) -> Bool {
    guard let number = state.assertions.number(of: text),
      let assertion = state.assertions[number], !assertion.isUsed, now < assertion.expires,
      assertion.user == user.username, assertion.host == host
    else { return false }
    state.assertions[number]?.isUsed = true
    return true
  }

  // MARK: Bridge

  /// Answers `POST /services/oauth2/singleaccess` with a link to a session of the token's user.
  func bridge(_ form: MobileIdPForm) throws(HTTPRefusal) -> HTTPResponse {
    guard let (_, grant) = bearer() else {
      return .json(
        401,
        [["errorCode": "INVALID_SESSION_ID", "message": "Session expired or invalid"]])
    }
    if let code = fault(at: .bridge) { throw .fault(code) }
    if let key = state.grants[grant]?.client { trace?.note(.bridged(client: key)) }
    let target = try form.required("redirect_uri")
    guard isOwnPath(target) else {
      throw .invalidRequest("redirect_uri isn't a path of this server")
    }
    let bridge = MobileIdPState.Bridge(
      text: Secret(draw.handle(of: state.bridges.next)), grant: grant, target: target,
      expires: now + MobileIdPLimits.bridgeLife)
    state.bridges.append(bridge)
    let link = "\(origin)\(MobileIdPEndpoint.frontdoor.rawValue)?otp=\(bridge.text.reveal())"
    return .json(200, ["frontdoor_uri": .string(link)])
  }

  /// Answers `GET /secur/frontdoor.jsp`: follows a link of the bridge, once.
  ///
  /// If the app that requested the link doesn't have the scope `web`, the result is a login page
  /// without a next step (rule K5).
  func crossBridge(_ form: MobileIdPForm) throws(HTTPRefusal) -> HTTPResponse {
    let text = try form.required("otp")
    guard let number = state.bridges.number(of: text), let bridge = state.bridges[number],
      !bridge.isUsed, now < bridge.expires, let grant = state.grants[bridge.grant],
      !grant.isRevoked
    else { return toLoginPage("session_expired") }
    state.bridges[number]?.isUsed = true
    guard grant.scopes.contains("web") else { return toLoginPage("web_scope_missing") }
    return begin(grant.user, grant: bridge.grant, then: bridge.target)
  }

  private func toLoginPage(_ error: String) -> HTTPResponse {
    MobileIdPTurn.redirect("\(origin)\(MobileIdPEndpoint.login.rawValue)?error=\(error)")
  }
}
