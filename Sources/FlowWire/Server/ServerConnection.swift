import Synchronization

/// One client's connection to a server, on a thread that may block.
final class ServerConnection: Sendable {
  /// How much is read at once.
  private static let bufferBytes = 16 << 10
  /// How long a client that is sent away may take to hear it.
  private static let farewell = Duration.milliseconds(500)

  private let socket: ServerSocket
  private let host: String
  private let limits: HTTPServerLimits
  private let handler: HTTPServer.Handler
  private let isFinishing = Atomic(false)

  init(
    _ socket: ServerSocket, host: String, limits: HTTPServerLimits,
    handler: @escaping HTTPServer.Handler
  ) {
    self.socket = socket
    self.host = host
    self.limits = limits
    self.handler = handler
  }

  /// Answers requests until the client or the server has had enough.
  func serve() {
    var decoder = HTTPRequestDecoder(host: host, limits: limits)
    var writer = WireResponse()
    var buffer = [UInt8](repeating: 0, count: ServerConnection.bufferBytes)
    var deadline: ContinuousClock.Instant?
    socket.limitBlocking(to: min(limits.idleTime, limits.requestTime))
    var idleSince = ContinuousClock.now
    while true {
      do throws(HTTPRequestFault) {
        guard try answerAll(of: &decoder, by: &writer) else { return }
      } catch { return turnAway(error) }
      let now = ContinuousClock.now
      if decoder.isIdle {
        if deadline != nil { idleSince = now }
        deadline = nil
        guard now - idleSince < limits.idleTime, !isFinishing.load(ordering: .relaxed) else {
          return
        }
      } else if let deadline {
        guard now < deadline else { return turnAway(.late) }
      } else {
        deadline = now + limits.requestTime
      }
      switch socket.receive(into: &buffer) {
      case .moved(0), .failed: return
      case .moved(let count):
        if decoder.isIdle { idleSince = ContinuousClock.now }
        decoder.feed(buffer[..<count])
      // Nothing came for a while: an idle connection may wait on, a request may not.
      case .notReady: if !decoder.isIdle { return turnAway(.late) }
      }
    }
  }

  /// Answers the requests that are whole.
  ///
  /// - Returns: Whether another may follow.
  private func answerAll(
    of decoder: inout HTTPRequestDecoder, by writer: inout WireResponse
  ) throws(HTTPRequestFault) -> Bool {
    while let message = try decoder.next() {
      let response = handler(message.request)
      let keeps = message.keepsConnection && !isFinishing.load(ordering: .relaxed)
      writer.write(
        response, isToHead: message.request.method == .head,
        connection: keeps ? (message.expectsClose ? .staysAsAsked : .stays) : .ends)
      guard send(writer.bytes) else { return false }
      guard keeps else {
        socket.linger(ServerConnection.farewell)
        return false
      }
    }
    if decoder.awaitsContinue {
      decoder.didContinue()
      return send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    return true
  }

  private func send(_ bytes: [UInt8]) -> Bool { socket.send(bytes, within: limits.idleTime) }

  /// Sends the last response of the connection.
  private func send(_ response: HTTPResponse) -> Bool {
    var writer = WireResponse()
    writer.write(response, connection: .ends)
    return send(writer.bytes)
  }

  /// Says what is wrong, and ends the connection.
  private func turnAway(_ fault: HTTPRequestFault) {
    let response = HTTPResponse(
      status: fault.status, headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: .bytes(Array((fault.message + "\n").utf8)))
    guard send(response) else { return }
    socket.linger(ServerConnection.farewell)
  }

  /// Tells a client that there are too many of them.
  func refuse() {
    let response = HTTPResponse(status: 503, headers: ["Retry-After": "1"])
    _ = send(response)
  }

  /// Lets the request that is being answered be the last one.
  func finish() {
    isFinishing.store(true, ordering: .relaxed)
    socket.shutDown(keepingSending: true)
  }

  /// Ends the connection as it is.
  func cut() {
    socket.shutDown(keepingSending: false)
  }
}

extension HTTPRequestFault {
  fileprivate static let late = HTTPRequestFault(408, "the request did not come whole in time")
}
