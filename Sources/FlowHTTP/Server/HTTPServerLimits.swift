/// How much a server takes from a client, and how long it waits for it.
public struct HTTPServerLimits: Sendable, Hashable {
  /// The most bytes of a request line with its header fields.
  public var headBytes: Int
  /// The most header fields of a request.
  public var fields: Int
  /// The most bytes of a body.
  public var bodyBytes: Int
  /// How many connections may be open; one more is told to come back later (503).
  public var connections: Int
  /// How long a request may take from its first byte to its last.
  public var requestTime: Duration
  /// How long a connection may wait for a request, and a client may take to accept an answer.
  public var idleTime: Duration

  /// Makes limits.
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

  /// What a server of sign-ins needs: its requests have a few hundred bytes, and with cookies a few
  /// thousand; each connection costs a thread; a browser opens six.
  public static let standard = HTTPServerLimits(
    headBytes: 32 << 10, fields: 100, bodyBytes: 1 << 20, connections: 512,
    requestTime: .seconds(10), idleTime: .seconds(60))
}
