import FlowEngine
import FlowHTTP
import SimulatorKit

/// Sessions: the result of a sign-in in a browser, and its use by later ones.
struct BrowserSession: TurnPart {
  let turn: Turn

  // MARK: Continuing a session

  /// Begins with the verifications of the browser's session, if it has one that counts.
  ///
  /// - Parameters:
  ///   - person: The required user; `nil` for any user.
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

  /// Begins with the verifications of a user's browser.
  ///
  /// - Parameters:
  ///   - login: The user.
  ///   - said: The verifications; `nil` for those of the user's settings.
  ///   - transaction: The transaction.
  /// - Throws: A refusal if the user has no such session.
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
    let provider = setting.methods.contains(.password) ? policy.provider(of: account) : nil
    if provider != nil {
      let password = Verification(method: .password, traits: Method.password.traits(of: []))
      proofs.append(Proof(verification: password, at: began))
    }
    for offer in account.enrolments(among: policy.authenticators) {
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

  /// Keeps the verifications for the next sign-in in the browser.
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

  /// The lifetime of the cookie of an endless session: the maximum of browsers.
  private static let persistentLife: Duration = .seconds(400 * 86_400)

  /// Ends the sessions of a user in all browsers.
  func endSessions(of person: Transaction.Person) {
    for number in state.sessions.numbers where state.sessions[number]?.person == person {
      state.sessions[number]?.isEnded = true
    }
  }

  /// Ends the session of the requesting browser.
  ///
  /// If it sends none, ends the sessions of the ID token's user that the token's client opened:
  /// apps other than browsers send no session.
  ///
  /// - Parameter claims: The claims of the token; `nil` if there is no token.
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

  /// Returns the value of one of the request's cookies (RFC 6265, section 4.2).
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

  /// Assigns a token to the device, if it is needed.
  func noteDevice(_ transaction: inout Transaction) {
    guard policy.remembersDevices, transaction.deviceToken == nil else { return }
    transaction.deviceToken = cookie("DT").flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  /// Sets a cookie of the browser.
  ///
  /// Without a lifetime it lasts until the browser is closed.
  func setCookie(_ name: String, _ value: Secret, life: Duration?) {
    var text = "\(name)=\(value.reveal()); Path=/; HttpOnly; SameSite=Lax"
    if org.site.isSecure { text += "; Secure" }
    if let life { text += "; Max-Age=\(life.components.seconds)" }
    extraHeaders.fields.append(HTTPHeaders.Field("Set-Cookie", text))
  }
}

extension Account.SessionSetting {
  /// Returns the session that a browser has according to the setting.
  ///
  /// - Parameters:
  ///   - person: The user, by index.
  ///   - proofs: The verifications.
  ///   - rule: The rule of the session policy under which the session was opened.
  ///   - policy: The org.
  ///   - now: The time of the org, which later circumstances are ahead of.
  /// - Returns: The session.
  func session(
    of person: Int, _ proofs: [Proof], _ rule: SessionRule, _ policy: OrgPolicy, at now: Duration
  ) -> Session {
    var session = Session(
      person: .known(person), proofs: proofs, began: now - age, lastUsed: isInUse ? now : now - age,
      lifetime: rule.lifetime, idle: rule.idle)
    // Users can stay signed in only if the org asks them.
    if staysSignedIn, policy.keepMeSignedIn.isAsked {
      session.lifetime = policy.keepMeSignedIn.lifetime ?? session.lifetime
      session.idle = nil
    }
    return session
  }
}
