import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// The origins of a plan's rules, in the order in which they are tried.
public enum RuleOrigin: Sendable, Hashable {
  /// A rule that leads from the first page to the flow's intent.
  case start
  /// A rule of the flow.
  case flow
  /// A rule of a profile.
  case profile(String)
  /// A preference (`choose …`) of a profile.
  ///
  /// The preference applies only if the main step has choices.
  case preference(String)
  /// The rule that fills the main step with the profiles' answers.
  case answers
  /// The flow's `otherwise`.
  case otherwise
}

/// A rule, ready to be tested against a response.
struct PlannedRule: Sendable {
  var origin: RuleOrigin
  var place: Place
  /// The patterns.
  ///
  /// Without any, every step fits.
  var patterns: [PlannedPattern]
  var condition: PlannedCondition?
  /// The maximum number of times that the rule may fire in a run; `nil` for no limit.
  var limit: Int?
  var actions: [PlannedAction]
  /// Whether only the response's main step is tested.
  var isMainOnly: Bool
  /// Whether the rule may answer a response that shows an error.
  var answersErrors: Bool

  /// Whether one of the rule's patterns names a step.
  var namesStep: Bool { patterns.contains { $0.step != nil } }

  /// Whether one of the rule's actions is `poll`.
  var polls: Bool {
    actions.contains { action in
      if case .poll = action.kind { true } else { false }
    }
  }
}

/// A pattern, ready to be tested against a step.
struct PlannedPattern: Sendable {
  /// The step's name or its beginning; `nil` if every step fits.
  var step: Word?
  var subject: PlannedLabel?
  var method: PlannedLabel?
}

/// The name of a subject, a choice or a method in a script: a word or a text.
struct PlannedLabel: Sendable {
  /// The index in `RunPlan.labels` if the label is computed at the start of a run; `nil` if the
  /// label is fixed.
  var made: Int?
  /// The words of the label if it is fixed.
  var words: LabelWords
  var place: Place
}

/// The words of a label.
struct LabelWords: Sendable {
  var word: Word
  /// The text between the quotes; `nil` if the label isn't quoted.
  ///
  /// A quoted text may also be a detail of a choice.
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
    /// Asks the user everything about the step.
    case promptStep
    /// Fills the step with the profiles' answers.
    case fill
    /// Submits the step or uses the capability with this name.
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

  /// Whether the action answers the response.
  ///
  /// `expect`, `say`, `wait` and similar actions don't.
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

/// A field that a script names, and the answer to it.
struct PlannedAnswer: Sendable {
  var field: Word
  /// The field as the script writes it.
  var written: String
  var mayBeAbsent: Bool
  /// The value; `nil` if the script gives none and no value has the field's written name.
  ///
  /// The run then looks for a value with another name of the field.
  var value: PlannedValue?
  var place: Place
}

/// A field that the script asks the user for.
struct PlannedPrompt: Sendable {
  var field: Word
  var written: String
  var mayBeAbsent: Bool
  var text: PlannedValue?
  var place: Place
}
