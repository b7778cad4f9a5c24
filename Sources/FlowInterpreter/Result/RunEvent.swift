public import FlowEngine

/// An event of a running flow.
public enum RunEvent: Sendable {
  /// A response was answered, with its record.
  case step(StepRecord)
  /// An answer to a response was invalid; nothing was sent.
  case tried(StepRecord)
  /// A message from the server.
  case message(Message)
  /// The run waits at a step, for at most this long until the next poll.
  ///
  /// The step is from the latest answer, and may show a different number to match.
  case waiting(Step, Duration)
  /// The server limits requests for this long.
  ///
  /// The run doesn't poll before.
  case limited(Duration)
  /// A line of the script itself, from `say`.
  case said(String)
}
