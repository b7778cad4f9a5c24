import FlowText
import FlowEngine
import FlowHTTP
import SimulatorKit

extension Turn {
  /// How an answer of the Identity Engine looks on the wire.
  struct Answer {
    var status: Int
    var json: JSON
  }

  /// Answers a request to an endpoint of the Identity Engine.
  mutating func answer(_ endpoint: IDXEndpoint, _ body: HTTPBody) -> Answer {
    do throws(Refusal) {
      let body = try FormBody(body)
      if endpoint == .introspect { return try introspect(body) }
      var transaction = try transaction(body.requiredText("stateHandle"))
      now = time(of: transaction)
      let reply = try perform(endpoint, body, &transaction)
      if endpoint == .cancel || policy.rotatesStateHandle {
        transaction.take(stateHandle: newStateHandle(transaction.number), at: org.site)
      }
      state.transactions[transaction.number] = transaction
      return page(transaction, reply)
    } catch {
      return Answer(
        status: error.status,
        json: ["version": Ion.version, "messages": IonMessage.collection([error.message])])
    }
  }

  /// Makes a transaction; the answer to `interact`.
  mutating func begin(_ interaction: Interaction) -> Transaction {
    if state.began == nil { state.began = clock }
    let number = state.transactions.next
    let expires = now + policy.transactionLife
    let interactionHandle = draw.handle(of: number)
    let stateHandle = newStateHandle(number)
    var transaction = Transaction(
      .init(
        number: number, interactionHandle: interactionHandle, stateHandle: stateHandle,
        stateField: Ion.stateHandle(stateHandle), interaction: interaction, expires: expires,
        expiresText: CivilTime(expires).iso8601))
    if hasBrowser { transaction.keepForms(at: org.site) }
    if policy.offersPasskeysAtFirst { transaction.autofillNonce = draw.text(Turn.nonceDigits) }
    state.transactions.append(transaction)
    return transaction
  }

  private mutating func newStateHandle(_ number: Int) -> String {
    Turn.stateHandlePrefix + draw.handle(of: number)
  }

  static let stateHandlePrefix = "02.id."

  /// The number of the transaction that a state handle is of, `nil` where it has not the form of one.
  static func number(ofStateHandle handle: String) -> Int? {
    Handle.number(in: handle, behind: stateHandlePrefix)
  }

  /// The page as it is now: nothing is sent again, and nothing changes.
  ///
  /// But where the browser's session has signed somebody on, the transaction begins behind that.
  private mutating func introspect(_ body: FormBody) throws(Refusal) -> Answer {
    if let handle = try body.text("stateToken") {
      return page(try transaction(handle), .next)
    }
    let handle = try body.requiredText("interactionHandle")
    guard let number = Handle.number(in: handle), var transaction = state.transactions[number],
      transaction.interactionHandle == handle, transaction.expires > time(of: transaction)
    else { throw Refusal(401, .sessionExpired) }
    now = time(of: transaction)
    guard transaction.stage == .identify, transaction.person == .nobody || transaction.resumes
    else {
      return page(transaction, .next)
    }
    joinSession(of: nil, &transaction)
    let reply = transaction.resumes ? advance(&transaction) : .next
    if transaction.resumes { state.transactions[number] = transaction }
    return page(transaction, reply)
  }

  /// The transaction of a state handle.
  private func transaction(_ handle: String) throws(Refusal) -> Transaction {
    guard let number = Turn.number(ofStateHandle: handle),
      let transaction = state.transactions[number], transaction.stateHandle == handle,
      transaction.expires > time(of: transaction)
    else { throw Refusal(401, .sessionExpired) }
    return transaction
  }

  mutating func page(_ transaction: Transaction, _ reply: Reply) -> Answer {
    org.decisions.append(transaction, to: &extraHeaders)
    let account = account(of: transaction)
    let page = Page(
      org: org, transaction: transaction, account: account, reply: reply, memo: memo)
    return Answer(status: reply.status, json: page.json)
  }

  /// Has a form carried out, as far as the page that a transaction shows offers it.
  mutating func perform(
    _ endpoint: IDXEndpoint, _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    if transaction.person != .nobody, !hasAccount(transaction) {
      // Whom it is about was dropped, for more have signed up since than are kept.
      throw Refusal(401, .sessionExpired)
    }
    switch endpoint {
    case .introspect, .cancel:
      transaction.restart()
      transaction.ignoresSession = true
      return .next
    case .identify: return try identify(body, &transaction)
    case .selectIdentify: return try selectIdentify(&transaction)
    case .challenge: return try challenge(body, &transaction)
    case .answer: return try answer(body, &transaction)
    case .answerAutofill: return try answerAutofill(body, &transaction)
    case .resend, .send: return try send(body, &transaction)
    case .poll, .authenticatorsPoll: return try poll(endpoint, body, &transaction)
    case .credentialEnroll: return try credentialEnroll(body, &transaction)
    case .enroll: return try startRegistration(&transaction)
    case .enrollNew: return try enrollNew(body, &transaction)
    case .recover: return try recover(&transaction)
    case .skip: return try skip(&transaction)
    case .unlockAccount: return try startUnlock(&transaction)
    case .keepMeSignedIn: return try keepMeSignedIn(body, &transaction)
    case .consent:
      if case .linkConsent(let link) = transaction.stage {
        return try consent(to: link, body, &transaction)
      }
      return try consent(body, &transaction)
    }
  }
}

extension Refusal {
  /// The answer to a form that the current page doesn't offer.
  static let notOffered = Refusal(403, .accessDenied)
}
