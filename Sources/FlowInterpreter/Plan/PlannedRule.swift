import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Where a rule of a plan comes from, in the order in which they are tried.
public enum RuleOrigin: Sendable, Hashable {
  /// The rule that a `start` brings along.
  case start
  /// A rule of the flow.
  case flow
  /// A rule of a profile.
  case profile(String)
  /// A profile's preference, where the response's main step asks for a choice.
  case preference(String)
  /// The profiles' answers alone, where they fill the response's main step.
  case answers
  /// The flow's `otherwise`.
  case otherwise
}

/// A rule, ready to be held against a response.
struct PlannedRule: Sendable {
  var origin: RuleOrigin
  var place: Place
  /// Empty for any step.
  var patterns: [PlannedPattern]
  var condition: PlannedCondition?
  /// How often it may fire in a run; `nil` is any number of times.
  var limit: Int?
  var actions: [PlannedAction]
  /// Whether it is held against the response's main step alone.
  var isMainOnly: Bool
  /// Whether it may answer a response that shows an error.
  var answersErrors: Bool

  /// Whether it says for which step it is.
  var namesStep: Bool { patterns.contains { $0.step != nil } }

  /// Whether one of its actions waits.
  var polls: Bool {
    actions.contains { action in
      if case .poll = action.kind { true } else { false }
    }
  }
}

/// A pattern, ready to be held against a step.
struct PlannedPattern: Sendable {
  /// The step's name or its beginning; `nil` for `any`.
  var step: Word?
  var subject: PlannedLabel?
  var method: PlannedLabel?
}

/// A word or a text that names a subject, a choice or a method.
struct PlannedLabel: Sendable {
  /// Which of the plan's labels that are made at the start of a run it is; `nil` where it is fixed.
  var made: Int?
  /// The words of a fixed one.
  var words: LabelWords
  var place: Place
}

/// The words of a label.
struct LabelWords: Sendable {
  var word: Word
  /// The text as it is written, where it stands in quotes: it may also name a detail of a choice.
  var quoted: String?
}

/// An action and its place.
struct PlannedAction: Sendable {
  var kind: Kind
  var place: Place

  enum Kind: Sendable {
    case choose([PlannedOption])
    case answer([PlannedAnswer])
    case prompt([PlannedPrompt])
    /// Asks the person for the whole step, whatever it is.
    case promptStep
    /// Fills the step with the profiles' answers.
    case fill
    /// Takes the step or capability of this name.
    case take(Word)
    case submit
    case follow
    case poll(every: Duration?, limit: Duration?)
    /// Lets time pass.
    case wait(Duration)
    /// Lets something happen outside.
    case meanwhile(String, [PlannedAnswer])
    case expect(PlannedExpect)
    case say(PlannedValue)
    case fail(PlannedValue)
    case stop
  }

  /// Whether it answers the response rather than look at it, let something happen or end the run.
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

/// A field and what it is answered with.
struct PlannedAnswer: Sendable {
  var field: Word
  /// The field as it is written.
  var written: String
  var mayBeAbsent: Bool
  /// `nil` for a bare field whose own name names no value: the field's other names are tried.
  var value: PlannedValue?
  var place: Place
}

/// A field that the person is asked for.
struct PlannedPrompt: Sendable {
  var field: Word
  var written: String
  var mayBeAbsent: Bool
  var text: PlannedValue?
  var place: Place
}
