import FlowInterpreter
import CommandSupport
import FlowEngine
import FlowHost
import FlowScript
import FlowTerminal
import Testing

@testable import FlowCLI

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@Suite("Outputs that can't be written")
struct OutputFailureTests {
  /// An output that fails on every write.
  private struct Broken: TextSink {
    var isTerminal: Bool { false }
    var failure: SinkFailure?
    func write(_ text: String) {}
  }

  private func run(
    _ arguments: [String], _ failure: SinkFailure
  ) async -> (status: FlowTerminal.ExitStatus, errors: String) {
    let errors = Recorder()
    let host = Host(
      output: Broken(failure: failure), errors: errors, terminal: nil, environment: [:],
      clock: SystemClock(now: .zero), randomBytes: ThisMachine.randomBytes)
    return (await FlowCLI.run(arguments: arguments, host: host), errors.text)
  }

  static let commands = [
    ["run", Project.example("sign-in.flow")], ["run", "--json", Project.example("sign-in.flow")],
    ["check", Project.root + "/Examples"], ["explain"], ["--help"], ["inspect", "response.json"],
  ]

  @Test("A full disk is reported on the error output, with status 3", arguments: commands)
  func full(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("response.json", "{\"version\":\"1.0.0\",\"messages\":{}}")
    let (status, errors) = await run(
      arguments.map { $0 == "response.json" ? page : $0 }, .unwritten("no space left on device"))
    #expect(status == .serverFailed)
    #expect(errors.hasSuffix("flow: the output can't be written: no space left on device\n"))
  }

  @Test("A reader that has gone away ends the command quietly", arguments: commands)
  func closed(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("response.json", "{\"version\":\"1.0.0\",\"messages\":{}}")
    let (status, errors) = await run(
      arguments.map { $0 == "response.json" ? page : $0 }, .closed)
    #expect(status == .outputClosed)
    #expect(errors.isEmpty)
  }

  @Test("After the output has failed, no other flow runs")
  func stops() async throws {
    let folder = try TemporaryFolder()
    let failing = try folder.write("script.flow", "on identify fail \"on purpose\"")
    let (status, errors) = await run(["run", failing, failing], .closed)
    #expect(status == .outputClosed)
    #expect(errors.isEmpty)
  }

  #if os(Linux)
  @Test("A full device is a failure with the system's message")
  func device() throws {
    let descriptor = unsafe open("/dev/full", O_WRONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let sink = SystemSink(descriptor: descriptor)
    #expect(sink.failure == nil)
    sink.write("a line\n")
    #expect(sink.failure == .unwritten("no space left on device"))
  }
  #endif

  @Test("A pipe without a reader is closed, and a full pipe is waited for")
  func pipes() async throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    _ = fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK)
    // More than any pipe can buffer.
    let text = String(repeating: "0123456789abcdef", count: 1 << 16)
    let sink = SystemSink(descriptor: writing)
    let done = AsyncStream<Void>.makeStream()
    Background.start {
      sink.write(text)
      close(writing)
      done.continuation.finish()
    }
    let bytes = try FileReader.readAll(reading, limit: 1 << 22)
    for await _ in done.stream {}
    close(reading)
    #expect(bytes.count == text.utf8.count)
    #expect(sink.failure == nil)

    try #require(unsafe pipe(&ends) == 0)
    close(ends[0])
    let closed = SystemSink(descriptor: ends[1])
    closed.write("a line\n")
    #expect(closed.failure == .closed)
    close(ends[1])
  }
}
