package import FlowScript
import NextAuthEngine
package import NextAuthSimulator
import SimulatorKit

extension NextAuthOrg: SimulatedOrg {
  package func connect(_ run: SimulatedRun) -> Connection {
    let server = NextAuthServer(
      self, clock: run.clock, seed: run.seed, log: run.logs?.log(of: name))
    let sdk = SessionManager(
      transport: server, clock: run.clock, randomBytes: run.randomBytes)
    let engine = NextAuthEngine(
      backend: sdk, surroundings: sdk, clock: run.clock, observer: run.callback)
    return Connection(engine: engine, clock: run.clock, watchesRequests: false)
  }
}
