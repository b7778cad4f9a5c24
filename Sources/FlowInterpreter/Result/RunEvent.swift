public import FlowEngine

/// What a run tells while it goes on.
public enum RunEvent: Sendable {
  /// A response was answered: the record of it.
  case step(StepRecord)
  /// A response was to be answered with what doesn't fit it; nothing was sent.
  case tried(StepRecord)
  /// The server said something.
  case message(Message)
  /// The run waits at a step, for at most this long until it asks again; the step is as the newest
  /// answer has it, and may show another number to match than before.
  case waiting(Step, Duration)
  /// The server asks to wait for so long, and is not asked before whether what the run waits for has
  /// happened.
  case limited(Duration)
  /// A line of the script's own, from `say`.
  case said(String)
}
