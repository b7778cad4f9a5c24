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
  @Test("The new project passes the check, the formatter and a run")
  func passes() async throws {
    let folder = try TemporaryFolder()
    let project = folder.path + "/deep/project"
    let made = await Shell()("init", project)
    #expect(made.status == .success)
    let names = [
      "sign-in.flow", "profiles/jane.flow", "orgs/acme.flow", "acme.env", "flow.json", "README.md",
      "check.sh", ".gitignore",
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

  @Test("`flow test` passes without options, in the project and from its parent folder")
  func tests() async throws {
    let folder = try TemporaryFolder()
    let project = folder.path + "/project"
    #expect(await Shell()("init", project).status == .success)
    // In the project, the file is the current folder's.
    var inside = Shell()
    inside.projectFile = project + "/flow.json"
    for (shell, operand) in [(inside, project), (Shell(), project), (Shell(), project + "/")] {
      let run = await shell("test", operand)
      #expect(run.status == .success, "\(run.all)")
      #expect(run.output.contains("2 passed"), "\(run.all)")
    }
    // A script brings no secrets: only the folder that the user names does.
    let file = await Shell()("test", project + "/sign-in.flow")
    #expect(file.status != .success && file.all.contains("missing-values"), "\(file.all)")
    // The source that is closer to the user takes precedence.
    let none = try folder.write("none.env", "")
    let given = await Shell()("test", project, "--secrets", none)
    #expect(given.status != .success, "\(given.all)")
  }

  @Test("`flow.env` is found without an option, and comes after the file that flow.json names")
  func usualSecrets() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "p/a.flow",
      """
      org o { authenticators password; user "j@x.example" { password "Correct-Horse-1" } }
      flow "x" {
        against o
        on identify           answer identifier = "j@x.example"
        on challenge password answer passcode = secret WORD
      }
      """)
    let usual = try folder.write("p/flow.env", "WORD=Correct-Horse-1\n")
    var inside = Shell()
    inside.projectFile = folder.path + "/p/flow.json"
    for (shell, words) in [
      (inside, ["run", "--no-input", script]), (inside, ["test", script]),
      (Shell(), ["test", folder.path + "/p"]),
    ] {
      let run = await shell(words)
      #expect(run.status == .success, "\(words) \(run.all)")
    }
    let outside = await Shell()("test", script)
    #expect(outside.status != .success && outside.all.contains("missing-values"), "\(outside.all)")
    _ = try folder.write("p/none.env", "")
    _ = try folder.write("p/flow.json", "{\"secrets\": \"none.env\"}")
    let named = await inside("test", script)
    #expect(named.status != .success, "\(named.all)")
    // A link out of the folder isn't the project's.
    try FileManager.default.removeItem(atPath: folder.path + "/p/flow.json")
    try FileManager.default.moveItem(atPath: usual, toPath: folder.path + "/flow.env")
    try FileManager.default.createSymbolicLink(
      atPath: usual, withDestinationPath: folder.path + "/flow.env")
    let link = await inside("test", script)
    #expect(link.status != .success, "\(link.all)")
  }

  @Test("Commands about an org find the secrets of the project, too")
  func secretsOfOrgs() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "p/a.flow",
      "org o { user \"j@x.example\" { password secret WORD }; sign-on { require password } }\n")
    _ = try folder.write("p/flow.env", "WORD=Correct-Horse-1\n")
    var inside = Shell()
    inside.projectFile = folder.path + "/p/flow.json"
    for words in [["explore", script], ["audit", script], ["diff", script, script]] {
      let run = await inside(words)
      #expect(run.status == .success, "\(words) \(run.all)")
      let outside = await Shell()(words)
      #expect(outside.all.contains("missing-values"), "\(words) \(outside.all)")
    }
    // The project's file is read before the port is taken.
    _ = try folder.write("p/flow.json", "{\"secrets\": 1}")
    let served = await inside("serve", script)
    #expect(served.status == .usage && served.errors.contains("`secrets` isn't"), "\(served.all)")
  }

  @Test("A project that is named by its folder gives no permissions, and no outside file")
  func foreign() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "p/x.flow",
      """
      org o at "https://org.example" { client-id "a"; redirect-uri "a:/b" }
      flow "x" { against o; on identify answer identifier = env LOGIN }
      """)
    _ = try folder.write("p/flow.json", "{\"env\": [\"LOGIN\"], \"secrets\": \"s.env\"}")
    _ = try folder.write("p/s.env", "A=b\n")
    let transport = ScriptedTransport([])
    let run = await Shell(transport: transport, environment: ["LOGIN": "jane-canary"])(
      "test", folder.path + "/p", "--live", "org.example")
    #expect(run.all.contains("env-not-allowed"), "\(run.all)")
    #expect(transport.requests.isEmpty)
    _ = try folder.write("p/flow.json", "{\"secrets\": \"../other.env\"}")
    let out = await Shell()("test", folder.path + "/p")
    #expect(out.status == .usage && out.errors.contains("leads out of the folder"), "\(out.all)")
  }

  @Test(
    "The next steps are commands that work in a shell as printed",
    arguments: [
      ("plain", "cd BASE/plain"), ("with blank", "cd 'BASE/with blank'"),
      ("it's", "cd 'BASE/it'\\''s'"), ("$(x)", "cd 'BASE/$(x)'"),
    ])
  func nextSteps(name: String, change: String) async throws {
    let folder = try TemporaryFolder()
    let made = await Shell()("init", folder.path + "/" + name)
    let lines = made.errors.split(separator: "\n").map(String.init)
    #expect(lines.first == "next:", "\(made.all)")
    #expect(
      lines.dropFirst().first == "  " + change.replacing("BASE", with: folder.path), "\(made.all)")
    #expect(lines.dropFirst(2).first?.hasPrefix("  flow test ") == true, "\(made.all)")
    #expect(lines.last?.hasPrefix("  sh check.sh ") == true)
  }

  @Test("The lines of check.sh pass")
  func pipeline() async throws {
    let folder = try TemporaryFolder()
    #expect(await Shell()("init", folder.path).status == .success)
    let text = try String(contentsOfFile: folder.path + "/check.sh", encoding: .utf8)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("flow ") }
    #expect(
      lines == [
        "flow check --strict .", "flow fmt --check .", "flow test",
      ])
  }

  @Test("A folder in which a file already exists is refused, and nothing is written")
  func refuses() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(".gitignore", "x\n")
    let run = await Shell()("init", folder.path)
    #expect(run.status == .usage && run.output.isEmpty)
    #expect(run.errors.contains(".gitignore` already exists"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/sign-in.flow"))
    let other = folder.path + "/other"
    #expect(await Shell()("init", other).status == .success)
    #expect(await Shell()("init", other).status == .usage)
  }

  @Test("It requires a folder, and accepts one")
  func usage() async {
    #expect(await Shell()("init").status == .usage)
    #expect(await Shell()("init", "a", "b").status == .usage)
  }
}
