import FlowDiagnostics
import FlowAuthenticators
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowTerminal
import FlowSyntax
import FlowHTTP
import FlowText
import IDXEngine
import Synchronization
import SimulatorKit

/// Runs flows against simulated orgs so that each run is the same as the last one of the same flow:
/// its time stands still between runs, and what is drawn at random is drawn anew.
struct RepeatableRun: Sendable {
  private(set) var context: RunContext
  private let random: RepeatedRandom

  /// What came of a flow.
  struct Outcome: Sendable {
    var result: RunResult
    /// How it failed; `nil` where it passed.
    var failure: FlowFailure?
    /// The run's secrets, of which nothing is told.
    var masker: Masker
  }

  /// Makes a world for runs.
  ///
  /// - Parameters:
  ///   - options: what flows run with.
  ///   - host: the world outside, of which they see the environment.
  /// - Throws: `UsageFault`, where the options can't be followed.
  init(_ options: RunOptions, _ host: Host) throws(UsageFault) {
    let random = RepeatedRandom()
    var still = host
    still.clock = ManualClock(now: host.clock.now)
    still.randomBytes = { random.bytes($0) }
    self.random = random
    context = try RunContext(options, still)
  }

  /// Finds the org that the command line names.
  ///
  /// - Returns: what is worth knowing of its file.
  /// - Throws: `RunTrouble`, where there is none, or it can't be.
  mutating func loadOrg() throws(RunTrouble) -> [Diagnostic] { try context.loadOrg() }

  /// Runs a flow.
  ///
  /// - Parameters:
  ///   - plan: the flow.
  ///   - script: The script that it is of.
  /// - Returns: what came of it.
  /// - Throws: `RunTrouble`, where it can't be run, or only against a real issuer.
  func callAsFunction(
    _ plan: RunPlan, of script: LoadedScript
  ) async throws(RunTrouble) -> Outcome {
    random.restart()
    let keyring = context.keyring.copy()
    let org = try context.namedOrg(of: plan, in: script, keyring)
    let target = try context.target(of: plan, at: org)
    if case .issuer(let configuration, _) = target.counterpart {
      throw .commandLine(RepeatableRun.refusal(configuration.issuer.host))
    }
    let masker = Masker()
    for secret in context.options.secrets.values { masker.add(secret) }
    let connected = target.counterpart.connect(
      clock: context.host.clock, randomBytes: context.host.randomBytes,
      scopes: Counterpart.scopes(for: plan))
    var environment = context.environment(of: plan, target, connected, keyring, masker)
    environment.random = { random.next() }
    let result = await FlowInterpreter.run(plan, engine: connected.engine, environment: environment)
    return Outcome(
      result: result, failure: FlowFailure(result, isDemo: target.isDemo), masker: masker)
  }

  private static func refusal(_ host: String) -> UsageFault {
    UsageFault(
      message: "`flow shrink` runs a flow hundreds of times, and this one signs in at \(host)",
      help: "name a simulated org with `--org`; FLOW_ISSUER must not name a real one")
  }
}

/// Numbers that look random, and are the same each time that it is restarted.
private final class RepeatedRandom: Sendable {
  private let draw = Mutex(Draw(seed: 0))

  func restart() { draw.withLock { $0 = Draw(seed: 0) } }

  func next() -> UInt64 { draw.withLock { $0.next() } }

  func bytes(_ count: Int) -> [UInt8] {
    draw.withLock { draw in
      (0..<count).map { _ in UInt8(truncatingIfNeeded: draw.next() >> 32) }
    }
  }
}
