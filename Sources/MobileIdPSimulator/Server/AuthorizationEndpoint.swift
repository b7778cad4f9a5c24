import FlowEngine
import FlowHTTP
import SimulatorKit

/// The authorize endpoint (section 7.1).
struct AuthorizationEndpoint: MobileIdPPart {
  let turn: MobileIdPTurn

  /// Answers a browser that an app has sent to the authorize endpoint.
  ///
  /// Until the client and the redirect are verified, an error is a page (RFC 6749, section
  /// 4.1.2.1). After that, the redirect receives the error.
  func authorize(_ form: MobileIdPForm) throws(HTTPRefusal) -> HTTPResponse {
    let connected: MobileIdPOrg.ConnectedApp
    let redirect: String
    do throws(HTTPRefusal) {
      (connected, redirect) = try client(form)
    } catch {
      return show(.error(error))
    }
    var state: String?
    do throws(HTTPRefusal) {
      state = try form.value("state")
      let session = browserSessions.session()
      let asked = try asked(form, connected, redirect, in: session)
      if let code = fault(at: .authorize) {
        let mark = "ec-"
        guard code.hasPrefix(mark) else { throw .fault(code) }
        return redirected(
          redirect, [FormPair("ec", String(code.dropFirst(mark.count)))], state: state)
      }
      return try proceed(asked, session, hint: try form.value("login_hint"))
    } catch {
      return refused(error, redirect, state: state)
    }
  }

  /// The client and its redirect, which must be registered in exactly this form (rule K6).
  ///
  /// The method throws `invalid_client_id`, `redirect_uri_missing` or `redirect_uri_mismatch`.
  private func client(
    _ form: MobileIdPForm
  ) throws(HTTPRefusal) -> (MobileIdPOrg.ConnectedApp, redirect: String) {
    guard let key = try form.value("client_id"), let connected = org.connectedApp(key) else {
      throw .unknownClient
    }
    guard let redirect = try form.value("redirect_uri") else {
      throw HTTPRefusal(code: "redirect_uri_missing", "redirect_uri is missing")
    }
    guard connected.callbacks.contains(redirect) else {
      throw HTTPRefusal(
        code: "redirect_uri_mismatch", "redirect_uri must match configuration")
    }
    return (connected, redirect)
  }

  /// The authorization request, validated as far as possible without a user.
  private func asked(
    _ form: MobileIdPForm, _ connected: MobileIdPOrg.ConnectedApp, _ redirect: String,
    in session: (number: Int, session: MobileIdPState.Session)?
  ) throws(HTTPRefusal) -> MobileIdPState.Asked {
    guard try form.value("response_type") == "code" else {
      throw HTTPRefusal(code: "unsupported_response_type", "response type not supported")
    }
    // Rule K2: the client must not have the key or a callback of the provider that opened this
    // session.
    if let grant = session?.session.grant.flatMap({ state.grants[$0] }) {
      let callbacks = org.connectedApp(grant.client)?.callbacks ?? []
      guard grant.client != connected.key, !callbacks.contains(redirect) else {
        throw HTTPRefusal(code: "invalid_client_credentials", "invalid credentials")
      }
    }
    var scopes: [String] = []
    for scope in (try form.value("scope") ?? "").split(separator: " ").map(String.init)
    where !scopes.contains(scope) {
      guard connected.scopes.contains(scope) else {
        throw HTTPRefusal(code: "invalid_scope", "the requested scope is not allowed")
      }
      scopes.append(scope)
    }
    // If no scopes are requested, all scopes of the connected app are granted (decision D6).
    if scopes.isEmpty { scopes = connected.scopes }
    return MobileIdPState.Asked(
      client: connected.key, redirect: redirect, challenge: try challenge(form), scopes: scopes,
      state: try form.value("state"))
  }

  /// The request's `S256` challenge (RFC 7636, section 4.3; section 6 of the flow).
  private func challenge(_ form: MobileIdPForm) throws(HTTPRefusal) -> String {
    guard try form.value("code_challenge_method") ?? "S256" == "S256" else {
      throw .invalidRequest("code_challenge_method must be S256")
    }
    let challenge = try form.required("code_challenge")
    let isSound = challenge.utf8.allSatisfy {
      (48...57).contains($0) || (97...122).contains($0 | 32) || "-_".utf8.contains($0)
    }
    guard challenge.utf8.count == MobileIdPLimits.challenge, isSound else {
      throw .invalidRequest("code_challenge is not SHA-256 in base64url")
    }
    return challenge
  }

  /// Continues with the user: checks session and status, asks for an approval, and issues a code.
  private func proceed(
    _ asked: MobileIdPState.Asked, _ session: (number: Int, session: MobileIdPState.Session)?,
    hint: String?
  ) throws(HTTPRefusal) -> HTTPResponse {
    guard let (number, session) = session, let user = user(session.user) else {
      return show(.login(MobileIdPPage.Login(username: hint, startURL: request.url.target)))
    }
    if let grant = session.grant, state.grants[grant]?.isRevoked ?? true {
      return redirected(asked.redirect, [FormPair("ec", "301")], state: asked.state)
    }
    if let refusal = refusal(of: user) { throw refusal }
    let approved = state.approvals[.init(user: user.username, client: asked.client)] ?? []
    let isNeeded = org.connectedApp(asked.client)?.needsApproval ?? true
    guard isNeeded, !approved.isSuperset(of: asked.scopes) else { return issue(asked, user) }
    let page = MobileIdPState.ApprovalPage(
      text: Secret(draw.handle(of: state.pages.next)), session: number, asked: asked)
    state.pages.append(page)
    return show(
      .approval(
        MobileIdPPage.Approval(
          page: page.text, appName: appName(asked.client), scopes: asked.scopes,
          username: user.username)))
  }

  /// The client's name, to show to the user.
  private func appName(_ key: String) -> String {
    org.apps.first { $0.consumerKey == key && $0.role != .hostile }?.name ?? key
  }

  /// Issues a code, and redirects the browser with the code.
  private func issue(
    _ asked: MobileIdPState.Asked, _ user: MobileIdPOrg.User
  ) -> HTTPResponse {
    let code = MobileIdPState.Code(
      text: Secret(draw.handle(of: state.codes.next)), asked: asked, user: user.username,
      expires: now + org.lifetimes.code)
    state.codes.append(code)
    return redirected(
      asked.redirect, [FormPair("code", code.text.reveal())], state: asked.state)
  }

  /// Handles the user's decision on an approval page.
  func decide(_ form: MobileIdPForm) throws(HTTPRefusal) -> HTTPResponse {
    let text = try form.required("page")
    guard let number = state.pages.number(of: text), let page = state.pages[number],
      !page.isAnswered, let session = browserSessions.session(), session.number == page.session
    else { throw .invalidRequest("the approval page is not open in this session") }
    let asked = page.asked
    switch try form.required("decision") {
    case "allow":
      state.pages[number]?.isAnswered = true
      guard let user = user(session.session.user) else { throw .invalidRequest("no user") }
      if let refusal = refusal(of: user) {
        return refused(refusal, asked.redirect, state: asked.state)
      }
      state.approvals[.init(user: user.username, client: asked.client), default: []]
        .formUnion(asked.scopes)
      return issue(asked, user)
    case "deny":
      state.pages[number]?.isAnswered = true
      return refused(
        HTTPRefusal(code: "access_denied", "end-user denied authorization"), asked.redirect,
        state: asked.state)
    default: throw .invalidRequest("decision must be allow or deny")
    }
  }

  // MARK: Redirects

  private func refused(_ error: HTTPRefusal, _ redirect: String, state: String?) -> HTTPResponse {
    redirected(
      redirect, [FormPair("error", error.code), FormPair("error_description", error.message)],
      state: state)
  }

  private func redirected(_ redirect: String, _ pairs: [FormPair], state: String?) -> HTTPResponse {
    let pairs = pairs + (state.map { [FormPair("state", $0)] } ?? [])
    let mark = redirect.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return MobileIdPTurn.redirect(redirect + mark + FormEncoding.encode(pairs))
  }
}
