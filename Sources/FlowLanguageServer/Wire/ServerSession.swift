import FlowHTTP
package import FlowSimulation
package import FlowTerminal

/// The server at the end of a stream: bytes in, bytes out.
package struct ServerSession {
  private var reader = MessageReader()
  private var server: LanguageServer

  /// How the process ends; `nil` while the session goes on.
  package var status: ExitStatus? { server.status }

  /// A session with a client that has said nothing yet.
  ///
  /// - Parameter engines: The engines that scripts may use.
  package init(engines: EngineKits = .standard) {
    server = LanguageServer(engines: engines)
  }

  /// Takes bytes of the client.
  ///
  /// - Parameter bytes: Any part of its stream.
  /// - Returns: The bytes of the answers and notices, each with its head.
  package mutating func take(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    for message in server.receive(reader.take(bytes)) {
      let body = message.bytes()
      output += Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
    return output
  }
}
