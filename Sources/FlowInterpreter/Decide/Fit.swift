import FlowDiagnostics
import FlowSyntax

/// Whether an action can be done at a step, and how.
enum Fit {
  case fits(Means)
  case passed(PassedOver)
  /// A field's name means two: a mistake of the script, whatever the other rules say.
  case ambiguous(Diagnostic)
}

/// What came of a rule.
enum Performed {
  /// It answered the response, and another one came.
  case answered
  /// It has not answered the response: the next rule that applies does.
  case stayed
  /// It waited as long as it may, with the problem that this is if no rule answers.
  case timedOut(Diagnostic)
}

/// How an action is done.
enum Means {
  /// Without anything that had to be found.
  case asIs
  /// With the option of this index, as this choice and method.
  case option(Int, choice: Int, method: Int?)
  /// With fields, those of a choice's form among them.
  case fields(choice: Int?)
  /// By a capability of the step, or of the response where `step` is `nil`.
  case capability(String, step: Int?)
  /// By another step.
  case step(Int)
}
