/// One request and its answer, over a socket, on a thread that may block.
struct LoopbackExchange {
  /// The longest wait before the cancellation is looked at, where no signal comes: while
  /// connecting.
  private static let sliceMilliseconds: Int64 = 100
  /// How much is read at once.
  private static let bufferBytes = 16 << 10

  let request: WireRequest
  let limits: HTTPLimits
  let timeout: Duration
  let deadline: ContinuousClock.Instant
  let cancellation: Cancellation

  /// Why an exchange over a connection that was open before came to nothing, and whether the server
  /// can have acted on the request.
  private struct Breach: Error {
    let failure: TransportFailure
    let mayHaveActed: Bool
    let hasAnswerBegun: Bool
  }

  /// Sends the request over the pool's connection or a new one, and waits for the answer.
  func run(_ pool: ConnectionPool) throws(TransportFailure) -> HTTPResponse {
    let bytes = request.bytes()
    if let socket = pool.take(for: request.url) {
      do throws(Breach) {
        return try exchange(bytes, over: socket, pool)
      } catch {
        guard case .dropped = error.failure, !error.hasAnswerBegun, !cancellation.isCancelled,
          request.isIdempotent || !error.mayHaveActed
        else { throw error.failure }
      }
    }
    let socket = try connected()
    do throws(Breach) {
      return try exchange(bytes, over: socket, pool)
    } catch {
      throw error.failure
    }
  }

  private func connected() throws(TransportFailure) -> Socket {
    let url = request.url
    for address in SocketAddress.all(of: url.host) {
      guard let socket = Socket(to: address, port: url.port) else { continue }
      cancellation.interrupt { socket.shutDown() }
      try wait(for: socket, toWrite: true)
      if socket.connectionError == 0 { return socket }
    }
    throw .unreachable("nothing answers at \(url.origin)")
  }

  private func exchange(
    _ bytes: [UInt8], over socket: Socket, _ pool: ConnectionPool
  ) throws(Breach) -> HTTPResponse {
    cancellation.interrupt { socket.shutDown() }
    var decoder = HTTPResponseDecoder(method: request.method, limits: limits)
    var sent = 0
    do throws(TransportFailure) {
      try send(bytes, over: socket, sent: &sent)
      try receive(&decoder, from: socket)
    } catch {
      throw Breach(failure: error, mayHaveActed: sent > 0, hasAnswerBegun: decoder.hasBegun)
    }
    guard let response = decoder.response else {
      let failure = TransportFailure.malformed("the answer never came to its end")
      throw Breach(failure: failure, mayHaveActed: true, hasAnswerBegun: true)
    }
    // Nobody may shut the connection down any more once another request can take it.
    cancellation.interrupt(by: nil)
    if decoder.keepsConnection, !cancellation.isCancelled { pool.put(socket, for: request.url) }
    return response
  }

  private func send(
    _ bytes: [UInt8], over socket: Socket, sent: inout Int
  ) throws(TransportFailure) {
    while sent < bytes.count {
      switch socket.send(bytes[sent...]) {
      case .moved(let count): sent += count
      case .notReady: try wait(for: socket, toWrite: true)
      // A server may answer and close before it has read everything: the answer is still there.
      case .failed where sent > 0: return
      case .failed: throw .dropped("the connection ended before the request was sent")
      }
    }
  }

  private func receive(
    _ decoder: inout HTTPResponseDecoder, from socket: Socket
  ) throws(TransportFailure) {
    var buffer = [UInt8](repeating: 0, count: LoopbackExchange.bufferBytes)
    while decoder.response == nil {
      try wait(for: socket, toWrite: false)
      switch socket.receive(into: &buffer) {
      case .moved(0): try decoder.finish()
      case .moved(let count): try decoder.feed(buffer[..<count])
      case .notReady: continue
      case .failed: throw .dropped("the connection broke before the answer was whole")
      }
    }
  }

  /// Waits until the socket is ready, the time is over or the task is cancelled.
  private func wait(for socket: Socket, toWrite: Bool) throws(TransportFailure) {
    while true {
      guard !cancellation.isCancelled else { throw .cancelled }
      let left = deadline - ContinuousClock.now
      guard left > .zero else { throw .timedOut(timeout) }
      let components = left.components
      let milliseconds =
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 + 1
      let slice = Int32(min(milliseconds, LoopbackExchange.sliceMilliseconds))
      if socket.wait(toWrite: toWrite, milliseconds: slice) {
        guard !cancellation.isCancelled else { throw .cancelled }
        return
      }
    }
  }
}
