public import FlowHTTP

/// A response, with the faults that its transport must carry out.
public struct Delivery: Sendable, Hashable {
  /// The way in which the transport cuts off a response.
  public enum Cut: Sendable, Hashable {
    /// The connection ends without a response.
    case dropped
    /// The connection ends after the head and a number of bytes of the body.
    ///
    /// The `Content-Length` in the head is the full length.
    case truncated(Int)
  }

  /// The faults that happened to a request, for observers.
  public struct Mishap: Sendable, Hashable {
    /// The faults that happened to the request, as they were written.
    public var faults: [String]
    /// The step that the request answered or, if it answered none, the name of its endpoint.
    public var request: String
    /// The number of the request's sign-in; `nil` if the request names none.
    public var signIn: Int?
  }

  /// The response.
  ///
  /// If the response is dropped, this is a substitute for transports that can't drop responses.
  public var response: HTTPResponse
  /// The delay before the response.
  public var delay: Duration
  /// The way in which the transport cuts off the response; `nil` if the transport delivers the
  /// whole response.
  public var cut: Cut?
  /// The faults that happened to the request; `nil` if there were none.
  public var mishap: Mishap?

  init(
    _ response: HTTPResponse, delay: Duration = .zero, cut: Cut? = nil, mishap: Mishap? = nil
  ) {
    self.response = response
    self.delay = delay
    self.cut = cut
    self.mishap = mishap
  }

  /// The answer of an HTTP server that carries out the faults.
  public var answer: HTTPAnswer {
    let cut: HTTPAnswer.Cut? =
      switch cut {
      case .dropped?: .dropped
      case .truncated(let count)?: .truncated(count)
      case nil: nil
      }
    return HTTPAnswer(response, delay: delay, cut: cut)
  }
}
