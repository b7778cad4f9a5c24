#if os(Linux) || os(macOS)
import FlowEngine
import FlowRuntime
import Synchronization
import TestSupport
import Testing

@testable import FlowScript

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Other programs, run and ended.
@Suite(.realTime) struct ChildCommandTests {
  private func shell(_ text: String, _ limit: Duration = .seconds(30)) async throws
    -> ChildCommand.Output
  {
    try await ChildCommand.run(["/bin/sh", "-c", text], timeLimit: limit)
  }

  @Test("A program gets its arguments as they are, and no input")
  func arguments() async throws {
    let echo = try await ChildCommand.run(
      ["/bin/echo", "a b", "", "$HOME *", "'\"\\"], timeLimit: .seconds(30))
    #expect(echo.output == Array("a b  $HOME * '\"\\\n".utf8))
    #expect(echo.status == 0)
    let cat = try await ChildCommand.run(["cat"], timeLimit: .seconds(30))
    #expect(cat == ChildCommand.Output(status: 0))
  }

  @Test("A program's status, and what it says on both outputs")
  func outputs() async throws {
    let ended = try await shell("echo out; echo err >&2; exit 3")
    #expect(ended.status == 3)
    #expect(ended.output == Array("out\n".utf8))
    #expect(ended.errors == Array("err\n".utf8))
    #expect(try await shell("kill -9 $$").status == nil)
    #expect(try await shell("kill -PIPE $$").status == nil)
  }

  @Test("Of a long output the beginning is kept, of a long complaint the end")
  func long() async throws {
    let ended = try await shell(
      "head -c 3000000 /dev/zero; head -c 100000 /dev/zero >&2; echo end >&2")
    #expect(ended.output.count == ChildCommand.outputBytesMax)
    #expect(ended.errors.count == ChildCommand.errorBytesMax)
    #expect(ended.errors.suffix(4) == Array("end\n".utf8)[...])
  }

  @Test(
    "What can't be started says why",
    arguments: [
      ["/no/such/program"], ["no-such-program-anywhere"], ["/"], ["/bin/echo", "a\0b"], [],
    ])
  func notStarted(words: [String]) async {
    await #expect {
      try await ChildCommand.run(words, timeLimit: .seconds(30))
    } throws: { error in
      if case ChildCommand.Failure.notStarted(let reason) = error { !reason.isEmpty } else { false }
    }
  }

  /// The numbers of the processes that a shell and its child have.
  private static let family = "sleep 600 & echo $$ $! > \"$0\"; wait"

  /// Whether a process goes on.
  private static func isAlive(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

  private func family(_ file: String) async throws -> [pid_t] {
    let end = ContinuousClock.now + .seconds(150)
    while ContinuousClock.now < end {
      let numbers = (try? FileReader.read(file, limit: 100)).map {
        String(decoding: $0, as: UTF8.self).split { $0 == " " || $0 == "\n" }
      }
      if let numbers, numbers.count == 2 { return numbers.compactMap { pid_t($0) } }
      await Task.yield()
    }
    Issue.record("the shell has not begun")
    return []
  }

  @Test("A program that takes too long is killed, with what it has started")
  func timedOut() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/family"
    await #expect(throws: ChildCommand.Failure.timedOut(.seconds(2))) {
      try await ChildCommand.run(
        ["/bin/sh", "-c", Self.family, file], timeLimit: .seconds(2))
    }
    for process in try await family(file) { try await expectGone(process) }
  }

  @Test("A program whose run is cancelled is killed, with what it has started")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/family"
    let task = Task {
      try await ChildCommand.run(["/bin/sh", "-c", Self.family, file], timeLimit: .seconds(60))
    }
    let processes = try await family(file)
    task.cancel()
    await #expect(throws: ChildCommand.Failure.cancelled) { try await task.value }
    for process in processes { try await expectGone(process) }
  }

  @Test("A program that ignores the request to end is killed all the same")
  func stubborn() async throws {
    await #expect(throws: ChildCommand.Failure.timedOut(.milliseconds(100))) {
      try await shell("trap '' TERM; while :; do :; done", .milliseconds(100))
    }
  }

  @Test("What a program leaves running ends with it, and isn't waited for")
  func left() async throws {
    let ended = try await shell("sleep 600 & echo $!")
    let process = try #require(
      pid_t(String(decoding: ended.output.dropLast(), as: UTF8.self)))
    #expect(ended.status == 0)
    try await expectGone(process)
  }

  /// Waits until a process is gone: whoever inherits a dead one has to take its status.
  private func expectGone(_ process: pid_t) async throws {
    let end = ContinuousClock.now + .seconds(100)
    while Self.isAlive(process), !isDead(process), ContinuousClock.now < end { await Task.yield() }
    #expect(!Self.isAlive(process) || isDead(process))
  }

  /// Whether a process is dead, and only its status is left.
  private func isDead(_ process: pid_t) -> Bool {
    let stat = (try? FileReader.read("/proc/\(process)/stat", limit: 4096)) ?? []
    return String(decoding: stat, as: UTF8.self).contains(") Z ")
  }

  // MARK: Values

  private func value(_ words: String..., script: String = "a.flow") async throws(CommandFailure)
    -> Secret
  {
    guard let reader = CommandValue.reader else { throw CommandFailure("none") }
    return try await reader(CommandRequest(words, script: script, timeLimit: .seconds(30)))
  }

  @Test("The first line of a program's output is the value, without its end")
  func firstLine() async throws {
    #expect(try await value("printf", "one\\r\\ntwo\\n").reveal() == "one")
    #expect(try await value("printf", " a b ").reveal() == " a b ")
  }

  @Test("A program in a folder is sought from the script's folder, another in PATH")
  func folder() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("bin/code", "#!/bin/sh\necho \"code $1\"\n")
    _ = unsafe chmod(path, 0o700)
    #expect(
      try await value("./bin/code", "x", script: folder.path + "/a.flow").reveal() == "code x")
  }

  @Test("A program that gives no value says why")
  func noValue() async throws {
    let cases: [([String], String)] = [
      (["true"], "is empty"), (["printf", "\\nx"], "is empty"), (["false"], "status 1"),
      (["printf", "\\377"], "is no text"), (["/no/such"], "can't be run"),
      (["head", "-c", "100000", "/dev/zero"], "is no text"),
    ]
    for (words, message) in cases {
      let reader = try #require(CommandValue.reader)
      let failure = await #expect(throws: CommandFailure.self) {
        try await reader(CommandRequest(words, script: "a", timeLimit: .seconds(30)))
      }
      #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }
    let failure = await #expect(throws: CommandFailure.self) {
      try await value("sh", "-c", "for i in 1 2 3 4 5 6 7; do echo \"line $i\" >&2; done; exit 2")
    }
    #expect(failure?.output == ["line 3", "line 4", "line 5", "line 6", "line 7"])
  }
}
#endif
