package import FlowEngine
package import FlowHTTP
package import FlowScript
package import IDXEngine
package import OktaSimulator
package import SimulatorKit
import FlowLock

/// An org of any engine in this process; every flow begins with the org's initial state.
package protocol SimulatedOrg: CoveredOrg, Sendable {
  /// All orgs against which flows run: this org, and the orgs that do a part of its work.
  var parts: [any CoveredOrg] { get }

  /// The issuer and the client; `nil` if the org isn't an issuer.
  var configuration: IDXConfiguration? { get }

  /// Makes the engine for a run, and the objects that belong to it.
  func connect(_ run: SimulatedRun) -> Connection

  /// Returns the org with additional faults.
  ///
  /// - Returns: The org; `nil` if it can't have so many faults.
  func faulty(with faults: [Fault]) -> (any SimulatedOrg)?
}

extension SimulatedOrg {
  package var parts: [any CoveredOrg] { [self] }
  package var configuration: IDXConfiguration? { nil }

  package func faulty(with faults: [Fault]) -> (any SimulatedOrg)? {
    faults.isEmpty ? self : nil
  }
}

/// The inputs of a run with a simulated org.
package struct SimulatedRun {
  /// The clock of the run.
  package var clock: any RunClock
  /// The seed of the org's handles and codes.
  package var seed: UInt64
  /// Returns bytes that are suitable for keys.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// The scopes to request, if the engine requests any.
  package var scopes = IssuerSettings.usualScopes
  /// Called with the callbacks of an SDK, and with the messages of apps and servers, as they come.
  package var callback: (@Sendable (String) -> Void)?
  /// Records the actions of the orgs for coverage.
  package var logs: OrgTraceLogs?
  /// Wraps the transport of the engine's requests, if the engine uses HTTP.
  package var carrying: (any Transport) -> any Transport = { $0 }

  /// Makes a run.
  package init(
    clock: any RunClock, seed: UInt64, randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.clock = clock
    self.seed = seed
    self.randomBytes = randomBytes
  }
}

/// The coverage logs of a run's orgs, by the orgs' names.
package final class OrgTraceLogs: Sendable {
  private let logs = Mutex<[String: OrgTraceLog]>([:])

  /// Makes empty logs.
  package init() {}

  /// The log of the org with a name, which is created if necessary.
  package func log(of org: String) -> OrgTraceLog {
    logs.withLock { logs in
      if let log = logs[org] { return log }
      let log = OrgTraceLog()
      logs[org] = log
      return log
    }
  }
}
