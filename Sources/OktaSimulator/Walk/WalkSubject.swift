/// Everything that an exploration of a known user depends on.
///
/// Two explorations with equal subjects have the same acts and the same endings, even in two apps
/// of an org. Only the indices of the rules differ.
package struct WalkSubject: Sendable, Hashable {
  private let policy: AppliedPolicy
  private let account: PersonTraits
  private let entry: WalkStart.Entry
  private let isRemembered: Bool
  private let isGivenCode: Bool
  /// Whether the user was given a code at this sign-in or before.
  private let hasBeenGivenCode: Bool
  private let clock: Duration
  private let session: Account.SessionSetting?
  private let visit: PriorVisit.Outcome?

  fileprivate init(
    _ policy: OrgPolicy, _ account: Account, _ start: WalkStart, _ deciders: OrgPolicy.Deciders
  ) {
    self.policy = AppliedPolicy(policy, to: account, in: start.context, deciders)
    self.account = PersonTraits(account, [], policy)
    entry = start.entry
    isRemembered = start.isRemembered
    isGivenCode = start.isGivenCode
    hasBeenGivenCode = start.isByGivenCode
    clock = start.context.clock
    session = start.session
    visit = start.visit?.outcome
  }
}

/// The rules of an org that decide in an exploration, and the name that its messages show.
///
/// They are all that differs between the endings of explorations with equal subjects.
package struct WalkDeciders: Sendable {
  fileprivate let rule: Int?
  fileprivate let sessionRule: Int?
  fileprivate let app: String
}

extension Org {
  /// Returns what the exploration from a start depends on, and the rules that decide in it.
  ///
  /// - Parameter start: A start in this org.
  /// - Returns: The subject and the rules; `nil` for a user who signs up, because the answers on the
  ///   way decide which rules apply.
  package func walkSubject(
    of start: WalkStart
  ) -> (subject: WalkSubject, deciders: WalkDeciders)? {
    guard let index = start.index else { return nil }
    let account = people[index]
    var policy = policy
    let app = policy.app
    policy.app = App()
    policy.app.consent = app.consent
    let deciders = policy.deciders(for: account, in: start.context)
    return (
      WalkSubject(policy, account, start, deciders),
      WalkDeciders(
        rule: deciders.rule, sessionRule: deciders.sessionRule, app: app.label)
    )
  }
}

extension WalkEnding {
  /// Whether no other rules decided at the ending.
  package func isDecided(by deciders: WalkDeciders) -> Bool {
    [nil, deciders.rule].contains(rule) && [nil, deciders.sessionRule].contains(sessionRule)
  }

  /// Makes this the ending of another exploration with an equal subject.
  ///
  /// - Parameters:
  ///   - old: The rules that decided in the exploration with this ending.
  ///   - new: The rules that decide in the other exploration.
  package mutating func move(from old: WalkDeciders, to new: WalkDeciders) {
    if rule != nil { rule = new.rule }
    if sessionRule != nil { sessionRule = new.sessionRule }
    // One message names the app.
    guard case .refused = outcome, old.app != new.app, isRefused(with: .unsatisfiable("")) else {
      return
    }
    let message = IonMessage.unsatisfiable(new.app)
    outcome = .refused(WalkRefusal(key: message.key ?? message.text, text: message.text))
  }
}
