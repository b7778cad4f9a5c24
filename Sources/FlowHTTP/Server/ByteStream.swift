/// The bytes of a client's connection as the thread that serves it reads and writes them: as they
/// travel, or within TLS.
protocol ByteStream: Sendable {
  /// Does what comes before the first request.
  ///
  /// - Parameter time: How long the client may take.
  /// - Returns: What came of it.
  func open(within time: Duration) -> StreamOpening

  /// Waits for bytes, as long as the connection may block.
  func receive(into buffer: inout [UInt8]) -> Socket.Outcome

  /// Sends all of the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - time: How long the client may take.
  /// - Returns: Whether the client took them.
  func send(_ bytes: [UInt8], within time: Duration) -> Bool

  /// Whether the client sends nothing more, and nothing that it has sent is unread.
  var hasEnded: Bool { get }

  /// Says that nothing more is sent, and reads what still comes for a moment.
  func linger(_ moment: Duration)

  /// Says that nothing more is sent.
  ///
  /// - Parameter moment: How long the client may take.
  func close(within moment: Duration)
}

/// What came of opening a stream.
enum StreamOpening: Hashable {
  /// Requests can come.
  case ready
  /// The client speaks http to a server that speaks https only.
  case isPlain
  /// The handshake failed, for a reason in the library's own words.
  case failed(String)
  /// The client has gone, or took too long.
  case ended
}

/// The bytes as they travel.
struct PlainStream: ByteStream {
  private let socket: ServerSocket

  init(_ socket: ServerSocket) {
    self.socket = socket
  }

  func open(within time: Duration) -> StreamOpening { .ready }

  func receive(into buffer: inout [UInt8]) -> Socket.Outcome { socket.receive(into: &buffer) }

  func send(_ bytes: [UInt8], within time: Duration) -> Bool { socket.send(bytes, within: time) }

  var hasEnded: Bool { socket.hasEnded }

  func linger(_ moment: Duration) { socket.linger(moment) }

  func close(within moment: Duration) {}
}
