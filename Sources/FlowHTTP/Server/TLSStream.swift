#if os(Linux)
import CFlowHTTP

/// A client's connection within TLS.
///
/// The TLS library only works in memory. The socket's own calls transfer every byte, because they
/// have time limits and cause no signal if the connection is broken.
final class TLSStream: ByteStream {
  /// The maximum size of a record's content in bytes (RFC 8446, section 5.1).
  private static let recordBytes = 16 << 10
  /// The maximum number of received bytes to buffer until they are read.
  private static let unreadBytesMax = 64 << 10
  /// The minimum time limit of a socket, because zero would mean no limit.
  private static let shortest = Duration.milliseconds(1)

  private let handle: flow_tls
  private let socket: ServerSocket
  private let blockTime: Duration

  init(_ handle: flow_tls, over socket: ServerSocket, blockTime: Duration) {
    self.handle = handle
    self.socket = socket
    self.blockTime = blockTime
  }

  deinit {
    flow_tls_close(handle)
  }

  func open(within time: Duration) -> StreamOpening {
    guard handle != 0 else { return .failed("out of memory") }
    let end = ContinuousClock.now + time
    var buffer = [UInt8](repeating: 0, count: TLSStream.recordBytes)
    var isFirst = true
    while true {
      let result = Int(flow_tls_shake_hands(handle))
      // A refusal is sent too, because it gives the client the reason.
      let isSent = flush(within: end - .now)
      switch result {
      case FLOW_TLS_DONE:
        socket.limitBlocking(to: blockTime)
        return isSent ? .ready : .ended
      case FLOW_TLS_NEEDS_INPUT: break
      default:
        socket.linger(TLSStream.farewell)
        return .failed(unsafe String(cString: flow_tls_reason(handle)))
      }
      let rest = end - .now
      guard isSent, rest > .zero else { return .ended }
      socket.limitBlocking(to: max(rest, TLSStream.shortest))
      guard case .moved(let count) = socket.receive(into: &buffer), count > 0 else {
        return .ended
      }
      if isFirst, TLSStream.isText(buffer[0]) {
        socket.limitBlocking(to: blockTime)
        return .isPlain
      }
      isFirst = false
      guard unsafe flow_tls_feed(handle, buffer, count) != 0 else { return .ended }
    }
  }

  /// The maximum time for a client to receive the reason of a failed handshake.
  private static let farewell = Duration.milliseconds(500)

  /// Whether a byte can begin an HTTP request and can't begin a TLS record.
  private static func isText(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

  func receive(into buffer: inout [UInt8]) -> Socket.Outcome {
    // After the first part of a record, the rest must arrive within the blocking time.
    var end: ContinuousClock.Instant?
    while true {
      var count = buffer.count
      let result = unsafe flow_tls_read(handle, &buffer, &count)
      // Reading can cause output: a response to new keys, or a refusal.
      let isSent = flush(within: blockTime)
      switch Int(result) {
      case FLOW_TLS_DONE: return .moved(count)
      case FLOW_TLS_ENDED: return .moved(0)
      case FLOW_TLS_NEEDS_INPUT: break
      default: return .failed
      }
      guard isSent else { return .failed }
      if let end, ContinuousClock.now >= end { return .notReady }
      let outcome = socket.receive(into: &buffer)
      guard case .moved(let received) = outcome, received > 0 else { return outcome }
      guard unsafe flow_tls_feed(handle, buffer, received) != 0 else { return .failed }
      end = end ?? .now + blockTime
    }
  }

  func send(_ bytes: [UInt8], within time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(TLSStream.recordBytes)
      rest = rest.dropFirst(part.count)
      let result = unsafe part.withUnsafeBufferPointer {
        unsafe flow_tls_write(handle, $0.baseAddress, $0.count)
      }
      guard Int(result) == FLOW_TLS_DONE, flush(within: end - .now) else { return false }
    }
    return true
  }

  /// Sends the library's pending output.
  ///
  /// - Returns: Whether the client accepted the output.
  private func flush(within time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    while true {
      // Additional space for the head and the tag of a record.
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: TLSStream.recordBytes + 512) {
        unsafe $1 = flow_tls_take(handle, $0.baseAddress, $0.count)
      }
      guard !bytes.isEmpty else { return true }
      guard socket.send(bytes, within: end - .now) else { return false }
    }
  }

  var hasEnded: Bool {
    // Received bytes are processed first, because they may contain the client's closing message.
    var buffer = [UInt8](repeating: 0, count: TLSStream.recordBytes)
    while Int(flow_tls_unread(handle)) < TLSStream.unreadBytesMax {
      guard flow_tls_has_ended(handle) == 0 else { return true }
      switch socket.receiveAtOnce(into: &buffer) {
      case .moved(0), .failed: return true
      case .moved(let count):
        guard unsafe flow_tls_feed(handle, buffer, count) != 0 else { return true }
      case .notReady: return false
      }
    }
    return false
  }

  func linger(_ moment: Duration) {
    close(within: moment)
    socket.linger(moment)
  }

  func close(within moment: Duration) {
    guard handle != 0 else { return }
    socket.limitBlocking(to: moment)
    flow_tls_end(handle)
    _ = flush(within: moment)
  }
}
#endif
