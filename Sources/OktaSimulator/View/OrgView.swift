import FlowEngine
import FlowHTTP
import SimulatorKit

/// The visible part of an org's state at a moment, without passwords, tokens and handles.
///
/// It includes the codes and links that were sent, because the simulated inbox shows them.
public struct OrgView: Sendable, Hashable {
  /// A user with an account.
  public struct User: Sendable, Hashable {
    /// The login.
    public var login: String
    /// The first and the last name; empty if the profile doesn't have them.
    public var name: String
    /// The status, in the word that settings use.
    public var status: String
    /// The groups.
    public var groups: [String]
    /// The labels of the authenticators that the user has enrolled.
    public var enrolled: [String]
    /// Whether the user signed up.
    ///
    /// Otherwise the user is in the settings.
    public var hasSignedUp: Bool
  }

  /// A sign-in, sign-up, recovery or unlock that is open or has recently ended.
  public struct SignIn: Sendable, Hashable {
    /// The number of the sign-in.
    ///
    /// The number doesn't give access to the sign-in.
    public var number: Int
    /// The identifier that the user entered; `nil` before that.
    public var identifier: String?
    /// The purpose: `sign-in`, `recovery` or `unlock`.
    public var purpose: String
    /// The current step in the words of scripts.
    ///
    /// At the end it is `success` or `ended`.
    public var step: String
    /// The label of the step's authenticator; `nil` unless the step has exactly one.
    public var authenticator: String?
    /// The labels of the authenticators that the user has verified.
    public var verified: [String]
    /// Whether the sign-in has expired.
    public var isExpired: Bool
  }

  /// A push that the phone hasn't answered yet.
  public struct Push: Sendable, Hashable {
    /// The number of the sign-in that sent the push.
    public var signIn: Int
    /// The login of the user who owns the phone.
    public var login: String
    /// The number that the browser shows and the user must find on the phone; `nil` if there is
    /// none.
    public var number: String?
    /// The time since 1970 when the push was sent.
    public var sent: Duration
    /// The time since 1970 until which the phone can answer.
    public var expires: Duration
  }

  /// All users: first the users in the settings, then the users who signed up.
  public var users: [User]
  /// The sign-ins, latest first.
  public var signIns: [SignIn]
  /// The pushes, oldest first.
  public var pushes: [Push]

  /// The maximum number of sign-ins, and of users who signed up, that a view lists.
  static let elementsMax = 20
}

extension Org {
  /// Whether a link in a message continues a sign-in, instead of enrolling a phone.
  public func isMailLink(_ link: String) -> Bool {
    HTTPURL(link)?.path == Site.linkPath
  }

  /// Returns the visible part of a state.
  ///
  /// The state doesn't change.
  ///
  /// - Parameters:
  ///   - state: The state of the org.
  ///   - now: The time since the start of 1970, UTC.
  /// - Returns: The visible part.
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
    let org = app(ofClient: transaction.interaction.clientID)
    let page = Page(org: org, transaction: transaction, account: account, reply: .next)
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

  /// Whether the phone can still answer a push.
  private func waits(_ push: Transaction.Push, _ now: Duration) -> Bool {
    push.end == nil && now < push.sent + policy.oktaVerify.life
      && (push.answer.kind == .ignore || now < push.sent + push.answer.after)
  }

  /// Answers a push instead of the phone that received it.
  ///
  /// - Parameters:
  ///   - number: The number of the sign-in that sent the push.
  ///   - approves: Whether to approve the push. Otherwise it is denied.
  ///   - state: The state of the org, which changes.
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

  /// Opens the link in a mail, in the browser in which the sign-in began.
  ///
  /// - Parameters:
  ///   - number: The number of the mail.
  ///   - agrees: Whether the user consents to the sign-in.
  ///   - state: The state of the org, which changes.
  ///   - now: The time since the start of 1970, UTC.
  /// - Returns: Whether the link was still valid.
  public func openLink(
    of number: Int, agrees: Bool, state: inout OrgState, now: Duration
  ) -> Bool {
    // Messages are numbered from one.
    guard number > 0, let link = state.outbox[number - 1]?.link else { return false }
    return Turn.take(org: self, state: &state, now: now, draw: Draw(seed: 0)) { turn in
      turn.mailLink.follow(link, agrees: agrees)
    }
  }
}

extension OrgState {
  /// Returns the account of a transaction's user; `nil` if there is none.
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
    for offer in account.enrollments(among: org.policy.authenticators) {
      let label = offer.enrollment.authenticator.label
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
  /// The authenticator of the page; `nil` unless the page has exactly one.
  fileprivate var authenticator: Authenticator? {
    switch self {
    case .chooseMethod(let enrollment): enrollment.authenticator
    case .challenge(let challenge): challenge.enrollment.authenticator
    case .enroll(let enrolling): enrolling.authenticator
    case .push, .chooseOktaVerify, .enrollApp: .oktaVerify
    case .choosePhone: .phone
    case .newPassword: .password
    default: nil
    }
  }
}
