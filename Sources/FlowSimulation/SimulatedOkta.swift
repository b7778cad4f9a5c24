import FlowHTTP
import FlowEngine
package import FlowScript
package import IDXEngine
package import OktaSimulator
import SimulatorKit

extension OktaSimulator.Org: SimulatedOrg {
  /// The client that flows sign in as, if the org names none.
  package static let usualClient = (id: "0oaflow", redirectURI: "com.example.flow:/callback")

  package var configuration: IDXConfiguration? { configuration(asking: IssuerSettings.usualScopes) }

  private func configuration(asking scopes: [String]) -> IDXConfiguration {
    IDXConfiguration(
      issuer: OktaSimulator.Org.inProcessIssuer, clientID: client.id ?? Self.usualClient.id,
      clientSecret: client.secret,
      redirectURI: client.redirectURI ?? Self.usualClient.redirectURI, scopes: scopes,
      isInProcess: true)
  }

  package func connect(_ run: SimulatedRun) -> Connection {
    let (engine, server) = engine(of: run)
    return Connection(
      engine: engine, tokens: engine, clock: run.clock, inbox: server,
      browser: SimulatedBrowser(server).follow, watchesRequests: false)
  }

  /// The engine of a run, and the org that it speaks to.
  func engine(of run: SimulatedRun) -> (engine: IDXEngine, server: OrgServer) {
    let server = OrgServer(self, clock: run.clock, seed: run.seed, log: run.logs?.log(of: name))
    let engine = IDXEngine(
      configuration: configuration(asking: run.scopes), transport: run.carrying(server),
      clock: run.clock, randomBytes: run.randomBytes)
    return (engine, server)
  }

  package func faulty(with faults: [Fault]) -> (any SimulatedOrg)? {
    let org: OktaSimulator.Org? = faulty(with: faults)
    return org
  }
}
