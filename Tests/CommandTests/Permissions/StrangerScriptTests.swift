import FlowDiagnostics
import CommandSupport
import FlowCLI
import FlowHost
import FlowScript
import FlowSyntax
import FlowHTTP
import FlowTerminal
import TestSupport
import Testing

/// A script from someone else sends nothing without permission, whatever runs it.
@Suite("A stranger's script and an issuer that only the script names")
struct StrangerScriptTests {
  private static let environment = [
    "AWS_SECRET_ACCESS_KEY": "aws-canary", "FLOW_CLIENT_SECRET": "client-canary",
  ]

  private static func org(_ port: Int, host: String = "127.0.0.1") -> String {
    """
    org p at "http://\(host):\(port)/oauth2/default" {
      client-id "a"
      redirect-uri "com.example:/c"
    }

    """
  }

  private static let flow = """
    flow "x" {
      against p
      on identify answer identifier = env AWS_SECRET_ACCESS_KEY
      on challenge password answer passcode = file "/etc/passwd"
    }

    """

  /// Possible files of a stranger, with the command line of an unsuspecting user.
  static let attacks: [(name: String, arguments: [String])] = [
    ("a script", ["run", "x.flow"]),
    ("no input", ["run", "x.flow", "--no-input"]),
    ("another host is allowed", ["run", "x.flow", "--live", "localhost"]),
    ("another port is allowed", ["run", "x.flow", "--live", "127.0.0.1"]),
    ("an imported org", ["run", "imports.flow"]),
    ("the file of --org", ["run", "bare.flow", "--org", "org.flow"]),
    ("JSON", ["run", "x.flow", "--json"]),
    ("a link", ["run", "link.flow"]),
    ("a profile", ["run", "--use", "profile.flow"]),
    ("an issuer is named", ["run", "x.flow", "--client-id", "b"]),
    ("a suite", ["test", "."]),
    ("a suite, another host", ["test", "x.flow", "--live", "127.0.0.1"]),
    ("a comparison", ["test", "x.flow", "--compare", "--org", "simulated.flow"]),
    ("shrinking", ["shrink", "x.flow"]),
    ("checking", ["check", "."]),
    ("coverage", ["explore", "simulated.flow", "--write", "routes", "--given", "x.flow"]),
    ("tokens", ["run", "x.flow", "--tokens", "tokens.json"]),
    ("formatting", ["fmt", "--check", "."]),
    ("a tree", ["tree", "x.flow"]),
  ]

  @Test("Nothing leaves the machine without a permission", arguments: attacks)
  func nothingIsSent(name: String, arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let listener = try SilentListener()
    let org = Self.org(listener.port)
    _ = try folder.write("x.flow", org + Self.flow)
    _ = try folder.write("org.flow", org)
    _ = try folder.write("bare.flow", Self.flow.replacing("  against p\n", with: ""))
    _ = try folder.write("imports.flow", "import \"org.flow\"\n" + Self.flow)
    _ = try folder.write(
      "profile.flow", org + "profile jane { identifier = env AWS_SECRET_ACCESS_KEY }\n")
    _ = try folder.write("simulated.flow", "org s { user \"a@b.example\" { password \"x\" } }\n")
    try folder.link("link.flow", to: "x.flow")
    let paths = arguments.map { $0.hasSuffix(".flow") || $0 == "." ? folder.path + "/" + $0 : $0 }
      .map { $0 == "routes" || $0 == "tokens.json" ? folder.path + "/" + $0 : $0 }
    let run = await Shell(environment: Self.environment)(paths)
    let arrived = listener.arrived()
    #expect(arrived == (0, 0), "\(run.all)")
    #expect(!run.all.contains("canary") && !run.all.contains("root:"), "\(run.all)")
  }

  @Test("A refusal names the host, the location and the permission, and is the script's fault")
  func refusal() async throws {
    let folder = try TemporaryFolder()
    let flow = "flow \"x\" { against p; otherwise stop }"
    let script = try folder.write("x.flow", Self.org(4711) + flow)
    let run = await Shell()("run", script)
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(
      run.errors.contains("error[\(ProblemKind.issuerNotAllowed.id)]"), "\(run.all)")
    #expect(run.errors.contains("`127.0.0.1:4711`"))
    #expect(run.errors.contains("x.flow:1:5"))
    #expect(run.errors.contains("`--live 127.0.0.1:4711` allows it"))
  }

  @Test("`flow test` allows a host with its port, not all its ports")
  func testedPort() async throws {
    let folder = try TemporaryFolder()
    let flow = "flow \"x\" { against p; otherwise stop }"
    let script = try folder.write("x.flow", Self.org(4711) + flow)
    let run = await Shell(transport: ScriptedTransport([]))(
      "test", script, "--live", "127.0.0.1")
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.output.contains("`--live 127.0.0.1:4711` allows it"), "\(run.all)")
  }

  // MARK: Permissions

  private static let real = """
    org p at "https://Org.Example/oauth2/default" {
      client-id    "client-1"
      redirect-uri "com.example:/callback"
    }
    against p

    """

  @Test(
    "An option, a file, the environment or a yes allows a host",
    arguments: [
      (["--live", "org.example"], [:], nil, true), (["--live", "ORG.example:443"], [:], nil, true),
      (["--config", "okta.json"], [:], nil, true), (["--issuer", Pages.issuer], [:], nil, true),
      ([], ["FLOW_ISSUER": "https://org.example"], nil, true), ([], [:], "yes", true),
      ([], [:], "Y", true), ([], [:], "", false), ([], [:], "no", false), ([], [:], nil, false),
      (["--no-input"], [:], "yes", false), (["--live", "example"], [:], nil, false),
      (["--live", "org.example:80"], [:], nil, false),
      (["--live", "org.example.evil"], [:], nil, false),
      (["--live", "evil.org.example"], [:], nil, false),
    ] as [([String], [String: String], String?, Bool)])
  func permissions(
    arguments: [String], environment: [String: String], typed: String?, isAllowed: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("x.flow", Self.real + Pages.script)
    let config = try folder.write(
      "okta.json", "{\"issuer\": \"https://org.example/oauth2/other\", \"clientId\": \"c\"}")
    var variables = ["PASSWORD": "Correct-Horse-1"]
    variables.merge(environment) { $1 }
    let transport = ScriptedTransport(Pages.signIn)
    let person = typed.map { Person(["Sign in at org.example": .text($0)]) }
    let shell = Shell(person: person, transport: transport, environment: variables)
    let run = await shell(
      ["run", script, "--env", "PASSWORD"] + arguments.map { $0 == "okta.json" ? config : $0 })
    #expect(transport.requests.isEmpty != isAllowed, "\(run.all)")
    #expect(run.all.contains("issuer-not-allowed") != isAllowed, "\(run.all)")
  }

  @Test(
    "An invalid host name is a usage error, and isn't quoted if it may contain a password",
    arguments: [
      "org.example.", "user@org.example", "org%2eexample", "órg.example", "org.example:0", "",
      "org example", "org.example#x", "org.example\\@evil", "https://org.example",
    ])
  func badHost(text: String) async throws {
    let run = await Shell()("run", "x.flow", "--live", text)
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains("`--live"), "\(run.all)")
    #expect(!run.errors.contains("user@"), "\(run.all)")
  }

  @Test("The question lists what would be sent by name, without values")
  func question() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("key.txt", "key-canary")
    let script = try folder.write(
      "x.flow",
      """
      org p at "https://org.example" {
        client-id env APP
        client-secret secret CS
        redirect-uri "a:/b"
      }
      flow "x" {
        against p
        on identify answer identifier = env LOGIN
        on challenge password answer passcode = secret PASSWORD
        on challenge email answer passcode = file "key.txt"
        on challenge phone answer passcode = run "pass show x"
      }
      """)
    let person = Person(["Sign in at": "no"])
    let transport = ScriptedTransport([])
    let shell = Shell(
      person: person, transport: transport,
      environment: ["LOGIN": "login-canary", "APP": "app-canary", "CS": "cs-canary"])
    let run = await shell("run", script, "--env", "LOGIN", "--env", "APP", "--env", "CS")
    #expect(run.status == .wrongScript, "\(run.all)")
    for value in [
      "org.example", "env LOGIN", "env APP", "secret CS", "secret PASSWORD", "file \"key.txt\"",
      "run \"pass show x\"",
    ] {
      #expect(run.screen.contains(value), "\(value): \(run.all)")
    }
    #expect(!run.all.contains("canary"), "\(run.all)")
    #expect(transport.requests.isEmpty)
  }

  @Test("The question names the file or program, what allows a variable, and the right --var")
  func questionSources() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("key.txt", "key-canary")
    _ = try folder.write("deep/key.txt", "deep-canary")
    _ = try folder.write(
      "deep/p.flow",
      """
      profile deep {
        on challenge phone answer passcode = file "key.txt"
        on select-authenticator answer code = run "./code.sh x"
      }
      """)
    let script = try folder.write(
      "x.flow",
      """
      import "deep/p.flow"
      org p at "https://org.example" { client-id "a"; redirect-uri "a:/b" }
      flow "x" {
        against p
        use deep
        on identify answer identifier = who, a = env LOGIN, b = env TEAM, c = env FLOW_X
        on challenge password answer passcode = secret PASSWORD, d = secret KNOWN, e = secret ASKED
        on challenge email answer passcode = file "key.txt"
        on enroll answer code = run "./code.sh x"
      }
      """)
    let secrets = try folder.write("s.env", "KNOWN=known-canary\n")
    let person = Person(["Sign in at": "no"])
    var shell = Shell(
      person: person, transport: ScriptedTransport([]),
      environment: [
        "LOGIN": "login-canary", "TEAM": "team-canary", "FLOW_X": "x-canary",
        "PASSWORD": "password-canary",
      ])
    shell.projectFile = try folder.write("flow.json", "{\"env\": [\"TEAM\", \"PASSWORD\"]}")
    let run = await shell(
      "run", script, "--env", "LOGIN", "--var", "who=who-canary", "--secrets", secrets,
      "--allow-run", "--root", folder.path)
    let real = try #require(FileReader.realPath(folder.path))
    let project = folder.path + "/flow.json"
    for line in [
      "env LOGIN (allowed by `--env`)", "env TEAM (allowed by `\(project)`)",
      "env FLOW_X (allowed because its name begins with `FLOW_`)",
      "secret PASSWORD (the variable, allowed by `\(project)`)",
      "secret KNOWN (from \(secrets))", "secret ASKED (asked for)",
      "file \"key.txt\" (\(real)/key.txt)", "file \"key.txt\" (\(real)/deep/key.txt)",
      "run \"./code.sh x\" (\(real)/code.sh)", "run \"./code.sh x\" (\(real)/deep/code.sh)",
      "--var who",
    ] {
      #expect(run.screen.contains("  \(line)\n"), "\(line): \(run.all)")
    }
    #expect(!run.all.contains("canary"), "\(run.all)")
  }

  @Test("One yes is enough for the flows of a command that don't send more")
  func oneYes() async throws {
    let folder = try TemporaryFolder()
    let flow = "{\n  against p\n  on identify answer identifier = \"a\"\n}\n"
    let script = try folder.write(
      "x.flow",
      Self.real.replacing("against p\n", with: "") + "flow \"1\" \(flow)flow \"2\" \(flow)"
        + "flow \"3\" \(flow.replacing("\"a\"", with: "secret B"))")
    let person = Person(["Sign in at": "y", "Sign in": "n"])
    let shell = Shell(person: person, transport: ScriptedTransport([]))
    let run = await shell("run", script)
    #expect(person.prompts.count { $0.hasPrefix("Sign in at") } == 2, "\(run.all)")
    #expect(run.all.contains("issuer-not-allowed"), "\(run.all)")
  }

  @Test("A yes is for one script: the same words name other files in another folder")
  func yesForOneScript() async throws {
    let folder = try TemporaryFolder()
    let text = Self.real + "on identify answer identifier = file \"pin.txt\"\n"
    let scripts = try ["a", "b"].map { name in
      _ = try folder.write("\(name)/pin.txt", "pin of \(name)")
      return try folder.write("\(name)/x.flow", text)
    }
    let person = Person(["Sign in at": "y", "Sign in": "n"])
    let run = await Shell(person: person, transport: ScriptedTransport([]))(["run"] + scripts)
    #expect(person.prompts.count { $0.hasPrefix("Sign in at") } == 2, "\(run.all)")
  }

  @Test("A no is enough for all flows of a command")
  func oneNo() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "x.flow",
      Self.real.replacing("against p\n", with: "")
        + "flow \"1\" { against p; otherwise stop }\nflow \"2\" { against p; otherwise stop }\n")
    let person = Person(["Sign in at": "n"])
    let transport = ScriptedTransport([])
    let run = await Shell(person: person, transport: transport)("run", script)
    #expect(person.prompts.count == 1, "\(run.all)")
    #expect(run.errors.count(of: "error[issuer-not-allowed]") == 2)
    #expect(transport.requests.isEmpty)
  }

  @Test("Recording asks, too", arguments: [true, false])
  func record(isAllowed: Bool) async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write("org.flow", Self.real.replacing("against p\n", with: ""))
    let transport = ScriptedTransport(Pages.signIn)
    let person = Person(["Sign in at org.example": isAllowed ? "yes" : "no"])
    let run = await Shell(person: person, transport: transport)(
      "record", folder.path + "/out.flow", "--org", org)
    #expect(transport.requests.isEmpty != isAllowed, "\(run.all)")
  }

  // MARK: The tool's own credentials

  @Test(
    "The client secret of the environment goes to no issuer that only a script names",
    arguments: [
      (["--live", "org.example"], [:], false),
      (["--issuer", Pages.issuer, "--client-id", "c"], ["FLOW_ISSUER": ""], false),
      ([], ["FLOW_ISSUER": Pages.issuer], true),
    ] as [([String], [String: String], Bool)])
  func clientSecret(
    arguments: [String], environment: [String: String], isSent: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("x.flow", Self.real + Pages.script)
    let transport = ScriptedTransport(Pages.signIn)
    var variables = Self.environment
    variables["PASSWORD"] = "Correct-Horse-1"
    variables.merge(environment) { $1 }
    let run = await Shell(transport: transport, environment: variables)(
      ["run", script, "--env", "PASSWORD"] + arguments)
    #expect(run.status == .success, "\(run.all)")
    let isInForms = transport.requests.contains { request in
      guard case .form(let pairs) = request.body else { return false }
      return pairs.contains { $0.value == "client-canary" }
    }
    #expect(isInForms == isSent)
  }

  @Test("A script's own client secret goes to the script's issuer")
  func ownSecret() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "x.flow",
      Self.real.replacing("  client-id ", with: "  client-secret secret OWN\n  client-id ")
        + Pages.script)
    let secrets = try folder.write("s.env", "OWN=own-canary\nPASSWORD=Correct-Horse-1\n")
    let transport = ScriptedTransport(Pages.signIn)
    let run = await Shell(transport: transport, environment: Self.environment)(
      "run", script, "--live", "org.example", "--secrets", secrets)
    #expect(run.status == .success, "\(run.all)")
    guard case .form(let pairs) = try #require(transport.requests.first).body else { return }
    #expect(pairs.contains { $0.value == "own-canary" })
    #expect(!pairs.contains { $0.value == "client-canary" })
  }
}
