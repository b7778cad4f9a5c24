public import FlowInterpreter

/// Where text goes.
public protocol TextSink: OutputSink {
  /// Whether a person sees it at once, so that colour and live lines are of use.
  var isTerminal: Bool { get }
  /// Why not everything that was written has arrived; `nil` where it has.
  var failure: SinkFailure? { get }
}

extension TextSink {
  /// Nothing is lost.
  public var failure: SinkFailure? { nil }
}

/// Why an output didn't arrive.
public enum SinkFailure: Sendable, Hashable {
  /// Whoever read it has gone, as `head` goes when it has enough.
  case closed
  /// It can't be written: the system's words, such as "no space left on device".
  case unwritten(String)
}
