import FlowCrypto
import FlowEngine
package import FlowHost
package import FlowTerminal
import FlowText
import OktaSimulator
import FlowHTTP

/// An org that is listened for, until it is stopped.
package struct OrgService {
  private typealias Fault = UsageFault

  /// The issuer as clients of this machine use it.
  let issuer: HTTPURL
  /// Where the page is.
  let page: HTTPURL
  /// The port.
  let port: Int
  /// What programs must know to drive the org; `nil` if only programs of this machine reach it.
  let key: Secret?
  /// What the org does wrong, as it was written.
  let faults: [String]
  /// What a person should know.
  package let warnings: [String]
  private let listeners: [HTTPServer]

  /// How many random bytes the key for programs has.
  private static let keyBytes = 24

  /// Begins to serve an org.
  package init(
    _ found: OrgSource.Found, _ options: ServeOptions, _ host: Host
  ) throws(UsageFault) {
    guard let faulty = found.org.faulty(with: options.faults) else {
      throw Fault(message: "an org can't have so many faults", help: "leave some `--fault` out")
    }
    let identity = try options.tls?.identity()
    let org = try OrgService.signing(faulty).waitingForPhones()
    let journal = SignInJournal()
    let clock = ServedClock(host.clock)
    let server = OrgServer(org, clock: clock, seed: options.seed, journal: journal)
    let control = OrgControl(
      server, journal: journal, clock: clock, seed: options.seed, randomBytes: host.randomBytes)
    faults = server.faults.map(\.fault.text)
    let guardWord = Base64URL.encode(host.randomBytes(18))
    let key =
      options.isOpenToOthers ? Secret(Base64URL.encode(host.randomBytes(OrgService.keyBytes))) : nil
    self.key = key
    func names(_ port: Int) -> OrgAddresses.Names {
      let isAny = options.host == "0.0.0.0" || options.host == "::"
      let usual = HTTPURL(
        scheme: options.scheme, host: isAny ? "localhost" : options.host, port: port,
        path: ServeOptions.issuerPath)
      return OrgAddresses.Names(
        issuer: options.issuer ?? usual, isFixed: options.issuer != nil, host: options.host,
        isOpenToOthers: options.isOpenToOthers)
    }
    let notes = ServerNotes(host.errors, certificate: options.tls?.certificate)
    let listening = Listening(options: options, identity: identity, note: notes.take)
    listeners = try listening.begin { port in
      ServedOrg(server, control, names: names(port), guardWord: guardWord, key: key).answer
    }
    port = listeners.first?.port ?? options.port
    issuer = names(port).issuer
    // The page of a tunnel would be another machine's.
    let own = options.isOpenToOthers || options.issuer == nil ? nil : "localhost"
    page = HTTPURL(
      scheme: own == nil ? issuer.scheme : options.scheme, host: own ?? issuer.host,
      port: own == nil ? issuer.port : port, path: "/")
    warnings =
      options.isOpenToOthers
      ? [
        "other machines can reach this org at \(options.host), and its page shows every code that"
          + " it sends"
      ] : []
  }

  /// Where programs begin to drive the org.
  var api: HTTPURL { page.replacing(path: DrivingInterface.root, query: nil) }

  /// How many connections are open.
  var connectionCount: Int { listeners.reduce(0) { $0 + $1.connectionCount } }

  /// Takes no more requests, and lets those that are being answered end.
  package func stop() {
    for listener in listeners { listener.stop() }
  }

  /// The key of all that this process serves: making one takes longer than many sign-ins.
  private static let key = Result<RSA.PrivateKey, CryptoFailure> { () throws(CryptoFailure) in
    try RSA.PrivateKey.generate()
  }

  /// The org with this process's key: clients check ID tokens by a key that it publishes.
  private static func signing(_ org: Org) throws(UsageFault) -> Org {
    do throws(CryptoFailure) {
      return org.signing(with: try key.get())
    } catch {
      throw Fault(
        message: "ID tokens can't be signed: \(error)",
        help: error == .unavailable ? "install libcrypto.so.3 or 1.1: OpenSSL's library" : nil,
        status: .serverFailed)
    }
  }
}
