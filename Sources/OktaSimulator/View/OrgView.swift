import FlowEngine
import FlowHTTP
import SimulatorKit

/// The visible part of an org at a moment: a summary of its state, without passwords, tokens and
/// handles.
///
/// It includes codes and links that were sent, because they are visible in a simulated inbox.
public struct OrgView: Sendable, Hashable {
  /// A user with an account.
  public struct User: Sendable, Hashable {
    /// The name to sign in with.
    public var login: String
    /// The first and the last name, if there are any.
    public var name: String
    /// The status, as settings call it.
    public var status: String
    /// The groups.
    public var groups: [String]
    /// The labels of the enrolled authenticators.
    public var enrolled: [String]
    /// Whether the account was made by a sign-up and not by the settings.
    public var hasSignedUp: Bool
  }

  /// A sign-in, sign-up, recovery or unlock that is in progress or has just ended.
  public struct SignIn: Sendable, Hashable {
    /// Its number, which gives no access to it.
    public var number: Int
    /// The identifier that was typed; `nil` before.
    public var identifier: String?
    /// The purpose of the transaction.
    public var purpose: String
    /// The current step, as scripts call it; `success` or `ended` at the end.
    public var step: String
    /// The label of the authenticator that the step is about.
    public var authenticator: String?
    /// The labels of the verified authenticators.
    public var verified: [String]
    /// Whether it has expired.
    public var isExpired: Bool
  }

  /// A push that wasn't answered yet.
  public struct Push: Sendable, Hashable {
    /// The number of its sign-in.
    public var signIn: Int
    /// The login of the phone's owner.
    public var login: String
    /// The number that the browser shows; `nil` if none has to be found.
    public var number: String?
    /// When it was sent, as time since 1970.
    public var sent: Duration
    /// The time until which it can be answered.
    public var expires: Duration
  }

  /// All users, those of the settings first.
  public var users: [User]
  /// The sign-ins, latest first.
  public var signIns: [SignIn]
  /// The pushes, oldest first.
  public var pushes: [Push]

  /// The number of sign-ins, and of users who signed up, that fit on a page.
  static let elementsMax = 20
}

extension Org {
  /// Whether a sign-in waits for a link of a message.
  public func isMailLink(_ link: String) -> Bool {
    HTTPURL(link)?.path == Site.linkPath
  }

  /// Returns the visible part of the org in a state.
  ///
  /// Nothing changes.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - now: The time since the start of 1970, UTC.
  /// - Returns: The view.
  public func view(of state: OrgState, now: Duration) -> OrgView {
    let known = state.people.map { OrgView.User($0, in: self, now: now, hasSignedUp: false) }
    let registered = state.registered.numbers.suffix(OrgView.elementsMax)
      .compactMap { state.registered[$0] }
      .map { OrgView.User($0, in: self, now: now, hasSignedUp: true) }
    let transactions = state.transactions.numbers.suffix(OrgView.elementsMax)
      .compactMap { state.transactions[$0] }
    return OrgView(
      users: known + registered,
      signIns: transactions.reversed().map { signIn($0, state, now) },
      pushes: transactions.compactMap { push($0, state, now) })
  }

  private func signIn(
    _ transaction: Transaction, _ state: OrgState, _ now: Duration
  ) -> OrgView.SignIn {
    let account = state.account(of: transaction)
    let page = Page(org: self, transaction: transaction, account: account, reply: .next)
    let step: String =
      switch transaction.stage {
      case .succeeded: "success"
      case .ended: "ended"
      default: page.remediationForms.remediations.first?["name"]?.string ?? "ended"
      }
    return OrgView.SignIn(
      number: transaction.number, identifier: transaction.identifier,
      purpose: transaction.purpose.words, step: step,
      authenticator: transaction.stage.authenticator?.label,
      verified: transaction.verified.list.map { Authenticator(of: $0).label },
      isExpired: transaction.expires <= now && transaction.expires > .zero)
  }

  private func push(
    _ transaction: Transaction, _ state: OrgState, _ now: Duration
  ) -> OrgView.Push? {
    guard case .push(let push) = transaction.stage, transaction.expires > now,
      waits(push, now), let account = state.account(of: transaction)
    else { return nil }
    return OrgView.Push(
      signIn: transaction.number, login: account.login, number: push.number, sent: push.sent,
      expires: push.sent + policy.oktaVerify.life)
  }

  /// Whether a push can still be answered.
  private func waits(_ push: Transaction.Push, _ now: Duration) -> Bool {
    push.end == nil && now < push.sent + policy.oktaVerify.life
      && (push.answer.kind == .ignore || now < push.sent + push.answer.after)
  }

  /// Answers a push instead of the phone that received it.
  ///
  /// - Parameters:
  ///   - number: The number of its sign-in.
  ///   - approves: Whether it is approved, and not denied.
  ///   - state: The state that changes.
  ///   - now: The time since the start of 1970, UTC.
  /// - Returns: Whether there was a push to answer.
  public func answerPush(
    of number: Int, approves: Bool, state: inout OrgState, now: Duration
  ) -> Bool {
    guard var transaction = state.transactions[number], transaction.expires > now,
      case .push(var push) = transaction.stage, waits(push, now)
    else { return false }
    push.answer = PushAnswer(kind: approves ? .approve : .deny, after: now - push.sent)
    transaction.stage = .push(push)
    state.transactions[number] = transaction
    return true
  }

  /// Opens the link of a mail in the browser in which the sign-in began.
  ///
  /// - Parameters:
  ///   - number: The number of the mail.
  ///   - agrees: The answer to the question whether the user requested the mail.
  ///   - state: The state that changes.
  ///   - now: The time since the start of 1970, UTC.
  /// - Returns: Whether the link was still valid.
  public func openLink(
    of number: Int, agrees: Bool, state: inout OrgState, now: Duration
  ) -> Bool {
    // Items are numbered from one.
    guard number > 0, let link = state.outbox[number - 1]?.link else { return false }
    return Turn.take(org: self, state: &state, now: now, draw: Draw(seed: 0)) { turn in
      turn.mailLink.follow(link, agrees: agrees)
    }
  }
}

extension OrgState {
  /// The account that a transaction is about.
  fileprivate func account(of transaction: Transaction) -> Account? {
    switch transaction.person {
    case .nobody: nil
    case .known(let index): people.indices.contains(index) ? people[index] : nil
    case .registered(let number): registered[number]
    case .draft: transaction.draft
    case .stranger: .stranger(transaction.identifier ?? "")
    }
  }
}

extension OrgView.User {
  fileprivate init(_ account: Account, in org: Org, now: Duration, hasSignedUp: Bool) {
    var account = account
    account.unlockIfDue(at: now)
    login = account.login
    name = [account.attribute("firstName"), account.attribute("lastName")]
      .compactMap { $0 }.joined(separator: " ")
    status = account.status.rawValue
    groups = account.groups
    var labels: [String] = []
    for offer in account.enrolments(among: org.policy.authenticators) {
      let label = offer.enrolment.authenticator.label
      if !labels.contains(label) { labels.append(label) }
    }
    enrolled = labels
    self.hasSignedUp = hasSignedUp
  }
}

extension Transaction.Purpose {
  fileprivate var words: String {
    switch self {
    case .signIn: "sign-in"
    case .recover: "recovery"
    case .unlock: "unlock"
    }
  }
}

extension Transaction.Stage {
  /// The authenticator that a page is about, if it is exactly one.
  fileprivate var authenticator: Authenticator? {
    switch self {
    case .chooseMethod(let enrolment): enrolment.authenticator
    case .challenge(let challenge): challenge.enrolment.authenticator
    case .enroll(let enrolling): enrolling.authenticator
    case .push, .chooseOktaVerify, .enrollApp: .oktaVerify
    case .choosePhone: .phone
    case .newPassword: .password
    default: nil
    }
  }
}
