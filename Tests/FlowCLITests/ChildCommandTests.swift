#if os(Linux) || os(macOS)
import FlowText
import CommandSupport
import FlowEngine
import FlowInterpreter
import FlowLock
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

/// A pipe that processes keep open: it ends with them, regardless of who reads their exit status.
private final class Lives: Sendable {
  private let folder: TemporaryFolder
  private let file: Int32
  /// The test's own end, without which there is no end before a process has begun.
  private let own: Int32

  var path: String { folder.path + "/lives" }

  init() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/lives"
    try #require(unsafe mkfifo(path, 0o600) == 0)
    // A reader that doesn't wait for a writer: `poll` does.
    file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    own = unsafe open(path, O_WRONLY | O_CLOEXEC)
    self.folder = folder
    try #require(file >= 0 && own >= 0)
  }

  deinit { close(file) }

  /// Waits until one of the processes exists.
  ///
  /// Beside tests that compute for minutes, the task that starts it may have to wait for a thread.
  func begin() async throws {
    var tries = 0
    while tries < 10 {
      if await read() > 0 { return }
      tries += 1
    }
    Issue.record("no process has begun")
  }

  /// Waits until none of the processes exists any more.
  func end() async throws {
    close(own)
    for _ in 0..<10 {
      let count = await read()
      if count == 0 { return }
      try #require(count > 0, "someone lives on")
    }
  }

  /// The number of bytes read; 0 at the end, and negative if nothing has happened for long.
  private func read() async -> Int {
    await withCheckedContinuation { continuation in
      Background.start { [file] in
        var wanted = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wanted, 1, Patience.milliseconds) == 1 else {
          return continuation.resume(returning: -1)
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        #if canImport(Darwin)
        let count = unsafe Darwin.read(file, &bytes, bytes.count)
        #elseif canImport(Musl)
        let count = unsafe Musl.read(file, &bytes, bytes.count)
        #else
        let count = unsafe Glibc.read(file, &bytes, bytes.count)
        #endif
        continuation.resume(returning: count)
      }
    }
  }
}

/// Other programs, started and ended.
@Suite(.realTime) struct ChildCommandTests {
  private func shell(_ text: String, _ limit: Duration = Patience.limit) async throws
    -> ChildCommand.Output
  {
    try await ChildCommand.run(["/bin/sh", "-c", text], timeLimit: limit)
  }

  @Test("A program gets its arguments unchanged, and no input")
  func arguments() async throws {
    let echo = try await ChildCommand.run(
      ["/bin/echo", "a b", "", "$HOME *", "'\"\\"], timeLimit: Patience.limit)
    #expect(echo.output == Array("a b  $HOME * '\"\\\n".utf8))
    #expect(echo.status == 0)
    let cat = try await ChildCommand.run(["cat"], timeLimit: Patience.limit)
    #expect(cat == ChildCommand.Output(status: 0))
  }

  @Test("A program's status and both of its outputs")
  func outputs() async throws {
    let ended = try await shell("echo out; echo err >&2; exit 3")
    #expect(ended.status == 3)
    #expect(ended.output == Array("out\n".utf8))
    #expect(ended.errors == Array("err\n".utf8))
    #expect(try await shell("kill -9 $$").status == nil)
    #expect(try await shell("kill -PIPE $$").status == nil)
  }

  @Test("The beginning of a long output and the end of a long error output are kept")
  func long() async throws {
    let ended = try await shell(
      "head -c 3000000 /dev/zero; head -c 100000 /dev/zero >&2; echo end >&2")
    #expect(ended.output.count == ChildCommand.outputBytesMax)
    #expect(ended.errors.count == ChildCommand.errorBytesMax)
    #expect(ended.errors.suffix(4) == Array("end\n".utf8)[...])
  }

  @Test(
    "A program that can't be started has a reason",
    arguments: [
      ["/no/such/program"], ["no-such-program-anywhere"], ["/"], ["/bin/echo", "a\0b"], [],
    ])
  func notStarted(words: [String]) async {
    await #expect {
      try await ChildCommand.run(words, timeLimit: Patience.limit)
    } throws: { error in
      let head = "`\(words.first ?? "")` can't be run: "
      let message = (error as? PlainFailure)?.message ?? ""
      return message.hasPrefix(head) && message != head
    }
  }

  /// A shell and its child, which report that they exist, and keep a pipe open while they do.
  private static let family = "exec 9>\"$0\"; sleep 600 & echo there >&9; wait"

  @Test("A program that takes too long is killed with its children")
  func timedOut() async throws {
    let lives = try Lives()
    await #expect(throws: PlainFailure("`/bin/sh` didn't end within 2 s")) {
      try await ChildCommand.run(
        ["/bin/sh", "-c", Self.family, lives.path], timeLimit: .seconds(2))
    }
    try await lives.end()
  }

  @Test("A program whose run is canceled is killed with its children")
  func cancelled() async throws {
    let lives = try Lives()
    let task = Task {
      try await ChildCommand.run(
        ["/bin/sh", "-c", Self.family, lives.path], timeLimit: .seconds(600))
    }
    try await lives.begin()
    task.cancel()
    await #expect(throws: PlainFailure("`/bin/sh` was interrupted")) { try await task.value }
    try await lives.end()
  }

  @Test("A program that ignores the request to end is killed")
  func stubborn() async throws {
    await #expect(throws: PlainFailure("`/bin/sh` didn't end within 0 s")) {
      try await shell("trap '' TERM; while :; do :; done", .milliseconds(100))
    }
  }

  @Test("A program's leftover processes end with it, and aren't waited for")
  func left() async throws {
    let lives = try Lives()
    let ended = try await shell("exec 9>\"\(lives.path)\"; sleep 600 & echo there >&9")
    #expect(ended.status == 0)
    try await lives.end()
  }

  // MARK: Values

  private func value(_ words: String..., script: String = "a.flow") async throws(PlainFailure)
    -> Secret
  {
    guard let reader = CommandValue.reader(within: Patience.limit) else {
      throw PlainFailure("none")
    }
    return try await reader(CommandRequest(words, script: script, timeLimit: Patience.limit))
  }

  @Test("The first line of a program's output is the value, without its line end")
  func firstLine() async throws {
    #expect(try await value("printf", "one\\r\\ntwo\\n").reveal() == "one")
    #expect(try await value("printf", " a b ").reveal() == " a b ")
  }

  @Test("A program with a folder is looked up in the script's folder, others in PATH")
  func folder() async throws {
    let folder = try TemporaryFolder()
    _ = try await folder.program("bin/code", "#!/bin/sh\necho \"code $1\"\n")
    #expect(
      try await value("./bin/code", "x", script: folder.path + "/a.flow").reveal() == "code x")
  }

  @Test("A program without a value has a reason")
  func noValue() async throws {
    let cases: [([String], String)] = [
      (["true"], "is empty"), (["printf", "\\nx"], "is empty"), (["false"], "status 1"),
      (["printf", "\\377"], "isn't a text"), (["/no/such"], "can't be run"),
      (["head", "-c", "100000", "/dev/zero"], "isn't a text"),
    ]
    for (words, message) in cases {
      let reader = try #require(CommandValue.reader(within: Patience.limit))
      let failure = await #expect(throws: PlainFailure.self) {
        try await reader(CommandRequest(words, script: "a", timeLimit: Patience.limit))
      }
      #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }
    let failure = await #expect(throws: PlainFailure.self) {
      try await value("sh", "-c", "for i in 1 2 3 4 5 6 7; do echo \"line $i\" >&2; done; exit 2")
    }
    #expect(failure?.notes == ["line 3", "line 4", "line 5", "line 6", "line 7"])
  }
}
#endif
