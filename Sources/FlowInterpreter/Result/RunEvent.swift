public import FlowEngine

/// An event of a run.
public enum RunEvent: Sendable {
  /// The run answered a response.
  ///
  /// The record has the response and the move.
  case step(StepRecord)
  /// An answer to a response was invalid, so nothing was sent.
  case tried(StepRecord)
  /// A message from the server.
  case message(Message)
  /// The run waits at a step.
  ///
  /// The duration is the time until the next poll.
  ///
  /// The step comes from the latest response, because the number to match may have changed.
  case waiting(Step, Duration)
  /// The server limits requests.
  ///
  /// The run sends no poll before this time has passed.
  case limited(Duration)
  /// The server didn't answer while the run waits, for this reason, such as a lost connection.
  ///
  /// The run continues to wait, and asks again.
  case disconnected(String)
  /// A text that the script prints with `say`.
  case said(String)
}
