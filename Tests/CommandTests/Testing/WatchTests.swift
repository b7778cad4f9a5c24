import CommandSupport
import FlowCLI
import FlowEngine
import FlowHost
import FlowTerminal
import FlowLock
import TestSupport
import Testing

@Suite("flow test --watch")
struct WatchTests {
  /// A clock at each of whose waits an event happens, the last time the end.
  private final class StagedClock: RunClock {
    private let stages: Mutex<[@Sendable () -> Void]>

    init(_ stages: [@Sendable () -> Void]) { self.stages = Mutex(stages) }

    let now = Duration.seconds(1_700_000_000)

    func sleep(for duration: Duration) async throws {
      let stage = stages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let stage else {
        cancelCurrentTask()
        throw CancellationError()
      }
      stage()
    }
  }

  @Test("Files that are read as values and the secrets file are watched, too")
  func values() async throws {
    let flow = { (value: String) in
      """
      flow "jane" {
        on identify answer identifier = \(value)
        on challenge password answer passcode = secret WORD
        otherwise stop
        expect stopped
      }

      """
    }
    let folder = try Suites.folder([
      "one.flow": flow("file \"who.txt\""), "two.flow": Suites.passing("two"),
      "who.txt": "jane@example.com", "secrets.env": "WORD=Correct-Horse-1\n",
    ])
    let clock = StagedClock([
      { _ = try? folder.write("who.txt", "nobody-whom-they-know@example.com") },
      { _ = try? folder.write("who.txt", "jane@example.com") },
      { _ = try? folder.write("secrets.env", "WORD=Another-Horse-11\n") },
    ])
    let output = Recorder()
    let host = Host(
      output: output, errors: Recorder(), terminal: nil, environment: [:], clock: clock,
      randomBytes: { Array(repeating: 7, count: $0) })
    _ = await Task {
      await FlowCLI.run(
        arguments: [
          "test", folder.path, "-j", "1", "--watch", "--secrets", folder.path + "/secrets.env",
        ], host: host)
    }.value
    let told = output.text.split(separator: "\n").filter { line in
      ["pass ", "FAIL ", "waiting"].contains { line.hasPrefix($0) }
    }.map { $0.prefix(4) }
    #expect(
      told == [
        "pass", "pass", "wait", "FAIL", "wait", "pass", "wait", "FAIL", "pass", "wait",
      ], "\(output.text)")
  }

  @Test("Flows that use a changed file run again until the end; the status is the last run's")
  func rounds() async throws {
    let folder = try Suites.folder([
      "one.flow": "import \"values.flow\"\n" + Suites.passing("one"),
      "two.flow": Suites.passing("two"), "values.flow": "let word = \"a\"\n",
    ])
    let clock = StagedClock([
      {},
      { _ = try? folder.write("two.flow", Suites.failing("two, changed")) },
      { _ = try? folder.write("values.flow", "let word = \"a longer one\"\n") },
      { _ = try? folder.write("three.flow", Suites.passing("three")) },
      { _ = try? folder.write("two.flow", "flow \"two\" {") },
    ])
    let output = Recorder()
    let errors = Recorder()
    let host = Host(
      output: output, errors: errors, terminal: nil, environment: [:], clock: clock,
      randomBytes: { Array(repeating: 7, count: $0) })
    let status = await Task {
      await FlowCLI.run(arguments: ["test", folder.path, "-j", "1"] + ["--watch"], host: host)
    }.value
    let told = output.text.split(separator: folder.path + "/", omittingEmptySubsequences: false)
      .joined()
    let lines = told.split(separator: "\n").filter { line in
      ["pass ", "FAIL ", "BROKEN", "waiting"].contains { line.hasPrefix($0) }
    }.map { $0.split(separator: "  ").prefix(2).joined(separator: " ") }
    let waiting = "waiting for changes in"
    #expect(
      lines == [
        "pass  one.flow: one", "pass  two.flow: two", "\(waiting) 3 files; press Ctrl-C to stop",
        "FAIL  two.flow: two, changed", "\(waiting) 3 files; press Ctrl-C to stop",
        "pass  one.flow: one", "\(waiting) 3 files; press Ctrl-C to stop",
        "pass  three.flow: three", "\(waiting) 4 files; press Ctrl-C to stop",
        "BROKEN two.flow", "\(waiting) 4 files; press Ctrl-C to stop",
      ], "\(told)\n\(errors.text)")
    #expect(status == .wrongScript)
  }

  @Test("An import that is removed and restored is reported")
  func importsGone() async throws {
    let folder = try Suites.folder([
      "one.flow": "import \"parts/values.flow\"\n" + Suites.passing("one"),
      "two.flow": Suites.passing("two"), "parts/values.flow": "let word = \"a\"\n",
    ])
    let values = folder.path + "/parts/values.flow"
    let clock = StagedClock([
      { TemporaryScript.remove(values) },
      { _ = try? folder.write("parts/values.flow", "let word = \"b\"\n") },
    ])
    let output = Recorder()
    let host = Host(
      output: output, errors: Recorder(), terminal: nil, environment: [:], clock: clock,
      randomBytes: { Array(repeating: 7, count: $0) })
    let status = await Task {
      await FlowCLI.run(
        arguments: ["test", folder.path + "/one.flow", folder.path + "/two.flow", "--watch"],
        host: host)
    }.value
    let told = output.text.split(separator: "\n").filter { line in
      ["pass ", "FAIL ", "BROKEN", "waiting"].contains { line.hasPrefix($0) }
    }.map { $0.prefix(4) }
    #expect(
      told == ["pass", "pass", "wait", "BROK", "wait", "pass", "wait"], "\(output.text)")
    #expect(status == .success)
  }
}
