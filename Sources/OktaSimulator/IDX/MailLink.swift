import FlowEngine
import FlowHTTP
import SimulatorKit

/// Handles the links in mails ("magic links"), which users open on the same or on another device.
struct MailLink: TurnPart {
  let turn: Turn

  /// Returns the link for a new mail; `nil` if the org's mails have no links.
  func newLink(for transaction: Transaction) -> Transaction.Link? {
    guard policy.emailLink != .off else { return nil }
    let habit = turn.account(of: transaction)?.linkHabit
    let now = now
    return Transaction.Link(
      token: Secret(draw.handle(of: transaction.number)), habit: habit,
      opens: habit.map { now + $0.delay })
  }

  // MARK: The device of the sign-in

  /// Handles `poll`: continues once the link was opened, if the org accepts that without a code.
  func poll(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    switch transaction.stage {
    case .challenge(let challenge) where challenge.method == .email:
      guard challenge.failures < policy.codes.attempts else { return .next }
      guard let isAgreed = decision(on: challenge.code) else { return .next }
      guard isAgreed else { return cancel(&transaction) }
      if factorChallenge.isKeptOut(turn.account(of: transaction), transaction) {
        return identification.refuse(&transaction)
      }
    case .enroll(let enrolling) where enrolling.method == .email:
      guard enrolling.failures < policy.codes.attempts else { return .next }
      guard let isAgreed = decision(on: enrolling.code) else { return .next }
      guard isAgreed else { return cancel(&transaction) }
      turn.change(&transaction) { $0.isEmailVerified = true }
    default:
      // The user verified the email in another tab, so this challenge no longer exists.
      guard transaction.verified.contains(.email) else { throw .notOffered }
      throw Refusal(400, .continuedElsewhere)
    }
    return signOn.verify(.email, &transaction)
  }

  /// Returns whether the user who opened the link agreed to the sign-in.
  ///
  /// Returns `nil` if the link hasn't been opened, or if the user must enter the code.
  private func decision(on code: Transaction.Code?) -> Bool? {
    guard let code, let link = code.link else { return nil }
    if let isAgreed = link.isAgreed { return isAgreed }
    guard let habit = link.habit, let opens = link.opens, opens <= now, opens < code.expires else {
      return nil
    }
    if habit.isHere { return true }
    return policy.emailLink == .asksConsent ? habit.agrees : nil
  }

  private func cancel(_ transaction: inout Transaction) -> Reply {
    transaction.stage = .ended
    return .say(400, .cancelledElsewhere)
  }

  // MARK: The device that opens the link

  /// Returns the response to a browser that opens a link.
  func openLink(_ request: HTTPRequest) -> HTTPResponse {
    let pairs = FormEncoding.decode(Array((request.url.query ?? "").utf8)) ?? []
    let token = pairs.first { $0.name == "token" }.map { Secret($0.value) }
    guard let token, let (transaction, code) = opened(token) else {
      return .ion(400, ["version": Ion.version, "messages": IonMessage.collection([.linkExpired])])
    }
    switch policy.emailLink {
    case .toApp, .off:
      var response = HTTPResponse(status: 302)
      response.headers["Location"] = transaction.interaction.address(with: [
        FormPair("otp", code.digits.reveal())
      ])
      return response
    case .showsCode:
      let account = turn.account(of: transaction)
      let page = Page(org: org, transaction: transaction, account: account, reply: .next)
      return .ion(200, page.linkForms.codeToType(code))
    case .asksConsent:
      now = turn.time(of: transaction)
      var other = idxRequests.begin(transaction.interaction)
      other.context = transaction.context
      other.person = transaction.person
      other.draft = transaction.draft
      other.identifier = transaction.identifier
      other.stage = .linkConsent(token)
      state.transactions[other.number] = other
      let answer = idxRequests.page(other, .next)
      return .ion(answer.status, answer.json)
    }
  }

  /// Returns the transaction that waits for a link and the code in the mail; `nil` if the link
  /// isn't valid.
  private func opened(_ token: Secret) -> (Transaction, Transaction.Code)? {
    guard let number = Handle.number(in: token.reveal()),
      let transaction = state.transactions[number],
      transaction.expires > turn.time(of: transaction), let code = transaction.sentCode,
      code.link?.token == token, code.link?.isAgreed == nil,
      code.expires > turn.time(of: transaction)
    else { return nil }
    return (transaction, code)
  }

  /// Handles `email-challenge-consent`, which decides on the other device whether the sign-in
  /// continues.
  func consent(
    to token: Secret, _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    let isAgreed = try body.requiredFlag("consent")
    transaction.stage = .ended
    guard decide(token, isAgreed) else { return .say(400, .linkExpired) }
    return isAgreed ? .say(200, .returnToTab) : .say(400, .cancelledByUser)
  }

  /// Opens the link of a mail on the device of the sign-in.
  ///
  /// - Returns: Whether the link was still valid.
  func follow(_ address: Secret, agrees: Bool) -> Bool {
    guard let url = HTTPURL(address.reveal()), url.path == Site.linkPath,
      let pairs = FormEncoding.decode(Array((url.query ?? "").utf8)),
      let token = pairs.first(where: { $0.name == "token" })
    else { return false }
    return decide(Secret(token.value), agrees)
  }

  /// Records whether the user who opened a link agrees to the sign-in.
  ///
  /// Returns `false` if the link is no longer valid.
  private func decide(_ token: Secret, _ isAgreed: Bool) -> Bool {
    guard var (first, code) = opened(token) else { return false }
    code.link?.isAgreed = isAgreed
    first.sentCode = code
    state.transactions[first.number] = first
    return true
  }
}

extension Transaction {
  /// The code that was sent for the current page; `nil` if there is none.
  fileprivate var sentCode: Code? {
    get {
      switch self.stage {
      case .challenge(let challenge): challenge.code
      case .enroll(let enrolling): enrolling.code
      default: nil
      }
    }
    set {
      switch self.stage {
      case .challenge(var challenge):
        challenge.code = newValue
        self.stage = .challenge(challenge)
      case .enroll(var enrolling):
        enrolling.code = newValue
        self.stage = .enroll(enrolling)
      default: break
      }
    }
  }
}

extension Site {
  /// The path of the links in mails.
  static let linkPath = "/email/verify"

  /// Returns the full address of a link.
  func address(of link: Transaction.Link) -> Secret {
    let query = FormEncoding.encode([FormPair("token", link.token.reveal())])
    return Secret(origin + Site.linkPath + "?" + query)
  }
}

extension HTTPResponse {
  fileprivate static func ion(_ status: Int, _ json: JSON) -> HTTPResponse {
    .json(status, json, type: Ion.mediaType)
  }
}
