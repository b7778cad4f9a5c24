import Testing

@testable import FlowCLI

/// Which folders imports may come from.
@Suite struct TreeRootTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.write("p.flow", "profile p { x = \"1\" }\n")
    _ = try folder.write("flows/a.flow", "import \"../p.flow\"\non skip skip\n")
    return folder
  }

  @Test("an import from outside the script's own tree is refused")
  func outside() async throws {
    let folder = try folder()
    let result = await Shell()("check", folder.path + "/flows/a.flow")
    #expect(result.status == .wrongScript)
    #expect(result.output.contains("error[import-outside]"))
  }

  @Test("a checkout's folder is the root of its scripts' tree")
  func checkout() async throws {
    let folder = try folder()
    _ = try folder.write(".git/HEAD", "")
    let result = await Shell()("check", folder.path + "/flows/a.flow")
    #expect(result.status == .success, "\(result.output)")
  }

  @Test("--root names the folder that imports may come from", arguments: ["check", "run"])
  func named(command: String) async throws {
    let folder = try folder()
    let result = await Shell()(command, folder.path + "/flows/a.flow", "--root", folder.path)
    #expect(!result.output.contains("import-outside") && !result.errors.contains("import-outside"))
  }
}
