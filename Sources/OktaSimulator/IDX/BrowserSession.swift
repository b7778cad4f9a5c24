import FlowEngine
import FlowHTTP
import SimulatorKit

/// Browser sessions: a sign-in opens a session, and later sign-ins continue it.
struct BrowserSession: TurnPart {
  let turn: Turn

  // MARK: Continuing a session

  /// Continues the browser's session if it is valid for this sign-in.
  ///
  /// The transaction then begins with the verifications of the session.
  ///
  /// - Parameters:
  ///   - person: The user whose session is required; `nil` for any user.
  ///   - transaction: The transaction.
  func joinSession(of person: Transaction.Person?, _ transaction: inout Transaction) {
    noteDevice(&transaction)
    guard !transaction.resumes, !transaction.ignoresSession,
      !transaction.interaction.asksForLogin, let cookie = cookie(BrowserSession.sessionCookie),
      let number = Handle.number(in: cookie), let session = state.sessions[number],
      session.token.reveal() == cookie, person == nil || session.person == person
    else { return }
    join(session, number, &transaction)
  }

  /// Begins as if the browser had a session of a user.
  ///
  /// - Parameters:
  ///   - login: The login of the user.
  ///   - said: The state of the session; `nil` for the `session` in the user's settings.
  ///   - transaction: The transaction.
  /// - Throws: A refusal if the user has no `session` setting, or if the user hasn't enrolled any
  ///   method of `said`.
  func joinSession(
    ofUser login: String, _ said: Account.SessionSetting? = nil, _ transaction: inout Transaction
  ) throws(HTTPRefusal) {
    guard let index = org.logins[login.lowercased()],
      let setting = said ?? state.people[index].session
    else {
      throw .invalidRequest(
        "The 'X-Flow-Session' header takes the name of a user who has a `session`.")
    }
    guard !transaction.interaction.asksForLogin else { return }
    let account = state.people[index]
    let began = clock - setting.age
    var proofs: [Proof] = []
    let provider =
      setting.methods.contains(.password)
      ? policy.provider(of: account, in: transaction.context) : nil
    if provider != nil {
      let password = Verification(method: .password, traits: Method.password.traits(of: []))
      proofs.append(Proof(verification: password, at: began))
    }
    for offer in account.enrollments(among: policy.authenticators) {
      offer.forEach { verification in
        guard setting.methods.contains(Methods(verification.method)),
          !proofs.contains(where: { $0.verification.method == verification.method })
        else { return }
        proofs.append(Proof(verification: verification, at: began))
      }
    }
    guard said == nil || !proofs.isEmpty else {
      throw .invalidRequest(
        "The 'X-Flow-Session-State' header takes what the user has enrolled.")
    }
    let rule = policy.sessionRule(for: account, in: transaction.context)
    var session = setting.session(of: index, proofs, rule, policy, at: clock)
    session.provider = provider
    join(session, nil, &transaction)
  }

  private func join(_ session: Session, _ number: Int?, _ transaction: inout Transaction) {
    guard session.isOpen(at: now), !session.proofs.isEmpty,
      let account = turn.account(of: session.person), account.canSignIn
    else { return }
    if let hint = transaction.interaction.loginHint, turn.person(hint) != session.person { return }
    transaction.person = session.person
    transaction.identifier = account.login
    transaction.provider = session.provider
    transaction.proofs = session.proofs
    for index in transaction.proofs.indices { transaction.proofs[index].isOfSession = true }
    for proof in session.proofs { transaction.verified.insert(Methods(proof.verification.method)) }
    transaction.verifiedAt = session.proofs.map(\.at).max()
    transaction.session = number
    transaction.resumes = true
  }

  // MARK: Opening a session

  /// Stores the verifications in the browser's session for later sign-ins.
  func openSession(_ transaction: inout Transaction) {
    let rule = policy.sessionRule(transaction.sessionRule)
    let old = transaction.session.flatMap { state.sessions[$0] }
    let number = old == nil ? state.sessions.next : transaction.session ?? 0
    var session =
      old
      ?? Session(
        person: transaction.person, clientID: transaction.interaction.clientID, proofs: [],
        token: Secret(draw.handle(of: number)),
        began: now, lastUsed: now, lifetime: rule.lifetime, idle: rule.idle)
    session.proofs = transaction.proofs
    session.provider = transaction.provider
    session.lastUsed = now
    if transaction.staysSignedIn {
      session.lifetime = policy.keepMeSignedIn.lifetime ?? session.lifetime
      session.idle = nil
    }
    if old == nil { state.sessions.append(session) } else { state.sessions[number] = session }
    transaction.session = number
    let isKept = rule.isPersistent || transaction.staysSignedIn || transaction.remembersDevice
    setCookie(
      BrowserSession.sessionCookie, session.token,
      life: isKept ? session.lifetime ?? BrowserSession.persistentLife : nil)
  }

  /// The lifetime of the cookie if the session has no end.
  ///
  /// Browsers allow no longer lifetime.
  private static let persistentLife: Duration = .seconds(400 * 86_400)

  /// Ends the sessions of a user in all browsers.
  func endSessions(of person: Transaction.Person) {
    for number in state.sessions.numbers where state.sessions[number]?.person == person {
      state.sessions[number]?.isEnded = true
    }
  }

  /// Ends the session of the requesting browser.
  ///
  /// A request from an app that isn't a browser has no session cookie. In that case this ends the
  /// sessions that the token's client opened for the token's user.
  ///
  /// - Parameter claims: The claims of the ID token; `nil` if there is no token.
  func endSession(hintedBy claims: JSONObject?) {
    if let cookie = cookie(BrowserSession.sessionCookie) {
      guard let number = Handle.number(in: cookie),
        state.sessions[number]?.token.reveal() == cookie
      else { return }
      state.sessions[number]?.isEnded = true
      return
    }
    guard let subject = claims?["sub"]?.string, let clientID = claims?["aud"]?.string else {
      return
    }
    for number in state.sessions.numbers {
      guard let session = state.sessions[number], session.clientID == clientID,
        turn.account(of: session.person)?.id == subject
      else { continue }
      state.sessions[number]?.isEnded = true
    }
  }

  // MARK: Cookies

  private static let sessionCookie = "idx"

  /// Returns the value of a cookie of the request (RFC 6265, section 4.2); `nil` if there is none.
  private func cookie(_ name: String) -> String? {
    for field in headers.fields where field.name.lowercased() == "cookie" {
      for part in field.value.utf8.split(separator: UInt8(ascii: ";")) {
        let pair = part.drop { $0 == 0x20 }
        guard let equal = pair.firstIndex(of: UInt8(ascii: "=")),
          pair[..<equal].elementsEqual(name.utf8)
        else { continue }
        let value = pair[pair.index(after: equal)...]
        guard value.count <= OrgLimits.fieldLength else { return nil }
        return String(decoding: value, as: UTF8.self)
      }
    }
    return nil
  }

  /// Stores the device token of the browser's `DT` cookie in the transaction, if the org remembers
  /// devices.
  func noteDevice(_ transaction: inout Transaction) {
    guard policy.remembersDevices, transaction.deviceToken == nil else { return }
    transaction.deviceToken = cookie("DT").flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  /// Sets a cookie in the browser.
  ///
  /// A cookie without a lifetime lasts until the browser closes.
  func setCookie(_ name: String, _ value: Secret, life: Duration?) {
    var text = "\(name)=\(value.reveal()); Path=/; HttpOnly; SameSite=Lax"
    if org.site.isSecure { text += "; Secure" }
    if let life { text += "; Max-Age=\(life.components.seconds)" }
    extraHeaders.fields.append(HTTPHeaders.Field("Set-Cookie", text))
  }
}

extension Account.SessionSetting {
  /// Returns the browser session that the setting describes.
  ///
  /// - Parameters:
  ///   - person: The index of the user.
  ///   - proofs: The verifications.
  ///   - rule: The session rule under which the session was opened.
  ///   - policy: The policies of the org.
  ///   - now: The current time of the org.
  /// - Returns: The session.
  func session(
    of person: Int, _ proofs: [Proof], _ rule: SessionRule, _ policy: OrgPolicy, at now: Duration
  ) -> Session {
    var session = Session(
      person: .known(person), proofs: proofs, began: now - age, lastUsed: isInUse ? now : now - age,
      lifetime: rule.lifetime, idle: rule.idle)
    // Users can stay signed in only if the org asks them whether they want to.
    if staysSignedIn, policy.keepMeSignedIn.isAsked {
      session.lifetime = policy.keepMeSignedIn.lifetime ?? session.lifetime
      session.idle = nil
    }
    return session
  }
}
