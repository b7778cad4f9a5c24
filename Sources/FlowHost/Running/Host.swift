public import FlowEngine
package import FlowInterpreter
import FlowScript
package import FlowSimulation
public import FlowHTTP
public import FlowTerminal

/// Everything outside the process that a command may touch: a test gives its own.
public struct Host: Sendable {
  /// Where results go.
  public var output: any TextSink
  /// Where problems go, and what is said by the way.
  public var errors: any TextSink
  /// The person at the terminal; `nil` where there is none.
  public var terminal: (any Terminal)?
  /// The environment variables.
  public var environment: [String: String]
  /// The clock of runs against a real issuer.
  public var clock: any RunClock
  /// What carries requests to a real issuer; `nil` for the network, made when it is first needed.
  public var transport: (any Transport)?
  /// Random bytes, fit for keys.
  public var randomBytes: @Sendable (Int) -> [UInt8]
  /// What runs a program whose output is a value, where the command line allows that.
  package var command = CommandValue.reader()
  /// Where the project's file is.
  package var projectFile = ProjectFile.name

  /// The engines that scripts may use.
  package var engines: EngineKits {
    get { chosenEngines ?? .standard }
    set { chosenEngines = newValue }
  }
  // Making the standard ones takes longer than a command that needs none.
  private var chosenEngines: EngineKits?

  /// The bytes of memory that the process uses; `nil` if nobody knows, and nothing is limited then.
  package var memoryInUse: @Sendable () -> Int? = { nil }

  /// Makes a host.
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
  /// Whether a line that was written can be drawn over.
  package func canRedraw(_ sink: any TextSink) -> Bool {
    sink.isTerminal && environment["TERM"] != "dumb"
  }
}
