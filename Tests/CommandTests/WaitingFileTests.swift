import CommandSupport
import FlowCLI
import FlowScript
import FlowTerminal
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

  @Test("A pipe that a script names isn't waited for", arguments: ["run", "test"])
  func pipeOfScript(command: String) async throws {
    let (folder, _) = try Self.pipe()
    let file = try folder.write("a.flow", Self.script("pipe"))
    let run = await Shell()(command, file)
    #expect(run.status != .success, "\(run.all)")
    #expect(run.all.contains("file `pipe`: a pipe or a device"), "\(run.all)")
    #expect(run.all.contains("a.flow:2:40"), "\(run.all)")
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
