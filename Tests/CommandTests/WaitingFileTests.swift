import CommandSupport
import FlowCLI
import FlowScript
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@Suite("Files that never come to their end", .timeLimit(.minutes(1)))
struct WaitingFileTests {
  /// A folder with a pipe that nobody writes to.
  private static func pipe() throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe"
    try #require(unsafe mkfifo(path, 0o600) == 0)
    return (folder, path)
  }

  private static func script(_ file: String) -> String {
    """
    flow "x" {
      on identify once answer identifier = file "\(file)"
      expect success
    }

    """
  }

  @Test("A flow's deadline ends the wait, at the line that waited", arguments: ["run", "test"])
  func deadline(command: String) async throws {
    let (folder, _) = try Self.pipe()
    let file = try folder.write("a.flow", Self.script("pipe"))
    let run = await Shell()(command, file, "--timeout", "200ms")
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.all.contains("error[deadline]"), "\(run.all)")
    #expect(run.all.contains("the file `pipe` was not read in time"), "\(run.all)")
    #expect(run.all.contains("a.flow:2:40"), "\(run.all)")
  }

  @Test("A run's deadline ends it too")
  func runDeadline() async throws {
    let (folder, _) = try Self.pipe()
    let file = try folder.write("a.flow", Self.script("pipe"))
    let run = await Shell()("test", file, "--run-timeout", "200ms")
    #expect(run.status != .success, "\(run.all)")
  }

  @Test("What is written into a pipe is read, and so is what comes in pieces")
  func written() async throws {
    let (folder, path) = try Self.pipe()
    let file = try folder.write("a.flow", Self.script("pipe"))
    // A run looks whether the file is there before its first request, and reads it again then.
    let line = "printf nobody@ >\"$0\"; (printf nobody@; printf example.com) >\"$0\""
    async let writer = ChildCommand.run(["/bin/sh", "-c", line, path], timeLimit: Patience.limit)
    let run = await Shell()("run", file, "--timeout", "20s", "--trace")
    #expect(try await writer.status == 0)
    #expect(run.all.contains("identify") && !run.all.contains("deadline"), "\(run.all)")
  }

  @Test("A file without an end is given up at its limit", arguments: ["/dev/zero"])
  func endless(path: String) async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("run", try folder.write("a.flow", Self.script(path)))
    #expect(run.all.contains("longer than 1 MB"), "\(run.all)")
  }

  @Test(
    "Ctrl-C ends the reading of a file that an option names",
    arguments: ["--secrets", "--config", "--ca-file", "script", "org", "json"])
  func interrupted(option: String) async throws {
    let (folder, path) = try Self.pipe()
    let file = try folder.write("a.flow", Self.script("x"))
    let arguments =
      switch option {
      case "script": ["check", path]
      case "org": ["explore", path]
      case "json": ["inspect", path]
      default: ["run", file, option, path]
      }
    let task = Task { await Shell()(arguments) }
    task.cancel()
    let run = await task.value
    #expect(run.status == .interrupted, "\(run.all)")
  }
}
