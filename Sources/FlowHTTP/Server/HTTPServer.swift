import Dispatch
import FlowLock

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An HTTP/1.1 server on this machine, with one thread per connection and one send per response.
///
/// The server reads each request completely, calls a handler for the response, and sends the
/// response. Only `stop` ends the server; releasing its last reference doesn't.
public final class HTTPServer: Sendable {
  /// Answers a request.
  ///
  /// The threads of the connections call the closure, several at a time.
  public typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse
  /// Answers a request, optionally with a transmission fault.
  public typealias Answerer = @Sendable (HTTPRequest) -> HTTPAnswer

  /// A note about a client for the user who runs the server.
  public enum Note: Sendable, Hashable {
    /// The client began a TLS handshake with a plain http server.
    case tlsAtPlainPort
    /// The client sent a plain request to a TLS server.
    case httpAtTLSPort
    /// The client's handshake failed, for a reason in the TLS library's own words.
    case failedHandshake(String)
  }

  /// Receives notes.
  ///
  /// The threads of the connections call the closure, several at a time.
  public typealias NoteTaker = @Sendable (Note) -> Void

  /// The reason why a server could not start.
  public struct Unbound: Error, Sendable, Hashable {
    /// One sentence, in lower case.
    public let message: String
    /// Whether another program uses the port.
    public var isTaken = false

    init(_ code: Int32) {
      message =
        switch code {
        case EADDRINUSE: "another program listens there already"
        case EACCES, EPERM: "this user may not listen there"
        case EADDRNOTAVAIL, EAFNOSUPPORT: "this machine has no such address"
        case EMFILE, ENFILE: "there are too many open files"
        default: "the system refused it (error \(code))"
        }
      isTaken = code == EADDRINUSE
    }

    init(message: String) {
      self.message = message
    }
  }

  /// The maximum grace period, which is practically forever but doesn't overflow in nanoseconds.
  private static let graceMax = Duration.seconds(86_400 * 365)

  /// The port of the server.
  public let port: Int
  private let address: SocketAddress
  private let listener: ServerSocket
  private let service: ServerConnection.Service
  private let open = Mutex(Open())
  private let ended = DispatchGroup()

  private struct Open {
    var connections: [Int: ServerConnection] = [:]
    var next = 0
    var isStopping = false
  }

  /// Binds an address of this machine and begins to answer.
  ///
  /// - Parameters:
  ///   - host: `127.0.0.1`, another address of `127.0.0.0/8`, `::1` or `localhost`.
  ///   - port: The port; 0 for any free port.
  ///   - isOpenToOthers: Whether other machines may reach the address, as for `0.0.0.0`.
  ///   - limits: The limits for clients.
  ///   - identity: The identity for TLS; `nil` for plain http.
  ///   - note: Receives notes about clients that can't be served.
  ///   - answerer: Creates the handler after the port is known.
  /// - Throws: `Unbound` if the port isn't available.
  public init(
    host: String = "127.0.0.1", port: Int = 0, isOpenToOthers: Bool = false,
    limits: HTTPServerLimits = .standard, identity: TLSIdentity? = nil,
    note: @escaping NoteTaker = { _ in }, answererAt answerer: (_ port: Int) -> Answerer
  ) throws(Unbound) {
    let isOfThisMachine = HTTPURL(scheme: .http, host: host, path: "/").isLoopback
    guard isOfThisMachine || isOpenToOthers else {
      throw Unbound(message: "it isn't a loopback address of this machine")
    }
    guard let address = SocketAddress.all(of: host).first, 0...65535 ~= port else {
      throw Unbound(message: "it isn't an address")
    }
    self.address = address
    listener = try ServerSocket(listeningAt: address, port: port)
    self.port = listener.port
    let own = HTTPURL(
      scheme: identity == nil ? .http : .https, host: host, port: listener.port, path: "/")
    service = ServerConnection.Service(
      host: own.authority, limits: limits, stopping: StopSignal(), identity: identity, note: note,
      answerer: answerer(listener.port))
    ended.enter()
    guard DetachedThread.start({ self.accept() }) else {
      ended.leave()
      throw Unbound(message: "there is no thread left")
    }
  }

  /// Binds an address of this machine and begins to answer.
  ///
  /// - Parameters:
  ///   - host: `127.0.0.1`, another address of `127.0.0.0/8`, `::1` or `localhost`.
  ///   - port: The port; 0 for any free port.
  ///   - limits: The limits for clients.
  ///   - handler: The handler of requests.
  /// - Throws: `Unbound` if the port isn't available.
  public convenience init(
    host: String = "127.0.0.1", port: Int = 0, limits: HTTPServerLimits = .standard,
    handler: @escaping Handler
  ) throws(Unbound) {
    try self.init(
      host: host, port: port, limits: limits, answererAt: { _ in { HTTPAnswer(handler($0)) } })
  }

  /// The number of open connections.
  public var connectionCount: Int { open.withLock { $0.connections.count } }

  /// Stops accepting requests, and waits for the requests in progress.
  ///
  /// Delayed answers aren't sent any more.
  ///
  /// - Parameter grace: The maximum wait, after which the remaining connections are cut off.
  public func stop(grace: Duration = .seconds(2)) {
    let isFirst = open.withLock { open in
      defer { open.isStopping = true }
      for connection in open.connections.values { connection.finish() }
      return !open.isStopping
    }
    guard isFirst else { return }
    service.stopping.give()
    listener.shutDown(keepingSending: false)
    #if canImport(Darwin)
    // On some systems a listener keeps waiting after its shutdown, so another connection wakes it.
    _ = Socket(to: address, port: port)
    #endif
    let timeout = DispatchTime(after: min(grace, HTTPServer.graceMax))
    guard ended.wait(timeout: timeout) == .timedOut else { return }
    open.withLock { open in
      for connection in open.connections.values { connection.cut() }
    }
  }

  private func accept() {
    defer { ended.leave() }
    while true {
      switch listener.accept() {
      case .client(let socket): take(socket)
      case .none: break
      case .ended: return
      }
      if open.withLock(\.isStopping) { return }
    }
  }

  private func take(_ socket: ServerSocket) {
    let connection = ServerConnection(socket, service)
    let number: Int? = open.withLock { open in
      guard !open.isStopping, open.connections.count < service.limits.connections else {
        return nil
      }
      open.next += 1
      open.connections[open.next] = connection
      ended.enter()
      return open.next
    }
    guard let number else { return connection.refuse() }
    let isStarted = DetachedThread.start {
      connection.serve()
      self.forget(number)
    }
    guard isStarted else {
      connection.refuse()
      return forget(number)
    }
  }

  private func forget(_ number: Int) {
    open.withLock { $0.connections[number] = nil }
    ended.leave()
  }
}
