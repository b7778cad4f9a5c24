import CommandSupport
import FlowTerminal
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@testable import FlowCLI

/// The folders that imports can come from.
@Suite struct TreeRootTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.write("p.flow", "profile p { x = \"1\" }\n")
    _ = try folder.write("flows/a.flow", "import \"../p.flow\"\non skip skip\n")
    return folder
  }

  @Test("An import from outside the script's own tree is refused")
  func outside() async throws {
    let folder = try folder()
    let result = await Shell()("check", folder.path + "/flows/a.flow")
    #expect(result.status == .wrongScript)
    #expect(result.output.contains("error[import-outside]"))
  }

  @Test("An import by a link that leads out of the script's own tree is refused")
  func link() async throws {
    let folder = try folder()
    _ = try folder.write("flows/b.flow", "import \"q.flow\"\non skip skip\n")
    let made = unsafe symlink("../p.flow", folder.path + "/flows/q.flow")
    try #require(made == 0)
    let refused = await Shell()("check", folder.path + "/flows/b.flow")
    #expect(refused.status == .wrongScript)
    #expect(refused.output.contains("error[import-not-readable]"))
    #expect(refused.output.contains("it is a link that leads out of `"))
    let root = await Shell()("check", folder.path + "/flows/b.flow", "--root", folder.path)
    #expect(root.status == .success, "\(root.output)")
  }

  @Test("A checkout's folder is the root of its scripts' tree")
  func checkout() async throws {
    let folder = try folder()
    _ = try folder.write(".git/HEAD", "")
    let result = await Shell()("check", folder.path + "/flows/a.flow")
    #expect(result.status == .success, "\(result.output)")
  }

  @Test("--root names the folder that imports can come from", arguments: ["check", "run"])
  func named(command: String) async throws {
    let folder = try folder()
    let result = await Shell()(command, folder.path + "/flows/a.flow", "--root", folder.path)
    #expect(!result.output.contains("import-outside") && !result.errors.contains("import-outside"))
  }
}
