import FlowCLI
package import FlowEngine
import FlowHost
import FlowScript
package import FlowSimulation
package import FlowHTTP
package import FlowTerminal
import FlowLock
import TestSupport

/// A fake environment to run command lines in.
package struct Shell {
  package var person: Person?
  package var transport: (any Transport)?
  package var environment: [String: String] = [:]
  /// Whether the outputs are terminals.
  package var isTerminal = false
  /// The seed of a run's randomness against a simulated org.
  package var seed: UInt8 = 1
  /// Whether random bytes differ each time: otherwise, two passkeys of a run would be equal.
  package var drawsAnew = false
  /// The clock of the runs, if a server needs the same; otherwise each has its own.
  package var clock: ManualClock?
  /// The project's file; `nil` for the current folder's.
  package var projectFile: String?
  /// The engines that scripts can use.
  package var engines = EngineKits.standard
  /// The memory use that commands see.
  package var memoryInUse: @Sendable () -> Int? = { nil }

  package init(
    person: Person? = nil, transport: (any Transport)? = nil, environment: [String: String] = [:],
    isTerminal: Bool = false, seed: UInt8 = 1, drawsAnew: Bool = false, clock: ManualClock? = nil
  ) {
    self.person = person
    self.transport = transport
    self.environment = environment
    self.isTerminal = isTerminal
    self.seed = seed
    self.drawsAnew = drawsAnew
    self.clock = clock
  }

  /// The result of a command line.
  package struct Outcome: Sendable {
    package var status: ExitStatus
    package var output: String
    package var errors: String
    /// All text on the user's terminal.
    package var screen: String

    /// The output's lines.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
    /// All outputs, for the message of a failed test.
    package var all: String {
      "status \(status)\n\(output)\n--- errors\n\(errors)\n--- screen\n\(screen)"
    }
  }

  /// Runs a command line.
  package func callAsFunction(_ arguments: String...) async -> Outcome {
    await callAsFunction(arguments)
  }

  /// Runs a command line.
  package func callAsFunction(_ arguments: [String]) async -> Outcome {
    let output = Recorder(isTerminal: isTerminal)
    let errors = Recorder(isTerminal: isTerminal)
    let (seed, step) = (seed, UInt8(drawsAnew ? 1 : 0))
    let drawn = Mutex<UInt8>(0)
    var host = Host(
      output: output, errors: errors, terminal: person, environment: environment,
      clock: clock ?? ManualClock(now: .seconds(1_700_000_000)), transport: transport,
      randomBytes: { count in
        let mark = drawn.withLock { drawn in
          defer { drawn &+= step }
          return drawn ^ seed
        }
        return (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) ^ mark }
      })
    if let projectFile { host.projectFile = projectFile }
    host.memoryInUse = memoryInUse
    host.engines = engines
    host.command = CommandValue.reader(within: Patience.limit)
    let status = await FlowCLI.run(arguments: arguments, host: host)
    return Outcome(
      status: status, output: output.text, errors: errors.text, screen: person?.screen ?? "")
  }
}

extension String {
  /// The number of times that a text occurs in this one.
  package func count(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
