import FlowHTTP
package import FlowSimulation
package import FlowTerminal

/// The server as a stream: bytes in, bytes out.
package struct ServerSession {
  private var reader = MessageReader()
  private var server: LanguageServer

  /// The exit status of the process; `nil` while the session continues.
  package var status: ExitStatus? { server.status }

  /// Makes a session with a new client.
  ///
  /// - Parameter engines: The engines that scripts may use.
  package init(engines: EngineKits = .standard) {
    server = LanguageServer(engines: engines)
  }

  /// Handles bytes from the client.
  ///
  /// - Parameter bytes: Any part of the stream.
  /// - Returns: The bytes of the responses and notifications, each with its header.
  package mutating func take(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    for message in server.receive(reader.take(bytes)) {
      let body = message.bytes()
      output += Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
    return output
  }
}
