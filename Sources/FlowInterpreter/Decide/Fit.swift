import FlowDiagnostics
import FlowSyntax

/// Whether an action is possible at a step, and how.
enum Fit {
  case fits(Means)
  case passed(PassedOver)
  /// The name of a field is ambiguous.
  ///
  /// This is a mistake of the script, regardless of the other rules.
  case ambiguous(Diagnostic)
}

/// The result of a rule.
enum Performed {
  /// It answered the response, and another one followed.
  case answered
  /// It didn't answer the response, so the next applicable rule does.
  case stayed
  /// It waited until its limit.
  ///
  /// The problem is reported if no rule answers.
  case timedOut(Diagnostic)
}

/// How an action is performed.
enum Means {
  /// Without a step, field or option to find.
  case asIs
  /// With the option of this index, as this choice and method.
  case option(Int, choice: Int, method: Int?)
  /// With fields, including the fields of a choice's form.
  case fields(choice: Int?)
  /// By a capability of the step, or of the response if `step` is `nil`.
  case capability(String, step: Int?)
  /// By another step.
  case step(Int)
}
