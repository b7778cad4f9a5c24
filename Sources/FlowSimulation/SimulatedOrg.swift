package import FlowEngine
package import FlowHTTP
package import FlowScript
package import IDXEngine
package import OktaSimulator
package import SimulatorKit
import Synchronization

/// An org in this process, whatever its engine; every flow begins with it as it is written.
package protocol SimulatedOrg: CoveredOrg, Sendable {
  /// All orgs that flows run against here: this one, and those that do a part of its work.
  var parts: [any CoveredOrg] { get }

  /// Where and as whom flows sign in at it; `nil` if that is no client of an issuer.
  var configuration: IDXConfiguration? { get }

  /// Makes the engine of a run, and what goes with it.
  func connect(_ run: SimulatedRun) -> Connection

  /// The same org with more that goes wrong.
  ///
  /// - Returns: The org; `nil` if it can't have as many faults.
  func faulty(with faults: [Fault]) -> (any SimulatedOrg)?
}

extension SimulatedOrg {
  package var parts: [any CoveredOrg] { [self] }
  package var configuration: IDXConfiguration? { nil }

  package func faulty(with faults: [Fault]) -> (any SimulatedOrg)? {
    faults.isEmpty ? self : nil
  }
}

/// What a run at a simulated org begins with.
package struct SimulatedRun {
  /// The clock of the run.
  package var clock: any RunClock
  /// What the org's handles and codes are drawn by.
  package var seed: UInt64
  /// Returns bytes that are fit for keys.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// The scopes to ask for, if the engine asks for any.
  package var scopes = IssuerSettings.usualScopes
  /// Called with what an SDK calls back with, and with what apps and servers say, as it comes.
  package var callback: (@Sendable (String) -> Void)?
  /// Take note of what the orgs do, for coverage.
  package var logs: OrgTraceLogs?
  /// Puts something before what carries the engine's requests, if it sends any over HTTP.
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

/// The logs of the orgs of a run, by their names.
package final class OrgTraceLogs: Sendable {
  private let logs = Mutex<[String: OrgTraceLog]>([:])

  /// Makes empty logs.
  package init() {}

  /// The log of an org.
  package func log(of org: String) -> OrgTraceLog {
    logs.withLock { logs in
      if let log = logs[org] { return log }
      let log = OrgTraceLog()
      logs[org] = log
      return log
    }
  }
}
