import FlowDiagnostics

/// A fact about a sign-in that an org can't find out by itself, so a client states it.
struct UnknownFact: Sendable, Hashable {
  /// What the fact says.
  ///
  /// Facts with the same content are the same fact.
  enum Content: Sendable, Hashable {
    /// A condition of a real org that a simulated org can't evaluate, with the reason: `unknown
    /// "expression: …"`.
    case unknown(String)
    /// A behavior of the sign-in, by its name.
    case behavior(String)
    /// The device fulfills a check.
    case check(DeviceCheck)
    /// The time is before the end of a grace period, as time since 1970.
    case grace(until: Duration)

    /// Whether another fact holds whenever this fact holds.
    func implies(_ other: Content) -> Bool {
      switch (self, other) {
      case (.check(let own), .check(let other)): own.implies(other)
      case (.grace(let end), .grace(let later)): end <= later
      default: self == other
      }
    }
  }

  var content: Content
  /// The location of the first condition or setting with this content.
  var place: SourceRange

  /// The name of the fact: the reason why it is unknown, the behavior, or the check.
  var name: String {
    switch content {
    case .unknown(let reason): reason
    case .behavior(let name): name
    case .check(let check): check.words
    case .grace(let end): "grace until \(end)"
    }
  }

  /// Whether it isn't known what the fact depends on.
  ///
  /// A behavior or a check is a circumstance of the sign-in, as its zone is. What depends on it is
  /// certain in these circumstances.
  var isUnknown: Bool { if case .unknown = content { true } else { false } }

  /// The maximum number of facts in an org, because a sign-in stores one bit for each fact.
  static let most = 64
  /// The maximum length of a name in bytes.
  ///
  /// With this limit, several names fit into a header field.
  static let nameBytesMax = 200
  /// The separator of names in a header field and in a parameter of the start.
  static let separator: Character = ";"

  /// Whether a text can be a name.
  ///
  /// A name must be valid in a header field that lists several names.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= nameBytesMax && text.first != " " && text.last != " "
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && !text.contains(separator)
  }
}

/// Which facts of an org hold, as bit sets.
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
  /// The facts on which the conditions depend, as a bit set.
  var unknownFacts: UInt64 { reduce(0) { $0 | $1.unknownFacts } }

  /// Adds the unknown facts that are evaluated to determine whether all conditions hold.
  ///
  /// - Returns: Whether all conditions hold.
  func readUnknownFacts(
    for account: Account, in context: SignInContext, into facts: inout [Int]
  ) -> Bool {
    for condition in self {
      switch condition.subject {
      case .unknowns(let bits):
        for fact in bits.bits {
          facts.append(fact)
          if context.unknowns.holding & 1 << UInt64(fact) != 0 { break }
        }
      case .assurances(let all):
        for assurance in all {
          assurance.readFacts(in: context, into: &facts)
          if assurance.isMet(in: context) { break }
        }
      default: break
      }
      guard condition.holds(for: account, in: context) else { return false }
    }
    return true
  }
}

extension Condition {
  /// The facts on which the condition depends, as a bit set.
  var unknownFacts: UInt64 {
    switch subject {
    case .unknowns(let facts): facts
    case .assurances(let all): all.reduce(0) { $0 | $1.checks | $1.graces }
    default: 0
    }
  }
}
