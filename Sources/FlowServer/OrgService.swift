import FlowCrypto
import FlowEngine
package import FlowHost
package import FlowTerminal
import FlowText
import OktaSimulator
import FlowHTTP

/// A served org, from its start until it is stopped.
package struct OrgService {
  private typealias Fault = UsageFault

  /// The issuer that clients on this machine use.
  let issuer: HTTPURL
  /// The address of the org's page.
  let page: HTTPURL
  /// The port.
  let port: Int
  /// The key that programs must send; `nil` if only programs on this machine can reach the org.
  let key: Secret?
  /// The token for the management API.
  let apiToken: Secret
  /// The service app that may read the management API, too; `nil` if there is none.
  let serviceApp: ServedServiceApp?
  /// The faults of the org, as texts.
  let faults: [String]
  /// The warnings for the user.
  package let warnings: [String]
  private let listeners: [HTTPServer]

  /// The number of random bytes in the key for programs.
  private static let keyBytes = 24

  /// Begins to serve an org.
  package init(
    _ found: OrgSource.Found, _ options: ServeOptions, _ host: Host
  ) throws(UsageFault) {
    guard let faulty = found.org.faulty(with: options.faults) else {
      throw Fault(message: "too many faults for one org", help: "remove some `--fault`")
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
    // Never the token of FLOW_API_TOKEN, which is for a real org: this one is printed.
    let apiToken = Secret("00" + Base64URL.encode(host.randomBytes(OrgService.keyBytes)))
    self.apiToken = apiToken
    serviceApp = options.serviceApp
    let management = ManagementDesk(
      token: apiToken, app: options.serviceApp, randomBytes: host.randomBytes)
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
      ServedOrg(
        server, control, names: names(port), guardWord: guardWord, key: key,
        management: management
      ).answer
    }
    port = listeners.first?.port ?? options.port
    issuer = names(port).issuer
    // If a tunnel leads to the org, the page should have the address on this machine.
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

  /// The root of the interface for programs.
  var api: HTTPURL { page.replacing(path: DrivingInterface.root, query: nil) }

  /// The number of open connections.
  var connectionCount: Int { listeners.reduce(0) { $0 + $1.connectionCount } }

  /// Stops accepting requests, and waits for the requests in progress.
  package func stop() {
    for listener in listeners { listener.stop() }
  }

  /// Returns the org with this process's key, with which it signs ID tokens.
  private static func signing(_ org: Org) throws(UsageFault) -> Org {
    do throws(CryptoFailure) {
      return try org.signing()
    } catch {
      throw Fault(
        message: "ID tokens can't be signed: \(error)",
        help: error == .unavailable ? "install libcrypto.so.3 or 1.1: OpenSSL's library" : nil,
        status: .serverFailed)
    }
  }
}
