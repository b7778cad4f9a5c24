public import FlowDiagnostics

/// A statement of a flow or of a profile.
public enum Statement: Sendable {
  /// `engine idx`.
  case engine(EngineStatement)
  /// `start sign-in with zone = "office"`.
  case start(Start)
  /// `against acme`.
  case against(Against)
  /// `use jane, defaults`.
  case use(Use)
  /// `let name = value`.
  case constant(Let)
  /// `on challenge email answer code = inbox email`.
  case rule(Rule)
  /// `expect success`.
  case expect(Expect)
  /// `otherwise prompt`.
  case otherwise(Otherwise)
  /// `known "push isn't withdrawn, OKTA-123" until "2026-12-31"`.
  case known(Known)
  /// `identifier = "jane@example.com"`, in a profile.
  case answer(ProfileAnswer)
  /// `choose email or phone via sms`, in a profile.
  case preference(Choose)

  /// The range of the whole statement.
  public var range: SourceRange {
    switch self {
    case .engine(let node): node.range
    case .start(let node): node.range
    case .against(let node): node.range
    case .use(let node): node.range
    case .constant(let node): node.range
    case .rule(let node): node.range
    case .expect(let node): node.range
    case .otherwise(let node): node.range
    case .known(let node): node.range
    case .answer(let node): node.range
    case .preference(let node): node.range
    }
  }
}

/// The statement that selects the flow's engine: `engine nextauth`.
public struct EngineStatement: Sendable {
  /// The range of the whole statement.
  public var range: SourceRange
  /// The engine's name.
  public var name: Name
}

/// The statement that starts the transaction: `start sign-in [with a = v, …]` or
/// `start from client`.
public struct Start: Sendable {
  /// The range of the whole statement.
  public var range: SourceRange
  /// What to start: the word after `start` or after `from`.
  public var intent: Name
  /// Whether `from` is before the word.
  public var isFrom: Bool
  /// The parameters after `with`, and the one after `at`, as in `at app "payroll"`.
  ///
  /// A word that isn't the name of a value stands for itself.
  public var parameters: [Assignment]
}

/// The statement that selects the flow's org: `against acme`.
public struct Against: Sendable {
  /// The range of the whole statement.
  public var range: SourceRange
  /// The org's name.
  public var org: Name
}

/// The statement that uses profiles: `use jane, defaults`.
public struct Use: Sendable {
  /// The range of the whole statement.
  public var range: SourceRange
  /// The names of the profiles, in order.
  public var profiles: [Name]
}

/// The statement that names a value: `let name = value`.
public struct Let: Sendable {
  /// The range of the whole statement.
  public var range: SourceRange
  /// The name.
  public var name: Name
  /// The value.
  ///
  /// The value is computed at most once per run, when it is first needed.
  public var value: Expression
}

/// An answer in a profile: `field = value`.
public struct ProfileAnswer: Sendable {
  /// The range of the whole statement.
  public var range: SourceRange
  /// The name of the field.
  public var field: Name
  /// The value.
  public var value: Expression
}

/// A parameter or field after `with`: `name = value`.
public struct Assignment: Sendable {
  /// The range of the whole assignment.
  public var range: SourceRange
  /// The name on the left.
  public var name: Name
  /// The value.
  public var value: Expression
}

/// An expectation, such as `expect success` or `expect failure message contains "…"`.
public struct Expect: Sendable {
  /// The range of the whole statement.
  public var range: SourceRange
  /// The outcome if the expectation begins with one; otherwise `nil`.
  ///
  /// Outcomes are `success`, `finished`, `failure`, `refused`, `cancelled` and `stopped`.
  public var outcome: Name?
  /// The condition that must also hold; `nil` if there is none.
  public var condition: Condition?
}

/// The statement for responses that no rule answers: `otherwise skip`, `otherwise stop` or
/// `otherwise prompt`.
public struct Otherwise: Sendable {
  /// The range of the whole statement.
  public var range: SourceRange
  /// The action.
  ///
  /// The checker allows only `skip`, `stop`, and `prompt` without fields.
  public var action: Action
}

/// A known failure, which is accepted until the end of a day: `known "why" until "2026-12-31"`.
public struct Known: Sendable {
  /// The range of the whole statement.
  public var range: SourceRange
  /// The reason why the flow fails.
  public var reason: Text
  /// The last day on which the failure is accepted.
  public var until: Text
}
