import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// A condition whose names are resolved, ready to be tested.
indirect enum PlannedCondition: Sendable {
  case or([PlannedCondition])
  case and([PlannedCondition])
  case not(PlannedCondition)
  case test(PlannedTest)

  /// Returns whether the condition tests the server's messages or one of `facts`.
  ///
  /// - Parameter facts: The names of the facts that report errors, as messages do.
  /// - Returns: Whether the condition contains such a test.
  func mentionsMessage(or facts: Set<String>) -> Bool {
    switch self {
    case .or(let parts), .and(let parts): parts.contains { $0.mentionsMessage(or: facts) }
    case .not(let part): part.mentionsMessage(or: facts)
    case .test(let test):
      switch test.subject {
      case .message: true
      case .fact(let name): facts.contains(name)
      default: false
      }
    }
  }

  /// Whether the condition tests a number that grows with every answer: `attempt` or `steps`.
  ///
  /// Such a rule isn't in a loop, because its author counts the answers.
  var counts: Bool {
    switch self {
    case .or(let parts), .and(let parts): parts.contains { $0.counts }
    case .not(let part): part.counts
    case .test(let test):
      switch test.subject {
      case .attempt, .steps: true
      default: false
      }
    }
  }

  /// The names of the facts that the condition tests.
  var facts: Set<String> {
    switch self {
    case .or(let parts), .and(let parts):
      parts.reduce(into: []) { $0.formUnion($1.facts) }
    case .not(let part): part.facts
    case .test(let test):
      if case .fact(let name) = test.subject { [name] } else { [] }
    }
  }

  /// Whether the condition tests a fact whose name fulfills `isWanted`.
  func tests(_ isWanted: (String) -> Bool) -> Bool {
    switch self {
    case .or(let parts), .and(let parts): parts.contains { $0.tests(isWanted) }
    case .not(let part): part.tests(isWanted)
    case .test(let test): if case .fact(let name) = test.subject { isWanted(name) } else { false }
    }
  }
}

/// One test of a condition.
struct PlannedTest: Sendable {
  var subject: Subject
  var comparison: PlannedComparison?
  var place: Place

  enum Subject: Sendable {
    case message(MessagePart)
    /// The number of responses so far that offered the current step with the same subject.
    case attempt
    case step
    /// The number of steps that the run has answered.
    case steps
    case outcome
    case outcomeIs(Outcome)
    case slot(Int)
    case fact(String)
    /// A fact that the step shows, such as `question` of `step.question`.
    case shown(String)
    case offers(PlannedOption)
    case has(Word)
    /// Whether an app has sent the message with this name to another app.
    case sent(PlannedLabel)
    case path(Test.Path.Mode, [PlannedPattern])
  }

  enum MessagePart: Sendable {
    case text, key, severity
  }
}

/// The operator and the right side of a test.
struct PlannedComparison: Sendable {
  var `operator`: Comparison.Operator
  var value: PlannedValue
}

/// An expectation: an outcome, a condition, or both.
struct PlannedExpect: Sendable {
  var outcome: Outcome?
  var condition: PlannedCondition?
  var place: Place
  /// The location of the outcome's name.
  var outcomePlace: Place?

  /// Whether the expectation is that the server refuses without a page to answer.
  var isOfRefusal: Bool { outcome == .refused || condition?.isOfRefusal == true }
}

extension PlannedCondition {
  fileprivate var isOfRefusal: Bool {
    switch self {
    case .and(let parts), .or(let parts): parts.contains(where: \.isOfRefusal)
    case .not: false
    case .test(let test): if case .outcomeIs(.refused) = test.subject { true } else { false }
    }
  }
}

extension PlannedTest.Subject {
  /// Creates the subject with a name that exists in every engine; `nil` if there is no such
  /// subject.
  init?(builtIn name: String) {
    switch name {
    case "message", "message.text": self = .message(.text)
    case "message.key": self = .message(.key)
    case "message.severity": self = .message(.severity)
    case "attempt": self = .attempt
    case "step": self = .step
    case "steps": self = .steps
    case "outcome": self = .outcome
    default: return nil
    }
  }
}

/// Returns the part of a name after `step.`; `nil` if the name doesn't begin with `step.`.
func shownFact(_ name: String) -> String? {
  let prefix = "step."
  return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
}
