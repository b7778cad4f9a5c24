/// A client's connection as the serving thread reads and writes it: plain, or within TLS.
protocol ByteStream: Sendable {
  /// Prepares the connection for the first request, for example with a TLS handshake.
  ///
  /// - Parameter time: The maximum time that the client may take.
  /// - Returns: The result.
  func open(within time: Duration) -> StreamOpening

  /// Waits for bytes, at most for the time that the connection may block.
  func receive(into buffer: inout [UInt8]) -> Socket.Outcome

  /// Sends all of the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - time: The maximum time that the client may take to accept them.
  /// - Returns: Whether the client accepted them.
  func send(_ bytes: [UInt8], within time: Duration) -> Bool

  /// Whether the client has ended its output and all of it was read.
  var hasEnded: Bool { get }

  /// Ends the output, and reads remaining input for the given time.
  func linger(_ moment: Duration)

  /// Ends the output.
  ///
  /// - Parameter moment: The maximum time that the client may take.
  func close(within moment: Duration)
}

/// The result of opening a connection.
enum StreamOpening: Hashable {
  /// The server can read requests.
  case ready
  /// The client uses http on an https server.
  case isPlain
  /// The handshake failed, with a reason in the library's own words.
  case failed(String)
  /// The client has closed the connection, or took too long.
  case ended
}

/// A connection without TLS.
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
