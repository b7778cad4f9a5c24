public import FlowInterpreter

/// The destination of text.
public protocol TextSink: OutputSink {
  /// Whether a user sees it at once, so that color and live lines are useful.
  var isTerminal: Bool { get }
  /// The reason why some output was lost; `nil` if none was.
  var failure: SinkFailure? { get }
}

extension TextSink {
  /// No output is lost.
  public var failure: SinkFailure? { nil }
}

/// The reason why output was lost.
public enum SinkFailure: Sendable, Hashable {
  /// The reader has closed it, as `head` does when it has enough.
  case closed
  /// It can't be written: the system's words, such as "no space left on device".
  case unwritten(String)
}
