import FlowText
import FlowEngine
import FlowHTTP
import SimulatorKit

/// Answers requests to the endpoints of the Identity Engine.
///
/// The handle in a request identifies its transaction.
struct IDXRequests: TurnPart {
  let turn: Turn

  /// The status and the JSON body of an Identity Engine response.
  struct Answer {
    var status: Int
    var json: JSON
  }

  /// Answers a request to an endpoint of the Identity Engine.
  func answer(_ endpoint: IDXEndpoint, _ body: HTTPBody) -> Answer {
    do throws(Refusal) {
      let body = try FormBody(body)
      if endpoint == .introspect { return try introspect(body) }
      var transaction = try transaction(body.requiredText("stateHandle"))
      now = turn.time(of: transaction)
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

  /// Begins a transaction for a request to `interact`.
  func begin(_ interaction: Interaction) -> Transaction {
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
    if policy.offersPasskeysAtFirst {
      transaction.autofillNonce = draw.text(PasskeyCeremony.nonceDigits)
    }
    state.transactions.append(transaction)
    return transaction
  }

  private func newStateHandle(_ number: Int) -> String {
    IDXRequests.stateHandlePrefix + draw.handle(of: number)
  }

  static let stateHandlePrefix = "02.id."

  /// Returns the number of the transaction that a state handle names; `nil` if the handle is
  /// malformed.
  static func number(ofStateHandle handle: String) -> Int? {
    Handle.number(in: handle, behind: stateHandlePrefix)
  }

  /// Returns the current page of a transaction, without new messages.
  ///
  /// If the transaction hasn't begun, this method first continues the browser's session.
  private func introspect(_ body: FormBody) throws(Refusal) -> Answer {
    if let handle = try body.text("stateToken") {
      return page(try transaction(handle), .next)
    }
    let handle = try body.requiredText("interactionHandle")
    guard let number = Handle.number(in: handle), var transaction = state.transactions[number],
      transaction.interactionHandle == handle, transaction.expires > turn.time(of: transaction)
    else { throw Refusal(401, .sessionExpired) }
    now = turn.time(of: transaction)
    guard transaction.stage == .identify, transaction.person == .nobody || transaction.resumes
    else {
      return page(transaction, .next)
    }
    browserSession.joinSession(of: nil, &transaction)
    let reply = transaction.resumes ? signOn.advance(&transaction) : .next
    if transaction.resumes { state.transactions[number] = transaction }
    return page(transaction, reply)
  }

  /// Returns the transaction that a state handle names.
  private func transaction(_ handle: String) throws(Refusal) -> Transaction {
    guard let number = IDXRequests.number(ofStateHandle: handle),
      let transaction = state.transactions[number], transaction.stateHandle == handle,
      transaction.expires > turn.time(of: transaction)
    else { throw Refusal(401, .sessionExpired) }
    return transaction
  }

  func page(_ transaction: Transaction, _ reply: Reply) -> Answer {
    org.decisions.append(transaction, to: &extraHeaders)
    let account = turn.account(of: transaction)
    let page = Page(
      org: org, transaction: transaction, account: account, reply: reply, memo: turn.memo)
    return Answer(status: reply.status, json: page.json)
  }

  /// Handles a form, or throws a refusal if the current page of the transaction doesn't offer the
  /// form.
  func perform(
    _ endpoint: IDXEndpoint, _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    if transaction.person != .nobody, !turn.hasAccount(transaction) {
      // The account was removed because too many users have signed up since.
      throw Refusal(401, .sessionExpired)
    }
    switch endpoint {
    case .introspect, .cancel:
      transaction.restart()
      transaction.ignoresSession = true
      return .next
    case .identify: return try identification.identify(body, &transaction)
    case .selectIdentify: return try identification.selectIdentify(&transaction)
    case .challenge: return try factorChallenge.challenge(body, &transaction)
    case .answer: return try factorChallenge.answer(body, &transaction)
    case .answerAutofill: return try passkeyCeremony.answerAutofill(body, &transaction)
    case .resend, .send: return try appEnrollment.send(body, &transaction)
    case .poll, .authenticatorsPoll:
      return try oktaVerifyChallenge.poll(endpoint, body, &transaction)
    case .credentialEnroll: return try enrollment.credentialEnroll(body, &transaction)
    case .enroll: return try signUp.startRegistration(&transaction)
    case .enrollNew: return try signUp.enrollNew(body, &transaction)
    case .recover: return try recovery.recover(&transaction)
    case .skip: return try enrollment.skip(&transaction)
    case .unlockAccount: return try recovery.startUnlock(&transaction)
    case .keepMeSignedIn: return try finalQuestions.keepMeSignedIn(body, &transaction)
    case .consent:
      if case .linkConsent(let link) = transaction.stage {
        return try mailLink.consent(to: link, body, &transaction)
      }
      return try finalQuestions.consent(body, &transaction)
    }
  }
}

extension Refusal {
  /// The refusal of a form that the current page doesn't offer.
  static let notOffered = Refusal(403, .accessDenied)
}
