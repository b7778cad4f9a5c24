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
import FlowLock
import SimulatorKit

/// Runs flows against simulated orgs, with the same result each time.
///
/// Each run starts at the same time, with the same random numbers.
struct RepeatableRun: Sendable {
  private(set) var context: RunContext
  private let random: RepeatedRandom

  /// The result of one run of a flow.
  struct Outcome: Sendable {
    var result: RunResult
    /// The failure; `nil` if the flow passed.
    var failure: FlowFailure?
    /// The masker with the run's secrets.
    var masker: Masker
  }

  /// Creates an environment for runs.
  ///
  /// - Parameters:
  ///   - options: The options of the flows.
  ///   - host: The host. The flows use its environment variables.
  /// - Throws: `UsageFault` if the options are invalid.
  init(_ options: RunOptions, _ host: Host) throws(UsageFault) {
    let random = RepeatedRandom()
    var still = host
    still.clock = ManualClock(now: host.clock.now)
    still.randomBytes = { random.bytes($0) }
    self.random = random
    context = try RunContext(options, still)
  }

  /// Loads the org that `--org` names.
  ///
  /// - Returns: The diagnostics of the org's file; empty without `--org`.
  /// - Throws: `RunTrouble` if the file has errors, or the org isn't in it or is invalid.
  mutating func loadOrg() throws(RunTrouble) -> [Diagnostic] { try context.loadOrg() }

  /// Runs a flow.
  ///
  /// - Parameters:
  ///   - plan: The plan of the flow.
  ///   - script: The script of the flow.
  /// - Returns: The result.
  /// - Throws: `RunTrouble` if the flow can't run, or would run against a real issuer.
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
      message: "`flow shrink` runs a flow hundreds of times, but this one signs in at \(host)",
      help: "name a simulated org with `--org`; FLOW_ISSUER must not name a real one")
  }
}

/// Generates pseudorandom numbers that are the same after each restart.
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
