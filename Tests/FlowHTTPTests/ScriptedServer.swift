import Foundation
import FlowLock
import TestSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A server on this machine that plays scripted bytes, one script per connection.
final class ScriptedServer: Sendable {
  /// The actions on a connection, in order; at the end it is closed.
  enum Action: Sendable {
    /// Waits for a whole request and records it.
    case read
    /// Sends bytes.
    case send(String)
    /// Sends the same bytes until the other side stops reading.
    case sendForEver(String)
    /// Sends nothing more until the other side ends the connection.
    case keepSilent
    /// Ends the connection at once, with a reset.
    case reset
  }

  let port: Int
  private let listener: BoundSocket
  private let log = Log()

  /// The events so far; the threads keep it alive, rather than the server.
  private final class Log: Sendable {
    let requests = Watched<[String]>([])
    let connectionCount = Mutex(0)
    let endedCount = Watched(0)
  }

  /// The requests so far, whole, in order of arrival.
  var requests: [String] { log.requests.value }
  /// Returns when a request has arrived.
  func requestArrives() async { await log.requests.wait { !$0.isEmpty } }
  /// Returns when a connection has been closed.
  func connectionEnds() async { await log.endedCount.wait { $0 > 0 } }
  /// The number of connections so far.
  var connectionCount: Int { log.connectionCount.withLock { $0 } }

  /// Starts to listen on a free port; connections beyond the scripts are closed at once.
  init(_ scripts: [Action]...) throws {
    listener = try BoundSocket()
    port = listener.port
    guard listen(listener.descriptor, 16) == 0 else { throw CocoaError(.featureUnsupported) }
    Thread.detachNewThread { [listener, log] in
      var scripts = scripts[...]
      while true {
        let connection = accept(listener.descriptor, nil, nil)
        guard connection >= 0 else { return }
        log.connectionCount.withLock { $0 += 1 }
        let script = scripts.popFirst() ?? []
        Thread.detachNewThread {
          ScriptedServer.play(script, on: connection) { request in
            log.requests.change { $0.append(request) }
          }
          log.endedCount.change { $0 += 1 }
        }
      }
    }
  }

  deinit {
    // It wakes the thread that waits for connections, which keeps the socket open until then. If
    // the socket were closed here, its number could be another server's by the time the thread uses
    // it.
    _ = shutdown(listener.descriptor, Int32(SHUT_RDWR))
  }

  private static func play(
    _ script: [Action], on connection: Int32, note: (String) -> Void
  ) {
    for action in script {
      switch action {
      case .read:
        guard let request = read(from: connection) else { break }
        note(request)
      case .send(let text): _ = send(text, to: connection)
      case .sendForEver(let text): while send(text, to: connection) {}
      case .keepSilent:
        var byte: UInt8 = 0
        while unsafe recv(connection, &byte, 1, 0) > 0 {}
      case .reset:
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        _ = unsafe setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, size)
      }
    }
    _ = close(connection)
  }

  private static func send(_ text: String, to connection: Int32) -> Bool {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
      let flags: Int32 = 0
      #else
      let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = unsafe bytes[sent...].withUnsafeBytes { buffer in
        #if canImport(Darwin)
        unsafe Darwin.send(connection, buffer.baseAddress, buffer.count, flags)
        #elseif canImport(Glibc)
        unsafe Glibc.send(connection, buffer.baseAddress, buffer.count, flags)
        #else
        unsafe Musl.send(connection, buffer.baseAddress, buffer.count, flags)
        #endif
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// A request with the body that its length announces; `nil` if the connection ended before.
  private static func read(from connection: Int32) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let length = text[..<end.lowerBound].split(separator: "\r\n")
          .first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
        if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
      }
      let count = unsafe recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }
}
