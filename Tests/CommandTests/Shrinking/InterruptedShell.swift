import CommandSupport
import FlowCLI
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowLock

/// An environment in which Ctrl-C comes at a certain output.
struct InterruptedShell {
  var environment: [String: String]

  /// The result of a command line.
  struct Outcome: Sendable {
    var status: ExitStatus
    var output: String
    var errors: String
  }

  /// Shrinks a file, and cancels that after a certain text.
  func shrink(_ file: String, after text: String) async -> Outcome {
    let output = Recorder()
    let errors = CancellingRecorder(after: text)
    let host = Host(
      output: output, errors: errors, terminal: nil, environment: environment,
      clock: HurryingClock(), randomBytes: { Array(repeating: 7, count: $0) })
    // A separate task: the test continues.
    let status = await Task { await FlowCLI.run(arguments: ["shrink", file], host: host) }.value
    return Outcome(status: status, output: output.text, errors: errors.text)
  }
}

/// Stores everything that is written to it, and cancels the task that writes a text.
private final class CancellingRecorder: TextSink {
  let isTerminal = true
  private let end: String
  private let recorder = Recorder()

  init(after end: String) {
    self.end = end
  }

  var text: String { recorder.text }

  func write(_ text: String) {
    recorder.write(text)
    if text.contains(end) { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
  }
}

/// A clock that advances a second at each query, so that every line is drawn.
private final class HurryingClock: RunClock {
  private let time = Mutex(Duration.seconds(1_700_000_000))

  var now: Duration {
    time.withLock { time in
      time += .seconds(1)
      return time
    }
  }

  func sleep(for duration: Duration) async throws { try Task.checkCancellation() }
}
