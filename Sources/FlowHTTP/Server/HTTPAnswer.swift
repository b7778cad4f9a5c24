/// What a server answers a request with, and how that fails to arrive where it is meant to: for
/// servers that try out what their clients do then.
public struct HTTPAnswer: Sendable, Hashable {
  /// How an answer fails to arrive whole; the connection ends with it.
  public enum Cut: Sendable, Hashable {
    /// Nothing of it arrives.
    case dropped
    /// The head arrives, and so many bytes of the body, of which the head has promised all.
    case truncated(Int)
  }

  /// The response.
  public var response: HTTPResponse
  /// How long it is held back: until the server stops or the client has gone, at the longest.
  public var delay: Duration
  /// How it fails to arrive whole; `nil` where it does.
  public var cut: Cut?

  /// Makes an answer.
  public init(_ response: HTTPResponse, delay: Duration = .zero, cut: Cut? = nil) {
    self.response = response
    self.delay = delay
    self.cut = cut
  }
}

extension HTTPAnswer.Cut {
  /// What is left of a message as it travels.
  func left(of message: [UInt8]) -> [UInt8] {
    switch self {
    case .dropped: return []
    case .truncated(let count):
      let head = message.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? message.count
      return Array(message.prefix(head + min(max(count, 0), message.count - head)))
    }
  }
}
