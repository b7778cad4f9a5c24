import SimulatorKit

/// A rule of a policy.
///
/// The first rule whose conditions all hold decides.
protocol Conditional {
  /// The name of the rule in the settings; `nil` if it doesn't have one.
  var name: String? { get set }
  /// The conditions, which must all hold for the rule to decide.
  ///
  /// If there are none, the rule fits every sign-in.
  var conditions: [Condition] { get set }
  /// Whether the rule stands for the users who aren't assigned to the app.
  var isAssignment: Bool { get }
}

extension Conditional {
  var isAssignment: Bool { false }
}

extension Array where Element: Conditional {
  /// Returns the index of the rule that decides for a user; `nil` if no rule fits.
  ///
  /// - Parameters:
  ///   - account: The user's account.
  ///   - context: The circumstances of the sign-in.
  ///   - policy: The policy of the rules.
  ///   - trace: Records which conditions are evaluated and which rule decides; `nil` for no record.
  /// - Returns: The index.
  func deciding(
    for account: Account, in context: SignInContext, as policy: OktaPoint.Policy,
    trace: inout OrgTrace?
  ) -> Int? {
    for index in indices {
      var decides = true
      for (position, condition) in self[index].conditions.enumerated() {
        decides = condition.holds(for: account, in: context)
        trace?.note(.condition(policy.home, index, position, decides))
        guard decides else { break }
      }
      guard decides else { continue }
      trace?.note(.decided(policy, index))
      return index
    }
    trace?.note(.decided(policy, nil))
    return nil
  }

  /// Returns the index of the rule that decides for a user, without recording events.
  func deciding(
    for account: Account, in context: SignInContext, as policy: OktaPoint.Policy
  ) -> Int? {
    var trace: OrgTrace?
    return deciding(for: account, in: context, as: policy, trace: &trace)
  }
}

extension Array where Element: Conditional {
  /// The indices of the rules, grouped by the imported rule of which they are cases.
  ///
  /// Most rules have one case.
  var cases: [[Int]] {
    var all: [[Int]] = []
    for index in indices {
      if let first = all.last?.first, let name = self[index].name, let whole = self[first].name,
        RuleCase.isCase(name, of: whole)
      {
        all[all.count - 1].append(index)
      } else {
        all.append([index])
      }
    }
    return all
  }
}

/// The names of the rules that an import makes of one rule, one after another.
package enum RuleCase {
  private static let mark = " (or "

  /// Returns the name of a case.
  ///
  /// - Parameters:
  ///   - name: The name of the imported rule.
  ///   - number: The number of the case, beginning with 1.
  /// - Returns: The name, such as `Staff` or `Staff (or 2)`.
  package static func name(_ name: String, _ number: Int) -> String {
    number == 1 ? name : "\(name)\(mark)\(number))"
  }

  /// Whether a name is the name of another case of a rule.
  static func isCase(_ name: String, of whole: String) -> Bool {
    let start = whole + mark
    guard name.hasPrefix(start), name.hasSuffix(")"),
      let number = Int(name.dropFirst(start.count).dropLast())
    else { return false }
    return name == RuleCase.name(whole, number) && number > 1
  }
}

extension OrgPolicy {
  /// Returns the rule of the global session policy that decides for a user.
  ///
  /// If no rule fits, returns the real engine's default.
  func sessionRule(for account: Account, in context: SignInContext) -> SessionRule {
    sessionRule(sessionRules.deciding(for: account, in: context, as: .session))
  }

  /// Returns the rule of the global session policy at an index.
  ///
  /// For `nil`, returns the real engine's default.
  func sessionRule(_ index: Int?) -> SessionRule { index.map { sessionRules[$0] } ?? SessionRule() }

  /// Returns the enrollment rule that decides for a user; `nil` if no rule fits.
  func enrollment(for account: Account, in context: SignInContext) -> EnrollmentPolicy? {
    enrollments.deciding(for: account, in: context, as: .enrollment).map { enrollments[$0] }
  }

  /// Returns the password rule that decides for a user, or the defaults if no rule fits.
  func passwords(for account: Account, in context: SignInContext) -> PasswordPolicy {
    passwords.deciding(for: account, in: context, as: .passwords).map { passwords[$0] }
      ?? PasswordPolicy()
  }
}

extension SignOnRule {
  /// Whether users who can't meet the requirement may enroll nevertheless, by some answers to the
  /// unknown facts.
  func letsUnable(_ unknowns: UnknownAnswers) -> Bool {
    unableFact.map { unknowns.holding & 1 << UInt64($0) != 0 } ?? false
  }
}

extension OrgPolicy {
  /// The authenticators for which the account management policy may decide for a user: those that
  /// the user doesn't have; empty if the policy has no rules.
  func authenticatorsToEnroll(by account: Account) -> [Authenticator] {
    guard !accountRules.isEmpty else { return [] }
    let enrolled = account.enrollments(among: authenticators).map(\.enrollment.authenticator)
    return authenticators.map(\.authenticator).filter {
      $0.isEnrolledByUsers && !enrolled.contains($0)
    }
  }
}
