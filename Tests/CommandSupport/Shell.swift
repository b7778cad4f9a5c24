import FlowCLI
package import FlowEngine
import FlowHost
import FlowScript
package import FlowSimulation
package import FlowHTTP
package import FlowTerminal
import Synchronization
import TestSupport

/// A world of fakes to run command lines in.
package struct Shell {
  package var person: Person?
  package var transport: (any Transport)?
  package var environment: [String: String] = [:]
  /// Whether the outputs are seen at once.
  package var isTerminal = false
  /// What a run against a simulated org is random by.
  package var seed: UInt8 = 1
  /// Whether random bytes are others each time: without that, two passkeys of a run would be one.
  package var drawsAnew = false
  /// The clock of the runs, where a server needs the same; otherwise each has its own.
  package var clock: ManualClock?
  /// The project's file; `nil` for that of the current folder.
  package var projectFile: String?
  /// The engines that scripts may use.
  package var engines = EngineKits.standard
  /// The memory that the process uses, as far as commands know.
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

  /// What came of a command line.
  package struct Outcome: Sendable {
    package var status: ExitStatus
    package var output: String
    package var errors: String
    /// Everything that stood on the person's terminal.
    package var screen: String

    /// The output's lines.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
    /// All of it, for a failed test to show.
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
  /// How often a text stands in this one.
  package func count(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
