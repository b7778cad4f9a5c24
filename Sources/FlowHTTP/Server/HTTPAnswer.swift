/// A server's answer to a request, optionally with a simulated transmission fault.
///
/// Such a fault tests how clients react.
public struct HTTPAnswer: Sendable, Hashable {
  /// A transmission fault, after which the connection ends.
  public enum Cut: Sendable, Hashable {
    /// The client receives nothing of the response.
    case dropped
    /// The client receives the head and this many bytes of the body, although the head announces
    /// all.
    case truncated(Int)
  }

  /// The response.
  public var response: HTTPResponse
  /// The delay of the response, which ends early if the server stops or the client disconnects.
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
  /// Returns the part of a message that the server sends in spite of the fault.
  func left(of message: [UInt8]) -> [UInt8] {
    switch self {
    case .dropped: return []
    case .truncated(let count):
      let head = message.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? message.count
      return Array(message.prefix(head + min(max(count, 0), message.count - head)))
    }
  }
}
