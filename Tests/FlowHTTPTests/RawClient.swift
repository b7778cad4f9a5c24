import TestSupport

@testable import FlowHTTP

/// A connection that sends the given bytes.
struct RawClient {
  let socket: Socket

  init?(_ server: HTTPServer, _ text: String) {
    guard let address = SocketAddress.all(of: "127.0.0.1").first,
      let socket = Socket(to: address, port: server.port),
      socket.wait(toWrite: true, milliseconds: Patience.milliseconds)
    else { return nil }
    self.socket = socket
    guard case .moved = socket.send(Array(text.utf8)[...]) else { return nil }
  }

  /// Whether the server has ended the connection, after all its data was read.
  var isLeft: Bool {
    var buffer: [UInt8] = [0]
    guard socket.wait(toWrite: false, milliseconds: Patience.milliseconds) else { return false }
    return [.moved(0), .failed].contains(socket.receive(into: &buffer))
  }

  /// All data until the server ends the connection, or until a mark.
  func read(until mark: String? = nil) -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while socket.wait(toWrite: false, milliseconds: Patience.milliseconds) {
      guard case .moved(let count) = socket.receive(into: &buffer), count > 0 else { break }
      all += buffer[..<count]
      let text = String(decoding: all, as: UTF8.self)
      if let mark, text.contains(mark) { break }
    }
    return String(decoding: all, as: UTF8.self)
  }
}
