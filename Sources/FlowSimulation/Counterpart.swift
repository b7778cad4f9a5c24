package import FlowEngine
package import FlowInterpreter
package import FlowScript
package import OktaSimulator
package import FlowHTTP
package import IDXEngine
import MobileIdPEngine
package import NextAuthEngine
package import SimulatorKit
package import NextAuthSimulator
package import MobileIdPSimulator

/// What a flow is run against: an org in this process, a real issuer, or an app's own SDK.
package enum Counterpart: Sendable {
  /// A simulated org, and what its pages have shown in other runs; every flow begins with the org as
  /// it is written, and at a time if one is named.
  case simulated(
    OktaSimulator.Org, seed: UInt64, at: OrgTime? = nil, memo: PageMemo = PageMemo())
  /// A real issuer.
  case issuer(IDXConfiguration, any Transport)
  /// A simulated nextAuth, and an SDK for it; every flow begins with both as they are written.
  case nextAuth(NextAuthOrg, seed: UInt64, at: OrgTime? = nil)
  /// A simulated authorization server for mobile identity providers and the apps of a device, with
  /// the org whose sign-in is the providers' login; every flow begins with all as it is written.
  case mobileIdP(MobileIdPOrg, seed: UInt64, at: OrgTime? = nil, login: OktaSimulator.Org? = nil)
  /// An app's nextAuth SDK.
  case sdk(any NextAuthBackend)

  /// The client that flows against a simulated org sign in as, where the org names none.
  package static let simulatedClient = (id: "0oaflow", redirectURI: "com.example.flow:/callback")

  /// Where and as whom flows sign in at it; `nil` where that is no client of an issuer.
  package var configuration: IDXConfiguration? {
    switch self {
    case .simulated(let org, _, _, _): Counterpart.configuration(of: org)
    case .issuer(let configuration, _): configuration
    case .nextAuth, .mobileIdP, .sdk: nil
    }
  }

  private static func configuration(
    of org: OktaSimulator.Org, scopes: [String] = IssuerSettings.usualScopes
  ) -> IDXConfiguration {
    IDXConfiguration(
      issuer: OktaSimulator.Org.inProcessIssuer,
      clientID: org.client.id ?? simulatedClient.id, clientSecret: org.client.secret,
      redirectURI: org.client.redirectURI ?? simulatedClient.redirectURI, scopes: scopes,
      isInProcess: true)
  }

  /// The scopes that a simulated org is asked for: the mail address has one of its own, which is asked
  /// for if a flow expects the address.
  package static func scopes(for plan: RunPlan) -> [String] {
    let expectsMail = plan.expects { $0 == "user.email" || $0 == "user.email_verified" }
    return IssuerSettings.usualScopes + (expectsMail ? ["email"] : [])
  }

  /// The engine and what a run needs of this counterpart.
  ///
  /// - Parameters:
  ///   - clock: the real clock.
  ///   - randomBytes: bytes fit for keys.
  ///   - scopes: what is asked for at a simulated org of the usual engine.
  ///   - notice: told for how long the engine is about to wait because a real server asks it to.
  ///   - callback: told what an SDK calls back with, and what apps and servers say, as it comes.
  ///   - log: takes note of what a simulated org of the usual engine does, for coverage; such an org
  ///     is also the login of mobile identity providers.
  ///   - otherLog: the same of a simulated org of another engine.
  ///   - carrying: puts something before what carries the usual engine's requests.
  /// - Returns: an engine, the clock of the run and the inbox.
  package func connect(
    clock: any RunClock, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    scopes: [String] = IssuerSettings.usualScopes,
    notice: @escaping @Sendable (Duration) -> Void = { _ in },
    callback: (@Sendable (String) -> Void)? = nil, log: OrgTraceLog? = nil,
    otherLog: OrgTraceLog? = nil,
    carrying: (any Transport) -> any Transport = { $0 }
  ) -> Connection {
    switch self {
    case .simulated(let org, let seed, let time, let memo):
      let clock = Counterpart.clock(clock, from: time)
      let (engine, server) = Counterpart.identityEngine(
        org, scopes: scopes, clock: clock, seed: seed, randomBytes: randomBytes, log: log,
        memo: memo, carrying: carrying)
      return Connection(
        engine: engine, tokens: engine, clock: clock, inbox: server,
        browser: SimulatedBrowser(server).follow, watchesRequests: false)
    case .issuer(let configuration, let transport):
      return .issuer(
        configuration, over: carrying(transport), clock: clock, randomBytes: randomBytes,
        notice: notice)
    case .nextAuth(let org, let seed, let time):
      let clock = Counterpart.clock(clock, from: time)
      let server = NextAuthServer(org, clock: clock, seed: seed, log: otherLog)
      let sdk = SessionManager(
        transport: server, clock: clock, randomBytes: randomBytes)
      let engine = NextAuthEngine(
        backend: sdk, surroundings: sdk, clock: clock, observer: callback)
      return Connection(engine: engine, clock: clock, watchesRequests: false)
    case .mobileIdP(let org, let seed, let time, let login):
      let clock = Counterpart.clock(clock, from: time)
      let server = MobileIdPServer(org, clock: clock, seed: seed, log: otherLog)
      let signIn = login.map {
        Counterpart.identityEngine(
          $0, clock: clock, seed: seed, randomBytes: randomBytes, log: log)
      }
      let nested = signIn.map { signIn in
        NestedLogin(engine: signIn.engine) { host, username in
          server.vouch(host: host.name, username: username)
        }
      }
      let device = SimulatedDevice(server)
      let engine = MobileIdPEngine(
        world: MobileIdPWorld(org, login: nested), transport: server, router: device,
        surroundings: device, randomBytes: randomBytes, observer: callback)
      return Connection(
        engine: engine, clock: clock, inbox: signIn?.server,
        browser: signIn.map { SimulatedBrowser($0.server).follow }, watchesRequests: false)
    case .sdk(let sdk):
      return .sdk(sdk, clock: clock, callback: callback)
    }
  }

  /// The engine of a simulated org, and the org.
  private static func identityEngine(
    _ org: OktaSimulator.Org, scopes: [String] = IssuerSettings.usualScopes,
    clock: any RunClock, seed: UInt64,
    randomBytes: @escaping @Sendable (Int) -> [UInt8], log: OrgTraceLog?,
    memo: PageMemo = PageMemo(), carrying: (any Transport) -> any Transport = { $0 }
  ) -> (engine: IDXEngine, server: OrgServer) {
    let server = OrgServer(org, clock: clock, seed: seed, log: log, memo: memo)
    let engine = IDXEngine(
      configuration: configuration(of: org, scopes: scopes), transport: carrying(server),
      clock: clock, randomBytes: randomBytes)
    return (engine, server)
  }

  /// The clock of an org in this process: nobody waits for one that answers at once, so that its time
  /// passes when a run waits.
  private static func clock(_ clock: any RunClock, from time: OrgTime?) -> SkippingClock {
    SkippingClock(time.map { ShiftedClock(base: clock, from: $0) } ?? clock)
  }
}

/// A clock that goes with another, and is so much before or after it.
private struct ShiftedClock: RunClock {
  private let base: any RunClock
  private let offset: Duration

  init(base: any RunClock, from time: OrgTime) {
    self.base = base
    offset = time.offset(at: base.now)
  }

  var now: Duration { base.now + offset }

  func sleep(for duration: Duration) async throws {
    try await base.sleep(for: duration)
  }
}
