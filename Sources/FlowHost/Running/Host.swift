public import FlowEngine
package import FlowInterpreter
import FlowScript
package import FlowSimulation
public import FlowHTTP
public import FlowTerminal

/// The world outside the process that a command uses.
///
/// Tests replace it.
public struct Host: Sendable {
  /// The sink of results.
  public var output: any TextSink
  /// The sink of problems and notes.
  public var errors: any TextSink
  /// The user's terminal; `nil` if there is none.
  public var terminal: (any Terminal)?
  /// The environment variables.
  public var environment: [String: String]
  /// The clock of runs against a real issuer.
  public var clock: any RunClock
  /// The transport of requests to a real issuer; `nil` for the network, which is created at first
  /// use.
  public var transport: (any Transport)?
  /// Random bytes, suitable for keys.
  public var randomBytes: @Sendable (Int) -> [UInt8]
  /// Runs a program whose output is a value, if the command line allows that.
  package var command = CommandValue.reader()
  /// The path of the project's file.
  package var projectFile = ProjectFile.name

  /// The engines that scripts may use.
  package var engines: EngineKits {
    get { chosenEngines ?? .standard }
    set { chosenEngines = newValue }
  }
  // Created at first use: the standard ones take longer than a command that doesn't need them.
  private var chosenEngines: EngineKits?

  /// Returns the bytes of memory that the process uses; `nil` if that is unknown, so nothing is
  /// limited.
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
  /// Whether a written line can be overwritten.
  package func canRedraw(_ sink: any TextSink) -> Bool {
    sink.isTerminal && environment["TERM"] != "dumb"
  }
}
