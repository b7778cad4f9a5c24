/// The size and time limits of a server's clients.
public struct HTTPServerLimits: Sendable, Hashable {
  /// The most bytes of a request line with its header fields.
  public var headBytes: Int
  /// The most header fields of a request.
  public var fields: Int
  /// The most bytes of a body.
  public var bodyBytes: Int
  /// The most open connections; further ones get status 503.
  public var connections: Int
  /// The maximum time of a request from its first byte to its last.
  public var requestTime: Duration
  /// The maximum time that a connection may wait for a request, and that a client may take to
  /// accept a response.
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

  /// Enough for a sign-in server.
  ///
  /// Its requests have a few hundred bytes, and with cookies a few thousand; each connection costs
  /// a thread; a browser opens six.
  public static let standard = HTTPServerLimits(
    headBytes: 32 << 10, fields: 100, bodyBytes: 1 << 20, connections: 512,
    requestTime: .seconds(10), idleTime: .seconds(60))
}
