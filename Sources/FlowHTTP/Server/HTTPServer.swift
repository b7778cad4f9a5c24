import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A server of HTTP/1.1 on this machine: a thread a connection, one send a response.
///
/// It takes each request whole, asks a handler for the response, and sends it. It ends with `stop`,
/// not with its last reference.
public final class HTTPServer: Sendable {
  /// What answers a request; called on the threads of the connections, several at a time.
  public typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse
  /// What answers a request, and says how its answer fails to arrive.
  public typealias Answerer = @Sendable (HTTPRequest) -> HTTPAnswer

  /// Something about a client that the person who runs the server should know.
  public enum Note: Sendable, Hashable {
    /// It begins TLS at a server that speaks plain http.
    case tlsAtPlainPort
    /// It sends a plain request to a server that speaks TLS.
    case httpAtTLSPort
    /// Its handshake failed, for a reason in the TLS library's own words.
    case failedHandshake(String)
  }

  /// What takes notes; called on the threads of the connections, several at a time.
  public typealias NoteTaker = @Sendable (Note) -> Void

  /// Why a server could not begin.
  public struct Unbound: Error, Sendable, Hashable {
    /// One sentence, in lower case.
    public let message: String
    /// Whether the port is another program's.
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

  /// The longest that is waited for an end: as good as for ever, and nanoseconds can count it.
  private static let graceMax = Duration.seconds(86_400 * 365)

  /// The port that it is bound to.
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
  ///   - host: `127.0.0.1`, another of its block, `::1` or `localhost`.
  ///   - port: The port; 0 for a free one.
  ///   - isOpenToOthers: Whether an address is taken that other machines reach, such as `0.0.0.0`.
  ///   - limits: How much is taken from a client.
  ///   - identity: What it proves itself with over TLS; `nil` for plain http.
  ///   - note: What takes notes of clients that it can't serve.
  ///   - answerer: Makes what answers, once the port is known.
  /// - Throws: `Unbound` where the port can't be had.
  public init(
    host: String = "127.0.0.1", port: Int = 0, isOpenToOthers: Bool = false,
    limits: HTTPServerLimits = .standard, identity: TLSIdentity? = nil,
    note: @escaping NoteTaker = { _ in }, answererAt answerer: (_ port: Int) -> Answerer
  ) throws(Unbound) {
    let isOfThisMachine = HTTPURL(scheme: .http, host: host, path: "/").isLoopback
    guard isOfThisMachine || isOpenToOthers else {
      throw Unbound(message: "it is no address of this machine alone")
    }
    guard let address = SocketAddress.all(of: host).first, 0...65535 ~= port else {
      throw Unbound(message: "it is no address")
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
  ///   - host: `127.0.0.1`, another of its block, `::1` or `localhost`.
  ///   - port: The port; 0 for a free one.
  ///   - limits: How much is taken from a client.
  ///   - handler: What answers.
  /// - Throws: `Unbound` where the port can't be had.
  public convenience init(
    host: String = "127.0.0.1", port: Int = 0, limits: HTTPServerLimits = .standard,
    handler: @escaping Handler
  ) throws(Unbound) {
    try self.init(
      host: host, port: port, limits: limits, answererAt: { _ in { HTTPAnswer(handler($0)) } })
  }

  /// How many connections are open.
  public var connectionCount: Int { open.withLock { $0.connections.count } }

  /// Takes no more requests, lets those that are being answered end, and waits for it.
  ///
  /// What is held back is not sent any more.
  ///
  /// - Parameter grace: How long it waits; what still goes on then is cut off.
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
    // There a listener that is shut down goes on waiting: a last client wakes it.
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
