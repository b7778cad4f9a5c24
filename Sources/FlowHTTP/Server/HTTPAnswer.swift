/// A server's answer to a request, and optionally a simulated transmission fault, for testing the
/// reaction of clients.
public struct HTTPAnswer: Sendable, Hashable {
  /// A transmission fault.
  ///
  /// The connection ends with it.
  public enum Cut: Sendable, Hashable {
    /// Nothing of the response arrives.
    case dropped
    /// The head arrives, and this many bytes of the body, although the head promises all.
    case truncated(Int)
  }

  /// The response.
  public var response: HTTPResponse
  /// The delay of the response.
  ///
  /// It ends early if the server stops or the client disconnects.
  public var delay: Duration
  /// The transmission fault; `nil` if there is none.
  public var cut: Cut?

  /// Creates an answer.
  public init(_ response: HTTPResponse, delay: Duration = .zero, cut: Cut? = nil) {
    self.response = response
    self.delay = delay
    self.cut = cut
  }
}

extension HTTPAnswer.Cut {
  /// Returns the part of a message that is sent.
  func left(of message: [UInt8]) -> [UInt8] {
    switch self {
    case .dropped: return []
    case .truncated(let count):
      let head = message.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? message.count
      return Array(message.prefix(head + min(max(count, 0), message.count - head)))
    }
  }
}
