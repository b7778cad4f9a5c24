public import FlowHTTP

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

  /// What faults did to a request, for whoever watches.
  public struct Mishap: Sendable, Hashable {
    /// The faults that happened to it, as they were written.
    public var faults: [String]
    /// The step that it answered, or else its endpoint.
    public var request: String
    /// The number of the sign-in that it belongs to, where it names one.
    public var signIn: Int?
  }

  /// The answer; where it is dropped, one for a carrier that can't drop it.
  public var response: HTTPResponse
  /// How long it is held back.
  public var delay: Duration
  /// How it fails to arrive whole; `nil` where it does.
  public var cut: Cut?
  /// What faults did to it; `nil` where none did anything.
  public var mishap: Mishap?

  init(
    _ response: HTTPResponse, delay: Duration = .zero, cut: Cut? = nil, mishap: Mishap? = nil
  ) {
    self.response = response
    self.delay = delay
    self.cut = cut
    self.mishap = mishap
  }
}
