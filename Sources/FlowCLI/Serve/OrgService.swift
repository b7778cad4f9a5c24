import FlowCrypto
import FlowEngine
import FlowSimulator
import FlowWire

/// An org that is listened for, until it is stopped.
struct OrgService {
  typealias Failure = OrgSource.Failure
  private typealias Fault = ParsedArguments.Fault

  /// The issuer as clients of this machine use it.
  let issuer: HTTPURL
  /// Where the page is.
  let page: HTTPURL
  /// The port.
  let port: Int
  /// What the org does wrong, as it was written.
  let faults: [String]
  /// What a person should know.
  let warnings: [String]
  private let listeners: [HTTPServer]

  /// How many free ports are tried for one that is free at both addresses of this machine.
  private static let triesMax = 8

  /// Begins to serve an org.
  init(
    _ found: OrgSource.Found, _ options: ServeOptions, _ host: Host
  ) throws(Failure) {
    guard let faulty = found.org.faulty(with: options.faults) else {
      throw Failure(
        fault: Fault(message: "an org can't have so many faults", help: "leave some `--fault` out"),
        status: .usage)
    }
    let org = try OrgService.signing(faulty).waitingForPhones()
    let journal = SignInJournal()
    let server = OrgServer(org, clock: host.clock, seed: options.seed, journal: journal)
    faults = server.faults.map(\.fault.text)
    let guardWord = Base64URL.encode(host.randomBytes(18))
    func names(_ port: Int) -> OrgAddresses.Names {
      let isAny = options.host == "0.0.0.0" || options.host == "::"
      let usual = HTTPURL(
        scheme: .http, host: isAny ? "localhost" : options.host, port: port,
        path: ServeCommand.issuerPath)
      return OrgAddresses.Names(
        issuer: options.issuer ?? usual, isFixed: options.issuer != nil, host: options.host,
        isOpenToOthers: options.isOpenToOthers)
    }
    listeners = try OrgService.listen(options) { port in
      ServedOrg(server, journal: journal, names: names(port), guardWord: guardWord).answer
    }
    port = listeners.first?.port ?? options.port
    issuer = names(port).issuer
    // The page of a tunnel would be another machine's.
    let own = options.isOpenToOthers || options.issuer == nil ? nil : "localhost"
    page = HTTPURL(
      scheme: own == nil ? issuer.scheme : .http, host: own ?? issuer.host,
      port: own == nil ? issuer.port : port, path: "/")
    warnings =
      options.isOpenToOthers
      ? [
        "other machines can reach this org at \(options.host), and its page shows every code that"
          + " it sends"
      ] : []
  }

  /// How many connections are open.
  var connectionCount: Int { listeners.reduce(0) { $0 + $1.connectionCount } }

  /// Takes no more requests, and lets those that are being answered end.
  func stop() {
    for listener in listeners { listener.stop() }
  }

  /// The key of all that this process serves: making one takes longer than many sign-ins.
  private static let key = Result<RSA.PrivateKey, CryptoFailure> { () throws(CryptoFailure) in
    try RSA.PrivateKey.generate()
  }

  /// The org with this process's key: clients check ID tokens by a key that it publishes.
  private static func signing(_ org: Org) throws(Failure) -> Org {
    do throws(CryptoFailure) {
      return org.signing(with: try key.get())
    } catch {
      throw Failure(
        fault: Fault(
          message: "ID tokens can't be signed: \(error)",
          help: error == .unavailable ? "install libcrypto.so.3 or 1.1: OpenSSL's library" : nil),
        status: .serverFailed)
    }
  }

  // MARK: Listening

  private static func listen(
    _ options: ServeOptions, _ answerer: (Int) -> HTTPServer.Answerer
  ) throws(Failure) -> [HTTPServer] {
    var tries = options.port == 0 ? triesMax : 1
    while true {
      tries -= 1
      var address = options.host
      do throws(HTTPServer.Unbound) {
        guard options.host == "localhost" else {
          return [
            try HTTPServer(
              host: options.host, port: options.port, isOpenToOthers: options.isOpenToOthers,
              answererAt: answerer)
          ]
        }
        address = "127.0.0.1"
        let first = try HTTPServer(host: address, port: options.port, answererAt: answerer)
        do throws(HTTPServer.Unbound) {
          return [
            first, try HTTPServer(host: "::1", port: first.port, answererAt: answerer),
          ]
        } catch {
          // A machine without the newer protocol has no other program there either.
          guard error.isTaken else { return [first] }
          first.stop()
          address = "::1"
          throw error
        }
      } catch {
        guard error.isTaken, tries > 0 else {
          throw refused(error, at: address, options)
        }
      }
    }
  }

  private static func refused(
    _ error: HTTPServer.Unbound, at address: String, _ options: ServeOptions
  ) -> Failure {
    let place = HTTPURL(scheme: .http, host: address, path: "/").origin.dropFirst(7)
    return Failure(
      fault: Fault(
        message: "nothing can be served at \(place), port \(options.port): \(error.message)",
        help: error.isTaken ? "another port: `--port 0` takes a free one" : nil),
      status: .serverFailed)
  }
}
