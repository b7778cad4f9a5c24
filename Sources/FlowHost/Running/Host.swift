public import FlowEngine
package import FlowInterpreter
import FlowScript
package import FlowSimulation
public import FlowHTTP
public import FlowTerminal

/// Everything outside the process that a command uses.
///
/// Tests replace the host.
public struct Host: Sendable {
  /// The sink for results, usually the standard output.
  public var output: any TextSink
  /// The sink for problems and notes, usually the standard error.
  public var errors: any TextSink
  /// The user's terminal; `nil` if there is none.
  public var terminal: (any Terminal)?
  /// The environment variables.
  public var environment: [String: String]
  /// The clock of runs against a real issuer.
  public var clock: any RunClock
  /// The transport for requests to a real issuer; `nil` to use the network.
  public var transport: (any Transport)?
  /// Returns random bytes that are suitable for keys.
  public var randomBytes: @Sendable (Int) -> [UInt8]
  /// Runs programs for `run "command"`, if the command line allows them; `nil` if this system
  /// can't.
  package var command = CommandValue.reader()
  /// The path of the project's file.
  package var projectFile = ProjectFile.name

  /// The engines that scripts may use.
  package var engines: EngineKits {
    get { chosenEngines ?? .standard }
    set { chosenEngines = newValue }
  }
  // They are created when they are first used, because some commands don't need them, and creating
  // the standard ones takes longer than such a command.
  private var chosenEngines: EngineKits?

  /// Returns how many bytes of memory the process uses; `nil` if that is unknown.
  ///
  /// Memory isn't limited then.
  package var memoryInUse: @Sendable () -> Int? = { nil }

  /// Creates a host.
  public init(
    output: any TextSink, errors: any TextSink, terminal: (any Terminal)?,
    environment: [String: String], clock: any RunClock, transport: (any Transport)? = nil,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.output = output
    self.errors = errors
    self.terminal = terminal
    self.environment = environment
    self.clock = clock
    self.transport = transport
    self.randomBytes = randomBytes
  }
}

extension Host {
  /// The same host with a clock that stands still, for explorations that must have the same time.
  package var standingStill: Host {
    var host = self
    host.clock = ManualClock(now: clock.now)
    return host
  }

  /// Whether a line on a sink can be overwritten.
  package func canRedraw(_ sink: any TextSink) -> Bool {
    sink.isTerminal && environment["TERM"] != "dumb"
  }
}
