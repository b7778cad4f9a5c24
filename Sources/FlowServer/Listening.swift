import FlowHTTP
import FlowHost
import FlowTerminal
import FlowText

/// Where a served org listens: at an address, or at both addresses of this machine's own.
struct Listening {
  let options: ServeOptions
  /// What it proves itself with over TLS; `nil` for plain http.
  let identity: TLSIdentity?
  let note: HTTPServer.NoteTaker

  /// How many free ports are tried for one that is free at both addresses of this machine.
  private static let triesMax = 8

  /// Begins to listen.
  ///
  /// - Parameter answerer: Makes what answers at a port.
  /// - Returns: The servers, at one port.
  /// - Throws: `UsageFault` if nothing can be served there.
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
          // A machine without the newer protocol has no other program there either.
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
      message: "nothing can be served at \(place), port \(options.port): \(error.message)",
      help: error.isTaken ? "another port: `--port 0` takes a free one" : nil, status: .serverFailed
    )
  }
}
