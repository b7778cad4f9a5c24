import FlowDiagnostics
import CommandSupport
import FlowCLI
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowTerminal
import Foundation
import TestSupport
import Testing

@Suite("The variables that a script reads at a real issuer")
struct VariablePermissionTests {
  private static let script = """
    on identify           answer identifier = env LOGIN
    on challenge password answer passcode = secret WORD
    expect success
    """

  private func run(
    _ script: String, _ arguments: [String], _ environment: [String: String],
    _ transport: ScriptedTransport, project: String? = nil, person: Person? = nil
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write("x.flow", script)
    var shell = Shell(person: person, transport: transport, environment: environment)
    shell.projectFile = try project.map { try folder.write("flow.json", $0) }
    _ = try folder.write("flow.env", "WORD=Correct-Horse-1\n")
    return await shell(["run", path] + Pages.options + arguments)
  }

  private static let environment = ["LOGIN": "jane@example.com", "WORD": "word-canary"]

  @Test("All refused variables are listed at once, before anything is sent")
  func refused() async throws {
    let transport = ScriptedTransport(Pages.signIn)
    let run = try await run(Self.script, ["--no-input"], Self.environment, transport)
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.errors.count(of: "error[") == 1, "\(run.all)")
    #expect(run.errors.contains("error[\(ProblemKind.envNotAllowed.id)]"))
    #expect(run.errors.contains("`env LOGIN` and `secret WORD`"))
    #expect(run.errors.contains("x.flow:1:43"), "\(run.all)")
    #expect(run.errors.contains("`--env LOGIN --env WORD`") && run.errors.contains("flow.json"))
    #expect(!run.all.contains("canary") && !run.all.contains("jane@"))
    #expect(transport.requests.isEmpty)
  }

  @Test("A variable that isn't set is refused in the same way")
  func unset() async throws {
    let run = try await run(Self.script, ["--env", "WORD"], [:], ScriptedTransport([]))
    #expect(run.errors.contains("error[env-not-allowed]"), "\(run.all)")
    #expect(run.errors.contains("error[missing-values]"), "\(run.all)")
  }

  @Test(
    "The option and the project's file allow variables, one by one",
    arguments: [
      (["--env", "LOGIN", "--env", "WORD"], nil, true),
      (["--env=LOGIN", "--env=WORD"], "{}", true),
      ([], "{\"env\": [\"LOGIN\", \"WORD\"]}", true),
      (["--env", "LOGIN"], "{\"env\": [\"WORD\"]}", true),
      (["--env", "LOGIN"], nil, false), ([], "{\"env\": [\"WORD\"]}", false),
      (["--env", "LOGIN"], "{\"secrets\": \"flow.env\"}", true),
      (["--env", "login", "--env", "word"], nil, false),
    ] as [([String], String?, Bool)])
  func allowed(arguments: [String], project: String?, isAllowed: Bool) async throws {
    let transport = ScriptedTransport(Pages.signIn)
    let run = try await run(
      Self.script, arguments, Self.environment, transport, project: project)
    #expect((run.status == .success) == isAllowed, "\(run.all)")
    #expect(transport.requests.isEmpty != isAllowed)
  }

  @Test(
    "Variables that begin with FLOW_ are allowed, except for the tool's own credentials",
    arguments: [
      ("FLOW_LOGIN", true), ("FLOW_ISSUER", true), ("FLOW_CLIENT_SECRET", false),
      ("FLOW_API_TOKEN", false), ("FLOW_INBOX", false), ("flow_login", false),
    ])
  func own(name: String, isAllowed: Bool) async throws {
    let transport = ScriptedTransport(Pages.signIn)
    let run = try await run(
      "on identify answer identifier = env \(name)\non challenge password answer passcode = \"x\"",
      [], [name: name == "FLOW_ISSUER" ? Pages.issuer : "maildir:/tmp/value"], transport)
    #expect(transport.requests.isEmpty != isAllowed, "\(run.all)")
    #expect(run.errors.contains("env-not-allowed") != isAllowed, "\(run.all)")
  }

  @Test(
    "The secrets file doesn't give the tool's credentials to scripts either",
    arguments: ["FLOW_API_TOKEN", "FLOW_CLIENT_SECRET"])
  func apiToken(name: String) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("x.flow", "on identify answer identifier = secret \(name)")
    let secrets = try folder.write("s.env", "\(name)=token-canary\n")
    let transport = ScriptedTransport(Pages.signIn)
    let run = await Shell(transport: transport)(
      ["run", script, "--secrets", secrets] + Pages.options)
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(transport.requests.isEmpty)
  }

  @Test("A secret whose variable isn't allowed is asked for at the terminal")
  func asked() async throws {
    let person = Person(["WORD": "Correct-Horse-1"])
    let run = try await run(
      Self.script, ["--env", "LOGIN"], Self.environment, ScriptedTransport(Pages.signIn),
      person: person)
    #expect(run.status == .success, "\(run.all)")
    #expect(person.prompts.count == 1)
  }

  @Test("In a simulation nothing needs permission")
  func simulated() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x.flow", Self.script)
    let shell = Shell(environment: ["LOGIN": "sam@example.com", "WORD": "Battery-Staple-2"])
    let run = await shell("run", path)
    #expect(!run.all.contains("not-allowed"), "\(run.all)")
  }

  @Test("The settings of an org and its flow are refused together")
  func settings() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "x.flow",
      """
      org p at "https://org.example" { client-id env APP; redirect-uri "a:/b" }
      flow "x" { against p; on identify answer identifier = env LOGIN }
      """)
    let transport = ScriptedTransport([])
    let run = await Shell(transport: transport, environment: ["APP": "a", "LOGIN": "b"])(
      "run", path, "--live", "org.example")
    #expect(run.errors.count(of: "error[") == 1, "\(run.all)")
    #expect(run.errors.contains("`env APP` and `env LOGIN`"), "\(run.all)")
    #expect(transport.requests.isEmpty)
  }

  @Test(
    "`--env` takes a name, and a value is never shown",
    arguments: ["A=canary", "", "*", "A B", "1A", "A\nB"])
  func names(text: String) async throws {
    let run = await Shell()("run", "x.flow", "--env", text)
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains("`--env"), "\(run.all)")
    #expect(!run.errors.contains("canary"))
  }

  // MARK: The project's file

  @Test(
    "A mistake in the project's file is one clear error",
    arguments: [
      ("[]", "isn't a JSON object"), ("{\"env\": \"A\"}", "`env` isn't a list of names"),
      ("{\"env\": [1]}", "element 1 of `env`"),
      ("{\"env\": [\"A\", \"B=c\"]}", "element 2 of `env`"),
      ("{\"secrets\": 1}", "`secrets` isn't the path"), ("{\"secrets\": \"\"}", "`secrets` isn't"),
      ("{\"evn\": []}", "did you mean `env`?"), ("{\"live\": [\"a\"]}", "unknown setting `live`"),
      ("{\"env\": [], \"env\": []}", "`env` is given twice"), ("{\n\"env\":", "line 2"),
      ("{\"secrets\": \"none.env\"}", "none.env: there is no such file"),
      ("{\"secrets\": \"/etc/passwd\"}", "`secrets` leads out of the folder"),
      ("{\"secrets\": \"a/../../b\"}", "`secrets` leads out of the folder"),
    ])
  func mistakes(text: String, words: String) async throws {
    let run = try await run(Self.script, [], [:], ScriptedTransport([]), project: text)
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains("flow.json") || run.errors.contains("none.env"), "\(run.all)")
    #expect(run.errors.contains(words), "\(run.all)")
  }

  @Test("A script can't read the secrets file as a value, by its name or by a link")
  func ownFile() async throws {
    let folder = try TemporaryFolder()
    let secrets = try folder.write("s.env", "WORD=word-canary\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/banner.txt", withDestinationPath: "s.env")
    for name in ["s.env", "./s.env", "banner.txt"] {
      let script = try folder.write(
        "x.flow", "on identify answer identifier = file \"\(name)\"\n")
      let transport = ScriptedTransport(Pages.signIn)
      let run = await Shell(transport: transport)(
        ["run", script, "--secrets", secrets] + Pages.options)
      #expect(run.errors.contains("a file that this command itself uses"), "\(run.all)")
      #expect(transport.requests.isEmpty)
    }
  }

  @Test("A project's file that is a link isn't read")
  func link() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x.flow", Self.script)
    _ = try folder.write("other.json", "{\"env\": [\"LOGIN\", \"WORD\"]}")
    let link = folder.path + "/flow.json"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "other.json")
    let transport = ScriptedTransport(Pages.signIn)
    var shell = Shell(transport: transport, environment: Self.environment)
    shell.projectFile = link
    let run = await shell(["run", path] + Pages.options)
    #expect(run.status == .usage && run.errors.contains("flow.json: it is a link"), "\(run.all)")
    #expect(transport.requests.isEmpty)
  }

  @Test("A project's file beside the script isn't read")
  func beside() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x.flow", Self.script)
    _ = try folder.write("flow.json", "{\"env\": [\"LOGIN\", \"WORD\"]}")
    let transport = ScriptedTransport(Pages.signIn)
    let run = await Shell(transport: transport, environment: Self.environment)(
      ["run", path] + Pages.options)
    #expect(transport.requests.isEmpty, "\(run.all)")
  }
}
