/// One request and its answer, over a socket, on a thread that may block.
struct LoopbackExchange {
  /// The longest wait before the cancellation is looked at, where no signal comes: while
  /// connecting.
  private static let sliceMilliseconds: Int64 = 100
  /// How much is read at once.
  private static let bufferBytes = 16 << 10
  /// How long an answer is waited for where no thread may be blocked for long.
  private static let moment = Duration.milliseconds(1)

  let request: WireRequest
  let limits: HTTPLimits
  let timeout: Duration
  let deadline: ContinuousClock.Instant
  let cancellation: Cancellation

  /// An exchange over a connection, as far as it has come.
  struct Course {
    let socket: Socket
    let bytes: [UInt8]
    var sent = 0
    var decoder: HTTPResponseDecoder
  }

  /// How an exchange begins.
  enum Beginning {
    case answered(HTTPResponse)
    /// It goes on over the connection that it has begun on.
    case underWay(Course)
    /// There is no connection yet that could be used.
    case unconnected
  }

  /// Sends the request over the pool's connection, and waits a moment for the answer: on this
  /// machine it mostly comes sooner than another thread would have been woken to wait for it.
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

  /// Goes on with an exchange, or sends the request over a new connection, and waits for the answer.
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

  /// Whether a request that failed over a connection which was open before may go over a new one.
  private func mayBeRepeated(_ course: Course, after failure: TransportFailure) -> Bool {
    guard case .dropped = failure, !course.decoder.hasBegun, !cancellation.isCancelled else {
      return false
    }
    // The server can have acted on what was sent.
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

  /// Waits for as long as there is time.
  private func wholly(
    _ course: inout Course, _ pool: ConnectionPool
  ) throws(TransportFailure) -> HTTPResponse {
    cancellation.interrupt { [socket = course.socket] in socket.shutDown() }
    guard let response = try pursue(&course, pool, until: nil) else {
      throw .malformed("the answer never came to its end")
    }
    return response
  }

  /// Sends what is to be sent, and takes the answer.
  ///
  /// - Parameters:
  ///   - course: How far it has come.
  ///   - pool: Where the connection goes afterwards.
  ///   - end: Until when it is waited; `nil` for as long as there is time.
  /// - Returns: The answer; `nil` where it isn't there at the end.
  /// - Throws: `TransportFailure`.
  private func pursue(
    _ course: inout Course, _ pool: ConnectionPool, until end: ContinuousClock.Instant?
  ) throws(TransportFailure) -> HTTPResponse? {
    guard try send(&course, until: end), try receive(&course, until: end) else { return nil }
    guard let response = course.decoder.response else { return nil }
    // Nobody may shut the connection down any more once another request can take it.
    cancellation.interrupt(by: nil)
    if course.decoder.keepsConnection, !cancellation.isCancelled {
      pool.put(course.socket, for: request.url)
    }
    return response
  }

  /// - Returns: Whether all was sent, or no more can be.
  private func send(
    _ course: inout Course, until end: ContinuousClock.Instant?
  ) throws(TransportFailure) -> Bool {
    while course.sent < course.bytes.count {
      switch course.socket.send(course.bytes[course.sent...]) {
      case .moved(let count): course.sent += count
      case .notReady:
        guard try wait(for: course.socket, toWrite: true, until: end) else { return false }
      // A server may answer and close before it has read everything: the answer is still there.
      case .failed where course.sent > 0: return true
      case .failed: throw .dropped("the connection ended before the request was sent")
      }
    }
    return true
  }

  /// - Returns: Whether the answer is whole.
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
      case .failed: throw .dropped("the connection broke before the answer was whole")
      }
    }
    return true
  }

  /// Waits until the socket is ready, the time is over or the task is cancelled.
  ///
  /// - Returns: Whether it is ready; always, unless it was to be waited until a moment only.
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
