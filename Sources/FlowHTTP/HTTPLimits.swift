/// The limits of a response's size and of an exchange's duration.
public struct HTTPLimits: Sendable, Hashable {
  /// The maximum size of a status line with its header fields in bytes, including interim
  /// responses.
  public var headBytes: Int
  /// The maximum size of a body in bytes.
  public var bodyBytes: Int
  /// The maximum time of an exchange if its request has no timeout.
  public var timeout: Duration

  /// Creates limits.
  public init(headBytes: Int, bodyBytes: Int, timeout: Duration) {
    self.headBytes = headBytes
    self.bodyBytes = bodyBytes
    self.timeout = timeout
  }

  /// The default limits of transports.
  ///
  /// Servers seldom accept a head of more than 16 KB. A body may be as long as the longest accepted
  /// JSON text. Half a minute is the longest acceptable wait for a page.
  public static let standard = HTTPLimits(
    headBytes: 64 << 10, bodyBytes: JSONLimits.standard.size, timeout: .seconds(30))
}
