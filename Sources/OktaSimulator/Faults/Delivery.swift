public import FlowHTTP

/// An answer, with the instructions of faults for its transport.
public struct Delivery: Sendable, Hashable {
  /// The way in which an answer is cut off.
  public enum Cut: Sendable, Hashable {
    /// The connection ends without an answer.
    case dropped
    /// The connection ends after the head and a number of bytes of the body. The head has the full
    /// length.
    case truncated(Int)
  }

  /// The effects of faults on a request, for observers.
  public struct Mishap: Sendable, Hashable {
    /// The faults that happened to it, as they were written.
    public var faults: [String]
    /// The step that it answered, or else its endpoint.
    public var request: String
    /// The number of its sign-in, if the request names one.
    public var signIn: Int?
  }

  /// The answer.
  ///
  /// If it is dropped, a substitute for a transport that can't drop answers.
  public var response: HTTPResponse
  /// The delay of the answer.
  public var delay: Duration
  /// The way in which it is cut off; `nil` if it isn't.
  public var cut: Cut?
  /// The effects of faults on it; `nil` if there were none.
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
