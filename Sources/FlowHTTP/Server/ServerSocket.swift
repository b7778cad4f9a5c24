#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A server's listening socket, or its connection to a client.
///
/// The descriptor is closed with the last reference, so that no thread can use a number that the
/// system has reassigned.
final class ServerSocket: Sendable {
  /// The maximum number of clients that wait to be accepted.
  private static let backlog: Int32 = 512

  private let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  // MARK: Listening

  /// Binds an address of this machine and listens.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - port: The port; 0 for any free port.
  /// - Throws: `HTTPServer.Unbound` if the port isn't available.
  init(listeningAt address: SocketAddress, port: Int) throws(HTTPServer.Unbound) {
    descriptor = SystemSocket.make(address.family)
    guard descriptor >= 0 else { throw HTTPServer.Unbound(errno) }
    SystemSocket.enable(SO_REUSEADDR, of: SOL_SOCKET, on: descriptor)
    guard address.bind(descriptor, port: port), listen(descriptor, ServerSocket.backlog) == 0
    else { throw HTTPServer.Unbound(errno) }
  }

  /// The bound port.
  var port: Int {
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &size)
      }
    }
    // The port has the same offset in the structures of both address families.
    return result == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : 0
  }

  /// The result of waiting for a client.
  enum Arrival {
    case client(ServerSocket)
    /// No client could be accepted: there are no descriptors left, or the client has disconnected.
    case none
    case ended
  }

  /// Waits for the next client.
  func accept() -> Arrival {
    let connection = systemAccept(descriptor, nil, nil)
    guard connection < 0 else {
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      SystemSocket.prepare(connection: connection)
      return .client(ServerSocket(descriptor: connection))
    }
    switch errno {
    case EINTR, ECONNABORTED: return .none
    case EMFILE, ENFILE, ENOBUFS, ENOMEM:
      // No descriptor is available until a connection ends, so the thread sleeps for a moment.
      poll(nil, 0, 20)
      return .none
    default: return .ended
    }
  }

  // MARK: A connection

  /// Limits the time for which receiving and sending may block.
  func limitBlocking(to duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timeval()
    time.tv_sec = .init(seconds)
    time.tv_usec = .init(attoseconds / 1_000_000_000_000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
  }

  /// Waits for bytes, at most for the time that the socket may block.
  func receive(into buffer: inout [UInt8]) -> Socket.Outcome {
    while true {
      let count = SystemSocket.receive(into: &buffer, from: descriptor)
      if count >= 0 { return .moved(count) }
      if errno == EAGAIN || errno == EWOULDBLOCK { return .notReady }
      if errno != EINTR { return .failed }
    }
  }

  /// Reads the available bytes, without waiting.
  func receiveAtOnce(into buffer: inout [UInt8]) -> Socket.Outcome {
    let count = SystemSocket.receive(into: &buffer, from: descriptor, flags: Int32(MSG_DONTWAIT))
    guard count < 0 else { return .moved(count) }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .notReady : .failed
  }

  /// Whether the client has ended its output and all of it was read.
  var hasEnded: Bool {
    switch SystemSocket.peek(at: descriptor) {
    case 0: true
    case 1...: false
    default: errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR
    }
  }

  /// Sends all of the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - time: The maximum time that the client may take to accept them. Without a limit, a slow
  ///     client would occupy its thread indefinitely.
  /// - Returns: Whether the client accepted them.
  func send(_ bytes: [UInt8], within time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    var sent = 0
    while sent < bytes.count {
      guard ContinuousClock.now < end else { return false }
      let count = SystemSocket.send(bytes[sent...], to: descriptor)
      if count > 0 { sent += count } else if count == 0 || errno != EINTR { return false }
    }
    return true
  }

  /// Ends the output, and reads remaining input for the given time.
  ///
  /// If the server closed a connection with unread bytes, the client could lose the answer (RFC
  /// 9112, section 9.6).
  func linger(_ moment: Duration) {
    limitBlocking(to: moment)
    _ = shutdown(descriptor, Int32(SHUT_WR))
    var buffer = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<64 {
      guard case .moved(1...) = receive(into: &buffer) else { return }
    }
  }

  /// Wakes the threads that wait for this socket, and ends its input.
  ///
  /// - Parameter isWriting: Whether an answer may still be sent.
  func shutDown(keepingSending isWriting: Bool) {
    _ = shutdown(descriptor, Int32(isWriting ? SHUT_RD : SHUT_RDWR))
  }
}

/// Calls the system's `accept`, which a method of `ServerSocket` shadows.
private func systemAccept(
  _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?,
  _ size: UnsafeMutablePointer<socklen_t>?
) -> Int32 {
  unsafe accept(descriptor, address, size)
}
