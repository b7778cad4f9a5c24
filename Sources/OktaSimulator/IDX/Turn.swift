import FlowEngine
import FlowHTTP
import SimulatorKit

/// Handles one request.
///
/// The org's state is moved in, changed, and moved out again.
///
/// The state is never copied, so parts that don't change cost nothing. The turn provides what all
/// parts of a response need: the state, the accounts and the sent codes. Each group of steps and
/// each endpoint is a `TurnPart`.
final class Turn {
  let org: Org
  /// The time of the org.
  let clock: Duration
  /// The time of the request's sign-in.
  ///
  /// It equals `clock` unless the client moved the time of the sign-in.
  var now: Duration
  var draw: Draw
  var state: OrgState
  /// The headers of the request.
  var headers = HTTPHeaders()
  /// The additional headers of the response: the rules that decided, and cookies.
  var extraHeaders = HTTPHeaders()
  /// Whether the client is a browser, which needs pages and sessions.
  ///
  /// The exploration of an org isn't a browser: it reads only the transaction.
  var hasBrowser = true
  /// The factors on earlier pages, for reuse; `nil` if they aren't stored.
  var memo: PageMemo?
  /// The events of the request; `nil` if they aren't recorded.
  var trace: OrgTrace?

  /// Creates the turn for a request, with the state that the request may change.
  init(org: Org, clock: Duration, now: Duration, draw: Draw, state: OrgState) {
    self.org = org
    self.clock = clock
    self.now = now
    self.draw = draw
    self.state = state
  }

  /// Handles a request on a state, which is changed in place.
  static func take<Result>(
    org: Org, state: inout OrgState, now: Duration, draw: Draw,
    _ body: (Turn) -> Result
  ) -> Result {
    let turn = Turn(
      org: org, clock: now, now: now, draw: draw,
      state: OrgState(people: [], limits: org.limits))
    swap(&state, &turn.state)
    let result = body(turn)
    swap(&state, &turn.state)
    return result
  }

  var policy: OrgPolicy { org.policy }

  // MARK: Accounts

  /// Returns the account of a transaction's user; `nil` if there is no user, or the account was
  /// removed.
  func account(of transaction: Transaction) -> Account? {
    switch transaction.person {
    case .draft: transaction.draft
    case .stranger: .stranger(transaction.identifier ?? "")
    case .nobody, .known, .registered: account(of: transaction.person)
    }
  }

  /// Whether `account(of:)` returns an account for a transaction.
  func hasAccount(_ transaction: Transaction) -> Bool {
    switch transaction.person {
    case .draft: transaction.draft != nil
    case .stranger: true
    case .nobody, .known, .registered: account(of: transaction.person) != nil
    }
  }

  /// Returns the account of a user; `nil` if there is none.
  func account(of person: Transaction.Person) -> Account? {
    switch person {
    case .known(let index): state.people.indices.contains(index) ? state.people[index] : nil
    case .registered(let number): state.registered[number]
    case .nobody, .draft, .stranger: nil
    }
  }

  /// Returns the time of a transaction, which the client may have moved.
  func time(of transaction: Transaction) -> Duration { clock + transaction.context.clock }

  /// Changes the account of a transaction's user.
  ///
  /// Does nothing if there is no account.
  func change(_ transaction: inout Transaction, _ body: (inout Account) -> Void) {
    switch transaction.person {
    case .known(let index) where state.people.indices.contains(index):
      body(&state.people[index])
    case .registered(let number):
      guard var account = state.registered[number] else { return }
      body(&account)
      state.registered[number] = account
    case .draft:
      guard var account = transaction.draft else { return }
      body(&account)
      transaction.draft = account
    case .nobody, .stranger, .known: break
    }
  }

  /// Returns the user with an identifier; `nil` if there is none.
  func person(_ identifier: String) -> Transaction.Person? {
    let login = identifier.lowercased()
    if let index = org.logins[login] { return .known(index) }
    return state.registeredLogins[login].map { .registered($0) }
  }

  /// Sets the user of a transaction.
  ///
  /// Returns `false` if the identifier is unknown and the org reveals that.
  func identify(_ transaction: inout Transaction, _ identifier: String) -> Bool {
    let person = person(identifier)
    guard person != nil || policy.hidesUnknownUsers else { return false }
    transaction.person = person ?? .stranger
    transaction.identifier = identifier
    let now = now
    if account(of: transaction)?.status == .locked {
      change(&transaction) { $0.unlockIfDue(at: now) }
    }
    return true
  }

  /// Adds the account of a user who has signed up.
  ///
  /// Returns `false` if another user has taken the login.
  func commitDraft(_ transaction: inout Transaction) -> Bool {
    guard let account = transaction.draft else { return true }
    guard person(account.login) == nil else { return false }
    let number = state.registered.next
    if let dropped = state.registered.append(account) {
      state.registeredLogins[dropped.login.lowercased()] = nil
    }
    state.registeredLogins[account.login.lowercased()] = number
    transaction.draft = nil
    transaction.person = .registered(number)
    transaction.hasSignedUp = true
    trace?.note(.signedUp)
    return true
  }

  // MARK: Codes

  /// Sends a new code and returns it.
  ///
  /// Returns `nil` for an unknown user, so no code is ever correct.
  func sendCode(
    over method: Method, to address: String?, for transaction: Transaction
  ) -> Transaction.Code? {
    guard let address, transaction.person != .stranger else { return nil }
    let digits = Secret(draw.code())
    var code = Transaction.Code(digits: digits, expires: now + policy.codes.life)
    if method == .email { code.link = mailLink.newLink(for: transaction) }
    let link = code.link.map { org.site.address(of: $0) }
    state.send(digits, over: method.rawValue, to: address, link: link)
    return code
  }
}
