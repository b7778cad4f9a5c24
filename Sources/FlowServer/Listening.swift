import FlowHTTP
import FlowHost
import FlowTerminal
import FlowText

/// Listens at the address of a served org, or at both loopback addresses of this machine.
struct Listening {
  let options: ServeOptions
  /// The identity for TLS; `nil` for plain http.
  let identity: TLSIdentity?
  let note: HTTPServer.NoteTaker

  /// The maximum number of attempts to find a port that is free at both loopback addresses.
  private static let triesMax = 8

  /// Begins to listen.
  ///
  /// - Parameter answerer: Creates the handler for a port.
  /// - Returns: The servers, which all have the same port.
  /// - Throws: `UsageFault` if the port can't be used.
  func begin(
    _ answerer: (_ port: Int) -> HTTPServer.Answerer
  ) throws(UsageFault) -> [HTTPServer] {
    var tries = options.port == 0 ? Listening.triesMax : 1
    while true {
      tries -= 1
      var address = options.host
      do throws(HTTPServer.Unbound) {
        guard options.host == "localhost" else {
          return [try listen(at: options.host, options.port, answerer)]
        }
        address = "127.0.0.1"
        let first = try listen(at: address, options.port, answerer)
        do throws(HTTPServer.Unbound) {
          return [first, try listen(at: "::1", first.port, answerer)]
        } catch {
          // If the error isn't a taken port, the machine has no IPv6, so no other program can be at
          // that address.
          guard error.isTaken else { return [first] }
          first.stop()
          address = "::1"
          throw error
        }
      } catch {
        guard error.isTaken, tries > 0 else { throw refused(error, at: address) }
      }
    }
  }

  private func listen(
    at address: String, _ port: Int, _ answerer: (Int) -> HTTPServer.Answerer
  ) throws(HTTPServer.Unbound) -> HTTPServer {
    try HTTPServer(
      host: address, port: port, isOpenToOthers: options.isOpenToOthers, identity: identity,
      note: note, answererAt: answerer)
  }

  private func refused(_ error: HTTPServer.Unbound, at address: String) -> UsageFault {
    let place = HTTPURL(scheme: .http, host: address, path: "/").origin.dropFirst(7)
    return UsageFault(
      message: "can't serve at \(place), port \(options.port): \(error.message)",
      help: error.isTaken ? "use another port: `--port 0` chooses a free one" : nil,
      status: .serverFailed
    )
  }
}
