public import FlowEngine
public import FlowInterpreter
import FlowScript
public import FlowHTTP

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

/// Where text goes.
public protocol TextSink: OutputSink {
  /// Whether a person sees it at once, so that colour and live lines are of use.
  var isTerminal: Bool { get }
  /// Why not everything that was written has arrived; `nil` where it has.
  var failure: SinkFailure? { get }
}

extension TextSink {
  /// Nothing is lost.
  public var failure: SinkFailure? { nil }
}

/// Why an output didn't arrive.
public enum SinkFailure: Sendable, Hashable {
  /// Whoever read it has gone, as `head` goes when it has enough.
  case closed
  /// It can't be written: the system's words, such as "no space left on device".
  case unwritten(String)
}

/// The person at the terminal.
public protocol Terminal: Sendable {
  /// Shows a text to the person alone: it goes to no output that could be kept.
  func show(_ text: String)

  /// Shows a question and reads one line.
  ///
  /// - Parameters:
  ///   - prompt: what is shown before the line.
  ///   - isSecret: whether what is typed must not be shown.
  /// - Returns: the line, `nil` at the end of input.
  /// - Throws: `CancellationError` after Ctrl-C, or when the task is cancelled.
  func readLine(_ prompt: String, isSecret: Bool) async throws -> String?
}
