import FlowDiagnostics
import FlowSyntax

/// Whether an action is possible at a step, and how it is performed.
enum Fit {
  case fits(Means)
  case passed(PassedOver)
  /// The name of a field is ambiguous.
  ///
  /// An ambiguous name is a mistake in the script, so no other rule is tried.
  case ambiguous(Diagnostic)
}

/// The effect of a rule on the response.
enum Performed {
  /// The rule answered the response, and the next response has come.
  case answered
  /// The rule didn't answer the response, so the next rule that applies is tried.
  case stayed
  /// The rule waited until its time limit.
  ///
  /// The diagnostic is reported if no other rule answers.
  case timedOut(Diagnostic)
}

/// How an action is performed.
enum Means {
  /// The action needs no field, option or other step.
  case asIs
  /// The action chooses the option at this index, which is this choice and method of the step.
  case option(Int, choice: Int, method: Int?)
  /// The action fills fields.
  ///
  /// If `choice` isn't `nil`, the form of that choice has some of them.
  case fields(choice: Int?)
  /// The action uses a capability of the step at index `step`, or of the response if it is `nil`.
  case capability(String, step: Int?)
  /// The action names a step of the response, and submits it.
  ///
  /// The value is the step's index.
  case step(Int)
}
