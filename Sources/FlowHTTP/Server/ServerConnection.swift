import FlowLock

/// One client's connection to a server, on a thread that may block.
final class ServerConnection: Sendable {
  /// The number of bytes that are read at once.
  private static let bufferBytes = 16 << 10
  /// The maximum time for a refused client to receive the reason.
  private static let farewell = Duration.milliseconds(500)

  private let socket: ServerSocket
  /// The connection's stream, which only the serving thread may use.
  private let stream: any ByteStream
  private let service: Service
  private let isFinishing = Mutex(false)

  private var limits: HTTPServerLimits { service.limits }

  /// The server's values that all of its connections share.
  struct Service: Sendable {
    /// The host and port for a request that names none.
    var host: String
    var limits: HTTPServerLimits
    var stopping: StopSignal
    /// The identity for TLS; `nil` for plain http.
    var identity: TLSIdentity?
    var note: HTTPServer.NoteTaker
    var answerer: HTTPServer.Answerer
  }

  init(_ socket: ServerSocket, _ service: Service) {
    self.socket = socket
    self.service = service
    let blockTime = min(service.limits.idleTime, service.limits.requestTime)
    socket.limitBlocking(to: blockTime)
    stream =
      service.identity?.stream(over: socket, blockTime: blockTime) ?? PlainStream(socket)
  }

  /// Answers requests until the client or the server ends the connection.
  func serve() {
    switch stream.open(within: limits.requestTime) {
    case .ready:
      answerRequests()
      stream.close(within: ServerConnection.farewell)
    case .isPlain:
      service.note(.httpAtTLSPort)
      turnAway(.plain, over: PlainStream(socket))
    case .failed(let reason): service.note(.failedHandshake(reason))
    case .ended: break
    }
  }

  private func answerRequests() {
    var decoder = HTTPRequestDecoder(
      host: service.host, limits: limits, scheme: service.identity == nil ? .http : .https)
    var writer = WireResponse()
    var buffer = [UInt8](repeating: 0, count: ServerConnection.bufferBytes)
    var deadline: ContinuousClock.Instant?
    var idleSince = ContinuousClock.now
    var isFirst = true
    while true {
      do throws(HTTPRefusal) {
        guard try answerAll(of: &decoder, by: &writer) else { return }
      } catch { return turnAway(error) }
      let now = ContinuousClock.now
      if decoder.isIdle {
        if deadline != nil { idleSince = now }
        deadline = nil
        guard now - idleSince < limits.idleTime, !isFinishing.withLock({ $0 }) else {
          return
        }
      } else if let deadline {
        guard now < deadline else { return turnAway(.late) }
      } else {
        deadline = now + limits.requestTime
      }
      switch stream.receive(into: &buffer) {
      case .moved(0), .failed: return
      case .moved(let count):
        if isFirst, isHello(buffer[..<count]) {
          service.note(.tlsAtPlainPort)
          return turnAway(.secure)
        }
        isFirst = false
        if decoder.isIdle { idleSince = ContinuousClock.now }
        decoder.feed(buffer[..<count])
      // Nothing was received for a while. An idle connection may continue to wait, but an
      // incomplete request is refused.
      case .notReady: if !decoder.isIdle { return turnAway(.late) }
      }
    }
  }

  /// Whether the first bytes of a client begin an unexpected TLS handshake (RFC 8446, section 5.1).
  private func isHello(_ bytes: ArraySlice<UInt8>) -> Bool {
    service.identity == nil && bytes.first == 0x16 && bytes.dropFirst().first ?? 3 == 3
  }

  /// Answers all complete requests that the decoder has.
  ///
  /// - Returns: Whether another request may follow.
  private func answerAll(
    of decoder: inout HTTPRequestDecoder, by writer: inout WireResponse
  ) throws(HTTPRefusal) -> Bool {
    while let message = try decoder.next() {
      let answer = service.answerer(message.request)
      if answer.delay > .zero {
        guard holdBack(for: answer.delay) else { return false }
      }
      let keeps = message.keepsConnection && !isFinishing.withLock({ $0 })
      writer.write(
        answer.response, isToHead: message.request.method == .head,
        connection: keeps ? (message.expectsClose ? .staysAsAsked : .stays) : .ends)
      if let cut = answer.cut {
        return end(with: cut.left(of: writer.bytes))
      }
      guard send(writer.bytes) else { return false }
      guard keeps else {
        stream.linger(ServerConnection.farewell)
        return false
      }
    }
    if decoder.awaitsContinue {
      decoder.didContinue()
      return send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    return true
  }

  /// The interval at which a delayed answer checks whether the client is still connected.
  private static let glance = Duration.milliseconds(200)
  /// The maximum delay of an answer; no client waits longer.
  private static let holdMax = Duration.seconds(600)

  /// Waits for the delay of an answer.
  ///
  /// - Returns: Whether to send the answer; `false` if the server stops or the client disconnects.
  private func holdBack(for time: Duration) -> Bool {
    let end = ContinuousClock.now + min(time, ServerConnection.holdMax)
    while true {
      let rest = end - ContinuousClock.now
      guard rest > .zero else { return true }
      if service.stopping.wait(min(rest, ServerConnection.glance)) || stream.hasEnded {
        return false
      }
    }
  }

  /// Sends a part of an answer and ends the connection, as a network fault would.
  ///
  /// Within TLS, no closing message is sent.
  ///
  /// - Returns: Whether another request may follow.
  private func end(with bytes: [UInt8]) -> Bool {
    if !bytes.isEmpty, send(bytes) {
      socket.linger(ServerConnection.farewell)
    } else {
      cut()
    }
    return false
  }

  private func send(_ bytes: [UInt8]) -> Bool { stream.send(bytes, within: limits.idleTime) }

  /// Sends the last response of the connection.
  private func send(_ response: HTTPResponse, over stream: any ByteStream) -> Bool {
    var writer = WireResponse()
    writer.write(response, connection: .ends)
    return stream.send(writer.bytes, within: limits.idleTime)
  }

  /// Sends the reason for a refusal, and ends the connection.
  private func turnAway(_ fault: HTTPRefusal, over plain: PlainStream? = nil) {
    let stream: any ByteStream = plain ?? stream
    let response = HTTPResponse(
      status: fault.status, headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: .bytes(Array((fault.message + "\n").utf8)))
    guard send(response, over: stream) else { return }
    stream.linger(ServerConnection.farewell)
  }

  /// Refuses a client because the server has too many connections.
  ///
  /// With TLS the connection is closed without an answer, because a handshake would need a thread.
  func refuse() {
    guard service.identity == nil else { return }
    let response = HTTPResponse(status: 503, headers: ["Retry-After": "1"])
    _ = send(response, over: stream)
  }

  /// Ends the connection after the current request.
  func finish() {
    isFinishing.withLock { $0 = true }
    socket.shutDown(keepingSending: true)
  }

  /// Ends the connection immediately.
  func cut() {
    socket.shutDown(keepingSending: false)
  }
}

extension HTTPRefusal {
  fileprivate static let late = HTTPRefusal(408, "the request wasn't complete in time")
  fileprivate static let plain = HTTPRefusal.bad(
    "this port is https only: write `https://` instead of `http://`")
  fileprivate static let secure = HTTPRefusal.bad(
    "this port is plain http: write `http://` instead of `https://`")
}
