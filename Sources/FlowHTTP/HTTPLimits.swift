/// How large an answer may be, and how long an exchange may take.
public struct HTTPLimits: Sendable, Hashable {
  /// The most bytes of a status line with its header fields, those of interim answers included.
  public var headBytes: Int
  /// The most bytes of a body.
  public var bodyBytes: Int
  /// How long an exchange may take whose request names no time.
  public var timeout: Duration

  /// Makes limits.
  public init(headBytes: Int, bodyBytes: Int, timeout: Duration) {
    self.headBytes = headBytes
    self.bodyBytes = bodyBytes
    self.timeout = timeout
  }

  /// What transports hold servers to.
  ///
  /// Servers themselves seldom take a head of more than 16 KB; a body may be as long as a JSON text
  /// that is read; and nobody waits longer than half a minute for a page.
  public static let standard = HTTPLimits(
    headBytes: 64 << 10, bodyBytes: JSONLimits.standard.size, timeout: .seconds(30))
}
