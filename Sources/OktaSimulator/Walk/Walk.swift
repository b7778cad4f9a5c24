import FlowEngine
package import SimulatorKit

/// The exploration of everything that one user can do in an org under one set of circumstances.
///
/// The caller explores a graph: its nodes are positions, and its edges are the acts that the user
/// can perform there. Each node is computed when the caller asks for it.
///
/// The org itself answers each act, so this type doesn't duplicate any policy decision. It leaves
/// out the pages and all other users.
package struct Walk: Sendable {
  /// The user, and how they get to the first page.
  package let start: WalkStart
  let org: Org
  private let now: Duration
  private let template: OrgState
  /// The user's account before any act and any earlier sign-in; `nil` for a user who signs up.
  let account: Account?

  /// Prepares an exploration.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - start: A start in the org.
  ///   - now: The time since the start of 1970, UTC.
  package init(_ org: Org, _ start: WalkStart, now: Duration) {
    self.start = start
    self.now = now
    account = start.index.map { org.account($0, hasCode: start.isByGivenCode) }
    var person = start.visit.map(\.account) ?? account
    if start.isGivenCode { person?.receiveCode() }
    let people = person.map { [$0] } ?? []
    self.org = org.inhabited(by: people)
    var state = OrgState(people: people, limits: Walk.limits)
    state.began = now
    if start.isRemembered {
      state.devices.append(RememberedDevice(person: .known(0), token: Walk.device))
    }
    template = state
  }

  private static let limits = OrgLimits(
    transactions: 1, sent: 1, grants: 1, sessions: 1, devices: 1, registered: 1)

  /// The first position; `nil` if the org doesn't allow the start.
  package var first: WalkPosition? {
    var trace: OrgTrace?
    return begin(noting: &trace)
  }

  /// Returns the first position, and records the events in the org.
  ///
  /// Returns `nil` if the org doesn't allow the start.
  package func begin(noting trace: inout OrgTrace?) -> WalkPosition? {
    var state = template
    let context = start.context
    var reply = Reply.next
    let transaction = Turn.take(org: org, state: &state, now: now, draw: Draw(seed: 1)) { turn in
      turn.hasBrowser = false
      turn.now = now + context.clock
      swap(&turn.trace, &trace)
      defer { swap(&turn.trace, &trace) }
      return turn.enter(start, &reply)
    }
    guard let transaction else { return nil }
    return WalkPosition(
      transaction: transaction, people: state.people, registered: state.registered,
      registeredLogins: state.registeredLogins, reply: reply)
  }

  /// The device token on a remembered device.
  static let device = Secret("walk")

  /// Returns the acts that the user can perform at a position.
  package func acts(at position: WalkPosition) -> [WalkAct] {
    work(position) { turn, transaction in turn.walkChoices.acts(transaction) }
  }

  /// Performs an act, and returns the position that it leads to.
  package func take(_ act: WalkAct, at position: WalkPosition) -> WalkPosition {
    var trace: OrgTrace?
    return take(act, at: position, noting: &trace)
  }

  /// Performs an act, records the events in the org, and returns the position that the act leads
  /// to.
  package func take(
    _ act: WalkAct, at position: WalkPosition, noting trace: inout OrgTrace?
  ) -> WalkPosition {
    work(position) { turn, transaction in
      swap(&turn.trace, &trace)
      defer { swap(&turn.trace, &trace) }
      let proved = transaction.stage.isRecovery ? transaction.proved : nil
      let reply = turn.walkPerformance.take(act, &transaction)
      // If the org refuses the password, the page asks for it again.
      let isSet = proved != nil && !transaction.stage.isRecovery
      return WalkPosition(
        transaction: transaction, people: turn.state.people, registered: turn.state.registered,
        registeredLogins: turn.state.registeredLogins,
        recovery: isSet ? proved : position.recovery, reply: reply)
    }
  }

  /// Returns the events in the org along a path of acts.
  package func points(of way: [WalkAct]) -> Set<OrgPoint> {
    var trace: OrgTrace? = OrgTrace()
    guard var position = begin(noting: &trace) else { return [] }
    for act in way { position = take(act, at: position, noting: &trace) }
    return trace?.points ?? []
  }

  /// Calls a closure with a turn and a copy of a position's transaction.
  func work<Result>(
    _ position: WalkPosition, _ body: (Turn, inout Transaction) -> Result
  ) -> Result {
    var transaction = position.transaction
    let turn = Turn(org: org, clock: now, now: now, draw: Draw(seed: 1), state: template)
    turn.state.people = position.people
    turn.state.registered = position.registered
    turn.state.registeredLogins = position.registeredLogins
    turn.hasBrowser = false
    turn.now = turn.time(of: transaction)
    return body(turn, &transaction)
  }
}

extension Transaction.Stage {
  /// Whether the user sets a password without knowing the old one.
  fileprivate var isRecovery: Bool {
    if case .newPassword(.recovery) = self { true } else { false }
  }
}

extension Turn {
  /// Begins a transaction in the same way as `interact` and the first `introspect`.
  ///
  /// Returns `nil` if the start isn't allowed.
  fileprivate func enter(_ start: WalkStart, _ reply: inout Reply) -> Transaction? {
    // Requests from a blocked zone don't reach a page.
    guard start.context.zones & org.blockedZones == 0 else { return nil }
    var transaction = idxRequests.begin(
      Interaction(
        Interaction.Parts(
          server: .custom, clientID: "walk", redirect: .walk, scope: "openid profile",
          proof: .none)))
    transaction.context = start.context
    if start.isRemembered { transaction.deviceToken = Walk.device }
    switch start.entry {
    case .identifier: break
    case .session:
      guard let login = state.people.first?.login else { return nil }
      try? browserSession.joinSession(ofUser: login, start.session, &transaction)
      // If the session isn't valid, the user gets the first page.
      if transaction.resumes { reply = signOn.advance(&transaction) }
    case .activation:
      guard state.people[0].canActivate else { return nil }
      transaction.person = .known(0)
      transaction.identifier = state.people[0].login
      transaction.isActivating = true
      reply = signOn.advance(&transaction)
    case .recoveryLink:
      transaction.person = .known(0)
      transaction.identifier = state.people[0].login
      transaction.purpose = .recover
      reply = signOn.advance(&transaction)
    }
    return transaction
  }
}
