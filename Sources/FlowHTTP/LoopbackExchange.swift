/// Sends one request over a socket and receives its response, on a thread that may block.
struct LoopbackExchange {
  /// The interval at which a connection attempt checks for cancellation.
  ///
  /// No signal wakes the thread while it connects.
  private static let sliceMilliseconds: Int64 = 100
  /// The number of bytes that are read at once.
  private static let bufferBytes = 16 << 10
  /// The maximum wait for a response on a thread that must not block.
  private static let moment = Duration.milliseconds(1)

  let request: WireRequest
  let limits: HTTPLimits
  let timeout: Duration
  let deadline: ContinuousClock.Instant
  let cancellation: Cancellation

  /// The progress of an exchange over a connection.
  struct Course {
    let socket: Socket
    let bytes: [UInt8]
    var sent = 0
    var decoder: HTTPResponseDecoder
  }

  /// The result of `begin`.
  enum Beginning {
    case answered(HTTPResponse)
    /// The response isn't complete; the exchange continues over its connection.
    case underWay(Course)
    /// The pool has no usable connection.
    case unconnected
  }

  /// Sends the request over the pool's idle connection, and waits a moment for the response.
  ///
  /// A server on this machine usually responds sooner than another thread could be woken to wait.
  func begin(_ pool: ConnectionPool) throws(TransportFailure) -> Beginning {
    guard let socket = pool.take(for: request.url) else { return .unconnected }
    var course = start(over: socket)
    do throws(TransportFailure) {
      let end = min(ContinuousClock.now + LoopbackExchange.moment, deadline)
      guard let response = try pursue(&course, pool, until: end) else { return .underWay(course) }
      return .answered(response)
    } catch {
      guard mayBeRepeated(course, after: error) else { throw error }
      return .unconnected
    }
  }

  /// Continues a begun exchange, or begins it over a new connection, and waits for the response.
  func finish(
    _ beginning: Beginning, _ pool: ConnectionPool
  ) throws(TransportFailure) -> HTTPResponse {
    switch beginning {
    case .answered(let response): return response
    case .underWay(var course):
      do throws(TransportFailure) {
        return try wholly(&course, pool)
      } catch {
        guard mayBeRepeated(course, after: error) else { throw error }
      }
    case .unconnected: break
    }
    var course = start(over: try connected())
    return try wholly(&course, pool)
  }

  private func start(over socket: Socket) -> Course {
    Course(
      socket: socket, bytes: request.bytes(),
      decoder: HTTPResponseDecoder(method: request.method, limits: limits))
  }

  /// Whether a request that failed on a reused connection may be sent on a new one.
  private func mayBeRepeated(_ course: Course, after failure: TransportFailure) -> Bool {
    guard case .dropped = failure, !course.decoder.hasBegun, !cancellation.isCancelled else {
      return false
    }
    // If bytes were sent, the server may have acted on a request that isn't idempotent.
    return request.isIdempotent || course.sent == 0
  }

  private func connected() throws(TransportFailure) -> Socket {
    let url = request.url
    for address in SocketAddress.all(of: url.host) {
      guard let socket = Socket(to: address, port: url.port) else { continue }
      cancellation.interrupt { socket.shutDown() }
      guard try wait(for: socket, toWrite: true, until: nil) else { continue }
      if socket.connectionError == 0 { return socket }
    }
    throw .unreachable("nothing answers at \(url.origin)")
  }

  /// Continues an exchange until it is complete or its time is over.
  private func wholly(
    _ course: inout Course, _ pool: ConnectionPool
  ) throws(TransportFailure) -> HTTPResponse {
    cancellation.interrupt { [socket = course.socket] in socket.shutDown() }
    guard let response = try pursue(&course, pool, until: nil) else {
      throw .malformed("the response never ended")
    }
    return response
  }

  /// Sends the rest of the request, and receives the response.
  ///
  /// - Parameters:
  ///   - course: The progress of the exchange.
  ///   - pool: The pool to which the connection returns.
  ///   - end: The end of the wait; `nil` to wait until the exchange's time is over.
  /// - Returns: The response; `nil` if it isn't complete at the end of the wait.
  /// - Throws: `TransportFailure`.
  private func pursue(
    _ course: inout Course, _ pool: ConnectionPool, until end: ContinuousClock.Instant?
  ) throws(TransportFailure) -> HTTPResponse? {
    guard try send(&course, until: end), try receive(&course, until: end) else { return nil }
    guard let response = course.decoder.response else { return nil }
    // From now on a cancellation must not shut the connection down, because another request may use
    // it.
    cancellation.interrupt(by: nil)
    if course.decoder.keepsConnection, !cancellation.isCancelled {
      pool.put(course.socket, for: request.url)
    }
    return response
  }

  /// Sends the rest of the request.
  ///
  /// - Returns: Whether sending is finished: everything was sent, or the server accepts no more.
  private func send(
    _ course: inout Course, until end: ContinuousClock.Instant?
  ) throws(TransportFailure) -> Bool {
    while course.sent < course.bytes.count {
      switch course.socket.send(course.bytes[course.sent...]) {
      case .moved(let count): course.sent += count
      case .notReady:
        guard try wait(for: course.socket, toWrite: true, until: end) else { return false }
      // A server may respond and close before it has read everything. Then the response is still
      // readable.
      case .failed where course.sent > 0: return true
      case .failed: throw .dropped("the connection ended before the request was sent")
      }
    }
    return true
  }

  /// Receives bytes of the response.
  ///
  /// - Returns: Whether the response is complete.
  private func receive(
    _ course: inout Course, until end: ContinuousClock.Instant?
  ) throws(TransportFailure) -> Bool {
    var buffer = [UInt8](repeating: 0, count: LoopbackExchange.bufferBytes)
    while course.decoder.response == nil {
      guard try wait(for: course.socket, toWrite: false, until: end) else { return false }
      switch course.socket.receive(into: &buffer) {
      case .moved(0): try course.decoder.finish()
      case .moved(let count): try course.decoder.feed(buffer[..<count])
      case .notReady: continue
      case .failed: throw .dropped("the connection broke before the response was complete")
      }
    }
    return true
  }

  /// Waits until the socket is ready, the time is over or the task is canceled.
  ///
  /// - Returns: Whether the socket is ready. Without an end of the wait, the result is always true.
  private func wait(
    for socket: Socket, toWrite: Bool, until end: ContinuousClock.Instant?
  ) throws(TransportFailure) -> Bool {
    while true {
      guard !cancellation.isCancelled else { throw .cancelled }
      if let end {
        return ContinuousClock.now < end && socket.wait(toWrite: toWrite, milliseconds: 1)
      }
      let left = deadline - ContinuousClock.now
      guard left > .zero else { throw .timedOut(timeout) }
      let components = left.components
      let milliseconds =
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 + 1
      let slice = Int32(min(milliseconds, LoopbackExchange.sliceMilliseconds))
      if socket.wait(toWrite: toWrite, milliseconds: slice) {
        guard !cancellation.isCancelled else { throw .cancelled }
        return true
      }
    }
  }
}
