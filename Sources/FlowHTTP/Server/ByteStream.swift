/// The bytes of a client's connection for the thread that serves it: plain, or within TLS.
protocol ByteStream: Sendable {
  /// Performs everything before the first request.
  ///
  /// - Parameter time: The maximum time for the client.
  /// - Returns: The result.
  func open(within time: Duration) -> StreamOpening

  /// Waits for bytes, as long as the connection may block.
  func receive(into buffer: inout [UInt8]) -> Socket.Outcome

  /// Sends all of the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - time: The maximum time for the client.
  /// - Returns: Whether the client accepted them.
  func send(_ bytes: [UInt8], within time: Duration) -> Bool

  /// Whether the client sends nothing more, and has no unread data.
  var hasEnded: Bool { get }

  /// Ends the output, and reads remaining input for a moment.
  func linger(_ moment: Duration)

  /// Ends the output.
  ///
  /// - Parameter moment: The maximum time for the client.
  func close(within moment: Duration)
}

/// The result of opening a stream.
enum StreamOpening: Hashable {
  /// Requests can follow.
  case ready
  /// The client uses http on an https server.
  case isPlain
  /// The handshake failed, with a reason in the library's own words.
  case failed(String)
  /// The client has closed the connection, or took too long.
  case ended
}

/// The plain bytes.
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
