/// The size and time limits for a server's clients.
public struct HTTPServerLimits: Sendable, Hashable {
  /// The maximum size of a request line with its header fields in bytes.
  public var headBytes: Int
  /// The maximum number of header fields in a request.
  public var fields: Int
  /// The maximum size of a body in bytes.
  public var bodyBytes: Int
  /// The maximum number of open connections; the server answers further connections with status
  /// 503.
  public var connections: Int
  /// The maximum time of a request from its first byte to its last.
  public var requestTime: Duration
  /// The maximum time for an idle connection, and for a client to accept a response.
  public var idleTime: Duration

  /// Creates limits.
  public init(
    headBytes: Int, fields: Int, bodyBytes: Int, connections: Int, requestTime: Duration,
    idleTime: Duration
  ) {
    self.headBytes = headBytes
    self.fields = fields
    self.bodyBytes = bodyBytes
    self.connections = connections
    self.requestTime = requestTime
    self.idleTime = idleTime
  }

  /// The limits for a sign-in server.
  ///
  /// Its requests have a few hundred bytes, and with cookies a few thousand. Each connection costs
  /// a thread, and a browser opens six.
  public static let standard = HTTPServerLimits(
    headBytes: 32 << 10, fields: 100, bodyBytes: 1 << 20, connections: 512,
    requestTime: .seconds(10), idleTime: .seconds(60))
}
