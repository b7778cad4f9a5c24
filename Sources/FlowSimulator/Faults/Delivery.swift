public import FlowWire

/// An answer, and what becomes of it on its way: for whoever carries it.
public struct Delivery: Sendable, Hashable {
  /// How an answer fails to arrive whole.
  public enum Cut: Sendable, Hashable {
    /// The connection ends without an answer.
    case dropped
    /// The connection ends after the head and so many bytes of the body, of which the head has
    /// promised all.
    case truncated(Int)
  }

  /// The answer; where it is dropped, one for a carrier that can't drop it.
  public var response: HTTPResponse
  /// How long it is held back.
  public var delay: Duration
  /// How it fails to arrive whole; `nil` where it does.
  public var cut: Cut?

  init(_ response: HTTPResponse, delay: Duration = .zero, cut: Cut? = nil) {
    self.response = response
    self.delay = delay
    self.cut = cut
  }
}
