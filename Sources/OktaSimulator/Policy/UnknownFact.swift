import FlowDiagnostics

/// A condition of a real org that a simulated org can't evaluate: `unknown "behavior: new city"`.
struct UnknownFact: Sendable, Hashable {
  /// The reason why the condition can't be evaluated.
  ///
  /// Conditions with the same reason are the same fact.
  var reason: String
  /// The location of the first condition with this reason.
  var place: SourceRange

  /// The maximum number of facts in an org, because a sign-in stores one bit for each fact.
  static let most = 64
  /// The maximum length of a reason in bytes.
  ///
  /// With this limit, several reasons fit into a header field.
  static let reasonBytesMax = 200
  /// The separator of reasons in a header field and in a parameter of the start.
  static let separator: Character = ";"

  /// Whether a text can be a reason.
  ///
  /// A reason must be valid in a header field that lists several reasons.
  static func isReason(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= reasonBytesMax && text.first != " " && text.last != " "
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && !text.contains(separator)
  }
}

/// Which unknown facts of an org hold, as bit sets.
struct UnknownAnswers: Sendable, Hashable {
  /// The facts that hold.
  var holding: UInt64 = 0
  /// The facts that make a difference in these circumstances.
  ///
  /// No other fact changes anything, whether it holds or not.
  var relevant: UInt64 = 0
}

extension OrgPolicy {
  /// Whether a user has Okta Verify, or can enroll it in some circumstances.
  func mayHaveOktaVerify(_ account: Account) -> Bool {
    account.oktaVerify != nil || enrollments.isEmpty
      || enrollments.contains { $0.need(of: .oktaVerify) != nil }
  }

  /// Returns the unknown facts that are evaluated to find the rules for an account.
  ///
  /// The facts are in the order in which the policies evaluate them.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - context: The circumstances.
  ///   - providerFacts: The facts that decide only which identity providers sign users in. If a
  ///     provider does because of them, these facts aren't read for other providers: a user needs
  ///     only one, and each other one is followed where the first provider doesn't sign the user in.
  /// - Returns: The indices of the facts.
  func unknownFactsRead(
    for account: Account, in context: SignInContext, providerFacts: UInt64 = 0
  ) -> [Int] {
    var facts: [Int] = []
    rules.readUnknownFacts(for: account, in: context, into: &facts)
    sessionRules.readUnknownFacts(for: account, in: context, into: &facts)
    enrollments.readUnknownFacts(for: account, in: context, into: &facts)
    passwords.readUnknownFacts(for: account, in: context, into: &facts)
    recoveries.readUnknownFacts(for: account, in: context, into: &facts)
    for authenticator in authenticatorsToEnroll(by: account) {
      let context = context.enrolling(authenticator)
      accountRules.readUnknownFacts(for: account, in: context, into: &facts)
      let rule = accountRules.deciding(for: account, in: context, as: .account)
      if let fact = rule.flatMap({ accountRules[$0].unableFact }) { facts.append(fact) }
    }
    routings.readUnknownFacts(for: account, in: context, into: &facts)
    var isSignedIn = false
    for provider in providers {
      let isOpen = provider.users.flatMap(\.self).unknownFacts & ~providerFacts != 0
      guard !isSignedIn || isOpen else { continue }
      for conditions in provider.users
      where conditions.readUnknownFacts(for: account, in: context, into: &facts) {
        if !isOpen, conditions.unknownFacts != 0 { isSignedIn = true }
        break
      }
    }
    if let fact = oktaVerify.verificationFact, mayHaveOktaVerify(account) { facts.append(fact) }
    return facts
  }
}

extension OrgPolicy {
  /// The unknown facts that decide only which identity providers sign users in, as a bit set.
  var providerFacts: UInt64 {
    let users = providerConditions
    var others = ruleConditions.unknownFacts | users.filter(\.isNegated).unknownFacts
    for fact in accountRules.compactMap(\.unableFact)
      + [oktaVerify.verificationFact].compactMap(\.self)
    {
      others |= 1 << UInt64(fact)
    }
    return users.unknownFacts & ~others
  }
}

extension Array where Element: Conditional {
  /// Adds the unknown facts that are evaluated to find the rule that decides.
  fileprivate func readUnknownFacts(
    for account: Account, in context: SignInContext, into facts: inout [Int]
  ) {
    for rule in self
    where rule.conditions.readUnknownFacts(for: account, in: context, into: &facts) { return }
  }
}

extension [Condition] {
  /// The unknown facts that the conditions name, as a bit set.
  fileprivate var unknownFacts: UInt64 {
    reduce(0) { bits, condition in
      if case .unknowns(let facts) = condition.subject { bits | facts } else { bits }
    }
  }

  /// Adds the unknown facts that are evaluated to determine whether all conditions hold.
  ///
  /// - Returns: Whether all conditions hold.
  func readUnknownFacts(
    for account: Account, in context: SignInContext, into facts: inout [Int]
  ) -> Bool {
    for condition in self {
      if case .unknowns(let bits) = condition.subject {
        for fact in 0..<UnknownFact.most where bits & 1 << UInt64(fact) != 0 {
          facts.append(fact)
          if context.unknowns.holding & 1 << UInt64(fact) != 0 { break }
        }
      }
      guard condition.holds(for: account, in: context) else { return false }
    }
    return true
  }
}
