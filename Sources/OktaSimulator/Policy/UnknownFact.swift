import FlowDiagnostics

/// A condition of the real org that no simulated org can evaluate: `unknown "behavior: new city"`.
struct UnknownFact: Sendable, Hashable {
  /// The reason for which it is unknown, which identifies it: the same reason is the same fact.
  var reason: String
  /// The first condition that names it.
  var place: SourceRange

  /// The maximum number of facts of an org, because a sign-in keeps a bit for each.
  static let most = 64
  /// The maximum length of a reason in bytes, so that several fit into a header field.
  static let reasonBytesMax = 200
  /// The separator of reasons in a header field and in a start parameter.
  static let separator: Character = ";"

  /// Whether a text can be a reason: it must be valid in a header field with others.
  static func isReason(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= reasonBytesMax && text.first != " " && text.last != " "
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && !text.contains(separator)
  }
}

/// The answers to an org's unknown facts, a bit each.
struct UnknownAnswers: Sendable, Hashable {
  /// The facts that hold.
  var holding: UInt64 = 0
  /// The facts whose answer makes a difference; the circumstances are the same with either answer
  /// to any other fact.
  var relevant: UInt64 = 0
}

extension OrgPolicy {
  /// Returns the unknown facts that decide which rules apply to an account, in the order in which
  /// the policies read them.
  func unknownFactsRead(for account: Account, in context: SignInContext) -> [Int] {
    var facts: [Int] = []
    rules.readUnknownFacts(for: account, in: context, into: &facts)
    sessionRules.readUnknownFacts(for: account, in: context, into: &facts)
    enrollments.readUnknownFacts(for: account, in: context, into: &facts)
    passwords.readUnknownFacts(for: account, in: context, into: &facts)
    recoveries.readUnknownFacts(for: account, in: context, into: &facts)
    return facts
  }
}

extension Array where Element: Conditional {
  /// Adds the unknown facts that are read to find the rule that decides.
  fileprivate func readUnknownFacts(
    for account: Account, in context: SignInContext, into facts: inout [Int]
  ) {
    for rule in self
    where rule.conditions.readUnknownFacts(for: account, in: context, into: &facts) { return }
  }
}

extension [Condition] {
  /// Adds the unknown facts that are read to find out whether all conditions hold.
  ///
  /// - Returns: Whether they hold.
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
