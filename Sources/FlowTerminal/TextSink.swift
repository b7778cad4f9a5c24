public import FlowInterpreter

/// An output for text.
public protocol TextSink: OutputSink {
  /// Whether a user sees the output at once, so that color and live lines are useful.
  var isTerminal: Bool { get }
  /// The reason why some output was lost; `nil` if none was lost.
  var failure: SinkFailure? { get }
}

extension TextSink {
  /// Returns `nil`, because no output is lost.
  public var failure: SinkFailure? { nil }
}

/// The reason why output was lost.
public enum SinkFailure: Sendable, Hashable {
  /// The program that reads the output has closed it, as `head` does when it has enough.
  case closed
  /// The output can't be written, for a reason in the system's words, such as "no space left on
  /// device".
  case unwritten(String)
}
