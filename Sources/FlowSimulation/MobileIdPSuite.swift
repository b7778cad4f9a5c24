package import FlowScript
import MobileIdPEngine
package import MobileIdPSimulator
package import SimulatorKit

/// A simulated authorization server for mobile identity providers, with the org for its logins.
///
/// The org's sign-in replaces the login page of the providers' apps.
package struct MobileIdPSuite: SimulatedOrg {
  /// The server and the apps.
  package var org: MobileIdPOrg
  /// The org for the providers' logins; `nil` for the server's own login page.
  package var login: SimulatedOkta?

  /// Makes a suite.
  package init(_ org: MobileIdPOrg, login: SimulatedOkta? = nil) {
    self.org = org
    self.login = login
  }

  package var name: String { org.name }
  package var items: [OrgItem] { org.items }
  package var parts: [any CoveredOrg] { [org] + (login.map { [$0.org] } ?? []) }

  package func connect(_ run: SimulatedRun) -> Connection {
    let server = MobileIdPServer(
      org, clock: run.clock, seed: run.seed, log: run.logs?.log(of: name))
    var loginRun = run
    loginRun.scopes = IssuerSettings.usualScopes
    loginRun.carrying = { $0 }
    let signIn = login?.engine(of: loginRun)
    let nested = signIn.map { signIn in
      NestedLogin(engine: signIn.engine) { host, username in
        server.vouch(host: host.name, username: username)
      }
    }
    let device = SimulatedDevice(server)
    let engine = MobileIdPEngine(
      world: DeviceApps(org).world(login: nested), transport: server, router: device,
      surroundings: device, randomBytes: run.randomBytes, observer: run.callback)
    return Connection(
      engine: engine, clock: run.clock, inbox: signIn?.server,
      browser: signIn.map { SimulatedBrowser($0.server).follow }, watchesRequests: false)
  }
}
