import CommandSupport
import FlowCLI
import FlowHTTP
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

@Suite("Files that never end", .timeLimit(.minutes(1)))
struct WaitingFileTests {
  /// A folder with a pipe that has no writer.
  private static func waitingPipe() throws -> (folder: TemporaryFolder, path: String) {
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
    let (folder, _) = try Self.waitingPipe()
    let file = try folder.write("a.flow", Self.script("pipe"))
    let run = await Shell()(command, file)
    #expect(run.status != .success, "\(run.all)")
    #expect(run.all.contains("file `pipe`: a pipe or a device"), "\(run.all)")
    #expect(run.all.contains("a.flow:2:40"), "\(run.all)")
  }

  @Test("A link to a pipe isn't waited for", arguments: FileContainmentTests.readers)
  func link(arguments: [String]) async throws {
    let (folder, pipe) = try Self.waitingPipe()
    try folder.link("link.flow", to: pipe)
    let page = try folder.write("page.json", String(decoding: Pages.push.bytes(), as: UTF8.self))
    let run = await Shell()(
      arguments.map { $0 == "FILE" ? folder.path + "/link.flow" : $0 == "PAGE" ? page : $0 })
    #expect(run.status != .success || arguments[0] == "completions", "\(run.all)")
  }

  @Test(
    "A pipe that the shell has opened is read",
    arguments: ["/dev/fd/", "/proc/self/fd/"], ["check", "ast", "fmt"])
  func opened(folder: String, command: String) async throws {
    guard FileReader.isFolder(folder) else { return }
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    let text = Array("on identify submit\n".utf8)
    let count = unsafe write(ends[1], text, text.count)
    close(ends[1])
    try #require(count == text.count)
    let run = await Shell()(
      [command] + (command == "fmt" ? ["--check"] : []) + [folder + "\(ends[0])"])
    #expect(run.status == .success, "\(run.all)")
  }

  @Test(
    "Ctrl-C ends the reading of a file that an option names",
    arguments: ["--secrets", "--config", "--ca-file", "script", "org", "json"])
  func interrupted(option: String) async throws {
    let (folder, path) = try Self.waitingPipe()
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
