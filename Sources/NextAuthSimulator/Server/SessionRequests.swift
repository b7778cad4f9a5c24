import FlowCrypto
import FlowEngine
import FlowHTTP
import SimulatorKit

/// Answers the SDK's requests at the beginning and the end of a session.
struct SessionRequests: NextAuthPart {
  let turn: NextAuthTurn

  /// Answers `/sdk/server-info` with the server's parameters, when a session begins.
  func serverInfo(_ body: NextAuthBody) throws(HTTPRefusal) -> JSON {
    let (name, nonce, kind) = (try body.requiredText("server"), try body.nonce(), try body.kind())
    let isAppLogin = try body.flag("appLogin")
    guard let server = org.server(named: name) else {
      throw .failure(NextAuthCode.serverNotAllowed)
    }
    let number = state.offer(nonce)
    let offer = number.flatMap { state.offers[$0] }
    if let offer {
      guard offer.server == name, offer.kind == kind, !offer.isUsed, now < offer.expires else {
        throw .failure(NextAuthCode.expired)
      }
    } else if kind == .enrol || isAppLogin == false {
      // An AppLogin has the app's own nonce; every other session must have been offered.
      throw .failure(NextAuthCode.expired)
    }
    if let code = failure(.parameters, server.parameters, of: server) { throw .failure(code) }
    if let number {
      state.offers[number]?.isUsed = true
    } else {
      state.add(
        NextAuthState.Offer(nonce: nonce, kind: kind, server: name, expires: now, isUsed: true))
    }
    state.add(
      NextAuthState.LiveSession(nonce: nonce, kind: kind, server: name, offer: offer, began: now))
    return SessionRequests.parameters(of: server)
  }

  private static func parameters(of server: NextAuthOrg.Server) -> JSON {
    var json: JSONObject = [
      "server": .string(server.name), "pingTime": .seconds(server.pingTime),
      "secondFactor": secondFactor(server.secondFactor),
      "requiredFactors": .array(server.requiredFactors.map { .string($0.rawValue) }),
      "maxPinAttempts": .integer(server.attempts),
      "uniqueDisplayName": .bool(server.hasUniqueNames),
    ]
    if server.showsVisualHash {
      json["visualHash"] = .string(visualHash(of: JSON.object(json).bytes()))
    }
    return .object(json)
  }

  /// The hash that a user compares: the beginning of a digest, in four groups of digits.
  private static func visualHash(of parameters: [UInt8]) -> String {
    let digits = SHA256.hash(parameters).prefix(8).map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] + digits[$0 + 1] }
      .joined(separator: "-")
  }

  private static func secondFactor(_ policy: NextAuthOrg.SecondFactorPolicy) -> JSON {
    switch policy {
    case .never: "never"
    case .always: "always"
    case .after(let time): ["after": .seconds(time)]
    }
  }

  /// The code with which a step fails this time; `nil` if it doesn't fail.
  func failure(
    _ step: NextAuthState.Failure.Step, _ answering: NextAuthOrg.Answering,
    of server: NextAuthOrg.Server
  ) -> Int? {
    guard let code = answering.code else { return nil }
    let failure = NextAuthState.Failure(step: step, server: server.name)
    guard !answering.isOnce || state.failuresToCome.remove(failure) != nil else { return nil }
    trace?.note(.failedStep(failure))
    return code
  }

  /// The running session that a request names; throws if there is none.
  func session(_ body: NextAuthBody) throws(HTTPRefusal) -> (
    index: Int, session: NextAuthState.LiveSession, server: NextAuthOrg.Server
  ) {
    let nonce = try body.nonce()
    guard let index = state.sessions.lastIndex(where: { $0.nonce == nonce }),
      let server = org.server(named: state.sessions[index].server)
    else {
      throw HTTPRefusal(
        404, code: "unknown-session", "no session with this nonce is running")
    }
    return (index, state.sessions[index], server)
  }

  /// Answers `/sdk/logout` and `/sdk/abort`; ending a session that has ended isn't an error.
  func endSession(_ body: NextAuthBody) throws(HTTPRefusal) -> JSON {
    let nonce = try body.nonce()
    _ = try body.text("reason")
    state.endSession(nonce)
    return [:]
  }

  // MARK: Login

  /// Answers `/sdk/login` for a session with its account, after the second factor that it needs.
  func login(_ body: NextAuthBody) throws(HTTPRefusal) -> JSON {
    let (index, session, server) = try session(body)
    guard try body.requiredText("server") == session.server, try body.kind() == session.kind else {
      throw .malformed("the session is for another server, or of another kind")
    }
    guard session.login == nil, session.account == nil else {
      throw .wrongState("the login of the session was already requested")
    }
    // The new account of an enrollment has no id of the server yet.
    let account =
      session.kind == .enrol ? try body.text("account") : try body.requiredText("account")
    let login = NextAuthState.Login(
      account: account, name: try body.text("name"),
      userInput: try body.text("userInput"), isAppLogin: try body.flag("appLogin") ?? false)
    if let input = login.userInput { state.inputs.append(input) }
    state.sessions[index].login = login
    guard server.login.delay == .zero else {
      state.sessions[index].due = now + server.login.delay
      return ["result": "later"]
    }
    return finish(state.sessions[index], login, at: server).json
  }

  /// Completes the logins whose delay is over.
  func finishLogins() {
    let isDue = { (session: NextAuthState.LiveSession) in session.due.map { $0 <= now } ?? false }
    guard state.sessions.contains(where: isDue) else { return }
    let due = state.sessions.filter(isDue)
    for session in due.sorted(by: { ($0.due ?? .zero) < ($1.due ?? .zero) }) {
      guard let login = session.login, let server = org.server(named: session.server) else {
        continue
      }
      // The result is reported before the events that follow from it.
      let place = state.events.count
      let result = finish(session, login, at: server)
      let followers = state.events[min(place, state.events.count)...]
      state.events.removeLast(followers.count)
      state.tell(.loginResult(session.nonce, result))
      for event in followers { state.tell(event) }
    }
  }

  private func finish(
    _ session: NextAuthState.LiveSession, _ login: NextAuthState.Login,
    at server: NextAuthOrg.Server
  ) -> NextAuthState.LoginResult {
    let failure = failure(.login, server.login, of: server) ?? refusal(of: login, session, server)
    if let failure {
      state.endSession(session.nonce)
      return .failed(failure)
    }
    var made: NextAuthOrg.Account?
    trace?.note(
      session.kind == .enrol ? .enrolledAt(server.name) : .loggedIn(login.account ?? ""))
    if session.kind == .enrol {
      let name = newName(session, login)
      let account = NextAuthOrg.Account(
        id: SimulatedID.made("acc", of: server.name, name, session.nonce.text), name: name,
        server: server.name)
      state.accounts.append(account)
      made = account
    }
    if !state.factors.isRegistered {
      state.factors.pin = session.newPIN
      if session.newBiometric { state.factors.biometric = .registered(failures: 0) }
    }
    if server.pingTime == .zero {
      state.endSession(session.nonce)
    } else if session.kind == .enrol, server.endsEnrollments {
      state.endSession(session.nonce)
      state.tell(.logout(session.nonce, isByPing: false))
    } else if let index = state.sessions.firstIndex(where: { $0.nonce == session.nonce }) {
      state.sessions[index].login = nil
      state.sessions[index].due = nil
      state.sessions[index].account = made?.id ?? login.account
    }
    return .ok(account: made, credentials: login.isAppLogin ? Secret(draw.text(40)) : nil)
  }

  private func newName(
    _ session: NextAuthState.LiveSession, _ login: NextAuthState.Login
  ) -> String {
    login.name ?? session.offer?.newName ?? ""
  }

  /// The code of a refusal by the server's own rules; `nil` if the login is allowed.
  private func refusal(
    of login: NextAuthState.Login, _ session: NextAuthState.LiveSession,
    _ server: NextAuthOrg.Server
  ) -> Int? {
    // A session without an offer was started by the app, so it must be an AppLogin.
    guard login.isAppLogin == (session.offer == nil) else { return NextAuthCode.expired }
    guard server.userInput == nil || server.userInput == login.userInput else {
      return NextAuthCode.authenticationFailed
    }
    guard session.isVerified || !needsFactor(session, server) else {
      return NextAuthCode.authenticationFailed
    }
    switch session.kind {
    case .login:
      let isThere = state.accounts.contains {
        $0.id == login.account && $0.server == server.name
      }
      guard isThere else { return NextAuthCode.noAccount }
      let wanted = session.offer?.account ?? login.account
      return wanted == login.account ? nil : NextAuthCode.authenticationFailed
    case .enrol:
      let name = newName(session, login)
      guard 1...NextAuthLimits.name ~= name.utf8.count,
        state.accounts.count < NextAuthLimits.accounts
      else { return NextAuthCode.authenticationError }
      if server.hasUniqueNames,
        state.accounts.contains(where: { $0.name == name && $0.server == server.name })
      {
        return NextAuthCode.nameExists
      }
      let isAlone = state.accounts.isEmpty || !org.device.configuration.hasSingleAccount
      return isAlone ? nil : NextAuthCode.singleAccount
    }
  }

  /// Whether the server requires a second factor (S23, S25); the SDK may require one in other
  /// cases.
  private func needsFactor(
    _ session: NextAuthState.LiveSession, _ server: NextAuthOrg.Server
  ) -> Bool {
    if session.offer == nil { return true }
    if session.kind == .enrol { return server.secondFactor != .never }
    if let isNeeded = session.offer?.needsFactor { return isNeeded }
    switch server.secondFactor {
    case .never: return false
    case .always: return true
    case .after(let time):
      // The time counts from the beginning of the session, so that the user's own time doesn't
      // matter.
      return state.factors.lastInput.map { session.began - $0 >= time } ?? true
    }
  }
}

extension NextAuthState.LoginResult {
  /// The result as the SDK receives it.
  var json: JSON {
    switch self {
    case .failed(let code): return ["result": "failed", "code": .integer(code)]
    case .ok(let account, let credentials):
      var json: JSONObject = ["result": "ok"]
      json["account"] = account.map(\.json)
      json["credentials"] = credentials.map { .string($0.reveal()) }
      return .object(json)
    }
  }
}

extension NextAuthOrg.Account {
  /// The account as the SDK receives it.
  var json: JSON { ["id": .string(id), "name": .string(name), "server": .string(server)] }
}
