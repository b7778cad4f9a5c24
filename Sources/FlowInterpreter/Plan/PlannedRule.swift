import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// The origins of a plan's rules, in the order in which they are tried.
public enum RuleOrigin: Sendable, Hashable {
  /// The rule of a `start`.
  case start
  /// A rule of the flow.
  case flow
  /// A rule of a profile.
  case profile(String)
  /// A profile's preference, if the response's main step is a choice.
  case preference(String)
  /// Only the profiles' answers, if they fill the response's main step.
  case answers
  /// The flow's `otherwise`.
  case otherwise
}

/// A rule, ready to be tested against a response.
struct PlannedRule: Sendable {
  var origin: RuleOrigin
  var place: Place
  /// Empty for any step.
  var patterns: [PlannedPattern]
  var condition: PlannedCondition?
  /// The maximum times that it may fire in a run; `nil` for any number.
  var limit: Int?
  var actions: [PlannedAction]
  /// Whether it is tested only against the response's main step.
  var isMainOnly: Bool
  /// Whether it may answer a response that shows an error.
  var answersErrors: Bool

  /// Whether it names a step.
  var namesStep: Bool { patterns.contains { $0.step != nil } }

  /// Whether one of its actions waits.
  var polls: Bool {
    actions.contains { action in
      if case .poll = action.kind { true } else { false }
    }
  }
}

/// A pattern, ready to be tested against a step.
struct PlannedPattern: Sendable {
  /// The step's name or its beginning; `nil` for `any`.
  var step: Word?
  var subject: PlannedLabel?
  var method: PlannedLabel?
}

/// A word or a text that names a subject, a choice or a method.
struct PlannedLabel: Sendable {
  /// The index among the plan's labels that are evaluated at the start of a run; `nil` if it is
  /// fixed.
  var made: Int?
  /// The words of a fixed label.
  var words: LabelWords
  var place: Place
}

/// The words of a label.
struct LabelWords: Sendable {
  var word: Word
  /// The text as written in quotes.
  ///
  /// It may also name a detail of a choice.
  var quoted: String?
}

/// An action and its location.
struct PlannedAction: Sendable {
  var kind: Kind
  var place: Place

  enum Kind: Sendable {
    case choose([PlannedOption])
    case answer([PlannedAnswer])
    case prompt([PlannedPrompt])
    /// Asks the user for the whole step.
    case promptStep
    /// Fills the step with the profiles' answers.
    case fill
    /// Uses the step or capability of this name.
    case take(Word)
    case submit
    case follow
    case poll(every: Duration?, limit: Duration?)
    /// Lets time pass.
    case wait(Duration)
    /// Triggers an event outside the run.
    case meanwhile(String, [PlannedAnswer])
    case expect(PlannedExpect)
    case say(PlannedValue)
    case fail(PlannedValue)
    case stop
  }

  /// Whether it answers the response, instead of inspecting it, triggering an event or ending the
  /// run.
  var answers: Bool {
    switch kind {
    case .wait, .meanwhile, .expect, .say, .fail, .stop: false
    default: true
    }
  }
}

/// One of the options of a `choose`.
struct PlannedOption: Sendable {
  var name: PlannedLabel
  var method: PlannedLabel?
  var fields: [PlannedAnswer]
  var place: Place
}

/// A field and its answer.
struct PlannedAnswer: Sendable {
  var field: Word
  /// The field as written.
  var written: String
  var mayBeAbsent: Bool
  /// The value; `nil` for a bare field whose own name isn't the name of a value.
  ///
  /// Then the field's other names are tried.
  var value: PlannedValue?
  var place: Place
}

/// A field that the user is asked for.
struct PlannedPrompt: Sendable {
  var field: Word
  var written: String
  var mayBeAbsent: Bool
  var text: PlannedValue?
  var place: Place
}
