import FlowHTTP
package import FlowEngine
package import FlowScript
package import IDXEngine
package import OktaSimulator
package import SimulatorKit

extension OktaSimulator.Org {
  /// The client that flows use if the org's settings declare none.
  package static let usualClient = (id: "0oaflow", redirectURI: "com.example.flow:/callback")
}

/// A simulated Identity Engine org, with the pages that it has shown in other runs.
package struct SimulatedOkta: SimulatedOrg {
  /// The org.
  package var org: OktaSimulator.Org
  private let memo: PageMemo

  /// Makes an org.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - memo: The pages that the org has shown in other runs.
  package init(_ org: OktaSimulator.Org, memo: PageMemo = PageMemo()) {
    self.org = org
    self.memo = memo
  }

  package var name: String { org.name }
  package var items: [OrgItem] { org.items }
  package var parts: [any CoveredOrg] { [org] }
  package var configuration: IDXConfiguration? { configuration(asking: IssuerSettings.usualScopes) }

  /// The client that requests these scopes.
  package func configuration(asking scopes: [String]) -> IDXConfiguration {
    let usual = OktaSimulator.Org.usualClient
    var configuration = IDXConfiguration(
      issuer: OktaSimulator.Org.inProcessIssuer, clientID: org.client.id ?? usual.id,
      clientSecret: org.client.secret, redirectURI: org.client.redirectURI ?? usual.redirectURI,
      scopes: scopes, isInProcess: true)
    if let name = org.singleAppName {
      configuration.apps[name] = IDXConfiguration.Client(
        id: configuration.clientID, secret: configuration.clientSecret,
        redirectURI: configuration.redirectURI)
    }
    for app in org.apps {
      let client = app.org.client
      configuration.apps[app.name] = IDXConfiguration.Client(
        id: client.id ?? usual.id, secret: client.secret,
        redirectURI: client.redirectURI ?? usual.redirectURI)
    }
    return configuration
  }

  package func connect(_ run: SimulatedRun) -> Connection {
    let (engine, server) = engine(of: run)
    return SimulatedOkta.connection(of: engine, to: server, clock: run.clock)
  }

  /// Returns the connection of a run.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - server: The org's server, which is also the inbox and the browser's other end.
  ///   - clock: The run's clock.
  /// - Returns: The connection.
  package static func connection(
    of engine: IDXEngine, to server: OrgServer, clock: any RunClock
  ) -> Connection {
    Connection(
      engine: engine, tokens: engine, clock: clock, inbox: server,
      browser: SimulatedBrowser(server).follow, watchesRequests: false)
  }

  /// The engine for a run, and the org's server.
  func engine(of run: SimulatedRun) -> (engine: IDXEngine, server: OrgServer) {
    let server = OrgServer(
      org, clock: run.clock, seed: run.seed, log: run.logs?.log(of: name), memo: memo)
    let engine = IDXEngine(
      configuration: configuration(asking: run.scopes), transport: run.carrying(server),
      clock: run.clock, randomBytes: run.randomBytes)
    return (engine, server)
  }

  package func faulty(with faults: [Fault]) -> (any SimulatedOrg)? {
    guard let org = org.faulty(with: faults) else { return nil }
    var copy = self
    copy.org = org
    return copy
  }
}
