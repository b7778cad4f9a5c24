import CommandSupport
import FlowCLI
import FlowScript
import FlowTerminal
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

#if os(Linux) || os(macOS)
/// The locations where a cassette is written, and where it isn't.
@Suite struct CassettePlaceTests {
  @Test("A script isn't overwritten by its own traffic")
  func script() async throws {
    let folder = try TemporaryFolder()
    let text = "on identify stop\n"
    let script = try folder.write("a.flow", text)
    let run = await Shell()("run", script, "--cassette", folder.path + "/./a.flow")
    #expect(run.status == .usage)
    #expect(run.errors.contains("the command reads"), "\(run.all)")
    #expect(try FileReader.read(script, limit: 1 << 20) == Array(text.utf8))
  }

  @Test("A pipe accepts any input, and stays a pipe")
  func pipe() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", "on identify stop\nexpect stopped\n")
    let path = folder.path + "/pipe"
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let run = await Shell()("run", script, "--cassette", path)
    #expect(run.status == .success, "\(run.all)")
    #expect(FileReader.isSpecial(path))
    let written = try FileReader.readAll(reader, limit: 1 << 20)
    #expect(written.first == UInt8(ascii: "{"))
  }

  @Test("A pipe that no one reads isn't waited for", .timeLimit(.minutes(1)))
  func unread() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", "on identify stop\nexpect stopped\n")
    let path = folder.path + "/pipe"
    try #require(unsafe mkfifo(path, 0o600) == 0)
    for more in [[], ["--force"]] {
      let run = await Shell()(["run", script, "--cassette", path] + more)
      #expect(run.status == .serverFailed, "\(run.all)")
      #expect(run.errors.contains("can't be written: no one reads it"), "\(run.all)")
    }
    withExtendedLifetime(folder) {}
  }
}
#endif
