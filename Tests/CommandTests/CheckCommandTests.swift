import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@Suite("flow check")
struct CheckCommandTests {
  static let wrong = """
    on identify answer identifier = who
    on identifi submit
    expect sucess
    """

  @Test("Every mistake is reported, then the count, with status 2")
  func mistakes() async throws {
    let folder = try TemporaryFolder()
    let check = await Shell()("check", try folder.write("wrong.flow", Self.wrong))
    #expect(check.status == .wrongScript)
    #expect(check.output.count(of: "error[") == 2, "\(check.all)")
    #expect(check.output.count(of: "warning[unknown-step]") == 1)
    #expect(check.output.hasSuffix("\n1 file checked: 2 errors, 1 warning\n"))
    #expect(check.errors.isEmpty)
  }

  @Test("A folder means every script below it, in order, and nothing else")
  func folders() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("b.flow", "on identify submit")
    _ = try folder.write("a/deep/c.flow", "nonsense")
    _ = try folder.write("a/notes.txt", "nonsense")
    _ = try folder.write(".hidden/d.flow", "nonsense")
    let check = await Shell()("check", folder.path)
    #expect(check.status == .wrongScript)
    #expect(check.output.contains("a/deep/c.flow:1:1"), "\(check.all)")
    #expect(check.output.contains("2 files checked: 1 error"), "\(check.all)")
  }

  @Test("A pipe in a folder isn't a script, and an imported pipe isn't waited for")
  func pipes() async throws {
    let folder = try TemporaryFolder()
    try #require(unsafe mkfifo(folder.path + "/pipe.flow", 0o600) == 0)
    _ = try folder.write("a.flow", "import \"pipe.flow\"\non identify submit\n")
    let check = await Shell()("check", folder.path)
    #expect(check.status == .wrongScript)
    #expect(check.output.contains("pipe.flow` can't be read: it is a pipe or a device"))
    #expect(check.output.contains("1 file checked: 1 error"), "\(check.all)")
  }

  @Test("A folder without scripts is a usage error")
  func emptyFolder() async throws {
    let folder = try TemporaryFolder()
    let check = await Shell()("check", folder.path)
    #expect(check.status == .usage)
    #expect(check.errors.contains("there is no .flow file in"))
  }

  @Test("A problem of a file that two scripts import is reported once")
  func importedTwice() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("shared.flow", "profile p { on identify answer identifier = nobody }")
    let one = try folder.write("one.flow", "import \"shared.flow\"\nuse p")
    let two = try folder.write("two.flow", "import \"shared.flow\"\nuse p")
    let check = await Shell()("check", one, two)
    #expect(check.output.count(of: "error[unknown-name]") == 1, "\(check.all)")
    #expect(check.output.contains("2 files checked: 1 error"))
  }

  @Test("Warnings fail only with --strict")
  func strict() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("warn.flow", "on identifi submit")
    #expect(await Shell()("check", file).status == .success)
    #expect(await Shell()("check", "--strict", file).status == .wrongScript)
  }

  @Test("A name that a run will be given is known to the check", arguments: ["who", "who=jane"])
  func variables(variable: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("v.flow", "on identify answer identifier = who")
    #expect(await Shell()("check", file).status == .wrongScript)
    #expect(await Shell()("check", "--var", variable, file).status == .success)
  }

  @Test("--quiet prints only problems", arguments: ["-q", "--quiet"])
  func quiet(option: String) async throws {
    let folder = try TemporaryFolder()
    let good = await Shell()("check", option, Project.example("sign-in.flow"))
    #expect(good.status == .success)
    #expect(good.output.isEmpty && good.errors.isEmpty)
    let bad = await Shell()("check", option, try folder.write("wrong.flow", Self.wrong))
    #expect(bad.output.contains("error["))
    #expect(!bad.output.contains("checked"))
  }

  @Test("JSON has one object per line for each problem, with its documented members")
  func json() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("wrong.flow", Self.wrong)
    let check = await Shell()("check", "--json", file)
    #expect(check.status == .wrongScript)
    #expect(check.lines.count == 3)
    for line in check.lines {
      let object = try #require(try JSON(parsing: Array(line.utf8)).object)
      #expect(
        object.members.map(\.name) == [
          "id", "severity", "message", "file", "start", "end", "labels", "notes", "help",
        ])
      #expect(object["file"]?.string == file)
      #expect((object["start"]?["line"]?.integer).map { (1...3).contains($0) } == true)
    }
    #expect(check.errors.isEmpty)
    let good = await Shell()("check", "--json", Project.example("sign-in.flow"))
    #expect(good.output.isEmpty)
  }

  @Test("Color is written on request")
  func colour() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("wrong.flow", Self.wrong)
    #expect(await Shell()("check", "--color", "always", file).output.contains("\u{1B}[1;31merror"))
    #expect(await !Shell()("check", file).output.contains("\u{1B}"))
  }

  @Test("A value that an org takes from outside isn't reported as missing")
  func orgValues() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "org.flow",
      "org o { user \"a@b.example\" { password secret NOWHERE } }\non identify submit")
    let check = await Shell()("check", file)
    #expect(!check.output.contains("missing-values"), "\(check.all)")
  }
}
