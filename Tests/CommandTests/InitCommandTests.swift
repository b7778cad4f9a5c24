import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("flow init") struct InitCommandTests {
  @Test("What it makes passes the check, the formatter and a run")
  func passes() async throws {
    let folder = try TemporaryFolder()
    let project = folder.path + "/deep/project"
    let made = await Shell()("init", project)
    #expect(made.status == .success)
    let names = [
      "sign-in.flow", "profiles/jane.flow", "orgs/acme.flow", "acme.env", "README.md", "check.sh",
      ".gitignore",
    ]
    #expect(made.lines == names.map { project + "/" + $0 })
    let check = await Shell()("check", "--strict", project)
    #expect(check.status == .success, "\(check.all)")
    let format = await Shell()("fmt", "--check", project)
    #expect(format.status == .success, "\(format.all)")
    let run = await Shell()(
      "run", "--no-input", "--secrets", project + "/acme.env", project + "/sign-in.flow")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.count(of: "pass expect") == 2)
  }

  @Test("The lines of check.sh are those that pass")
  func pipeline() async throws {
    let folder = try TemporaryFolder()
    #expect(await Shell()("init", folder.path).status == .success)
    let text = try String(contentsOfFile: folder.path + "/check.sh", encoding: .utf8)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("flow ") }
    #expect(
      lines == [
        "flow check --strict .", "flow fmt --check .",
        "flow run --no-input --secrets acme.env sign-in.flow",
      ])
  }

  @Test("A folder with a file in the way is refused, even the same one, and nothing is written")
  func refuses() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(".gitignore", "x\n")
    let run = await Shell()("init", folder.path)
    #expect(run.status == .usage && run.output.isEmpty)
    #expect(run.errors.contains(".gitignore` is in the way"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/sign-in.flow"))
    let other = folder.path + "/other"
    #expect(await Shell()("init", other).status == .success)
    #expect(await Shell()("init", other).status == .usage)
  }

  @Test("It needs a folder, and takes one")
  func usage() async {
    #expect(await Shell()("init").status == .usage)
    #expect(await Shell()("init", "a", "b").status == .usage)
  }
}
