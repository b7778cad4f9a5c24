import Testing

@testable import FlowHTTP

/// A connection that sends any bytes, and waits a bounded time for the answer.
package struct RawConnection {
  private let socket: Socket

  /// Connects to a port of this machine.
  package init(_ port: Int, host: String = "127.0.0.1") throws {
    let address = try #require(SocketAddress.all(of: host).first)
    socket = try #require(Socket(to: address, port: port))
    try #require(socket.wait(toWrite: true, milliseconds: Patience.milliseconds))
  }

  /// Sends a text.
  @discardableResult
  package func send(_ text: String) throws -> RawConnection {
    try send(Array(text.utf8))
  }

  /// Sends bytes; stops without an error if the server has closed the connection.
  @discardableResult
  package func send(_ bytes: [UInt8]) throws -> RawConnection {
    var sent = 0
    while sent < bytes.count {
      try #require(socket.wait(toWrite: true, milliseconds: Patience.milliseconds))
      switch socket.send(bytes[sent...]) {
      case .moved(let count): sent += count
      case .notReady: continue
      // The server has closed it: its data is read then.
      case .failed: return self
      }
    }
    return self
  }

  /// All data until the server ends the connection, or until a mark has arrived.
  package func readAll(until mark: String? = nil) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while socket.wait(toWrite: false, milliseconds: Patience.milliseconds) {
      guard case .moved(1...) = received(&buffer, &all) else { break }
      if let mark, String(decoding: all, as: UTF8.self).contains(mark) { break }
    }
    return all
  }

  private func received(_ buffer: inout [UInt8], _ all: inout [UInt8]) -> Socket.Outcome {
    let outcome = socket.receive(into: &buffer)
    if case .moved(let count) = outcome { all += buffer[..<count] }
    return outcome
  }

  /// The text until the server ends the connection, or until a mark has arrived.
  package func read(until mark: String? = nil) -> String {
    String(decoding: readAll(until: mark), as: UTF8.self)
  }
}
