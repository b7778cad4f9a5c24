import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

@Suite("Options of flow run")
struct RunOptionTests {
  static let signIn = Project.example("sign-in.flow")
  static let reuse = Project.example("reuse.flow")
  static let two = """
    let who = "jane@example.com"
    flow "first" {
      on identify answer identifier = who
      otherwise stop
      expect stopped
    }
    flow "second" for factor in email, phone {
      on identify answer identifier = who
      on select-authenticator choose factor
      otherwise stop
      expect stopped
    }
    """

  /// Runs a script from a file.
  static func run(
    _ script: String, _ arguments: String..., shell: Shell = Shell()
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    return await shell(["run", try folder.write("script.flow", script)] + arguments)
  }

  // MARK: Output

  @Test("The default output has a line for each step, the outcome, and the expectations")
  func usual() async {
    let run = await Shell()("run", Self.signIn)
    #expect(run.status == .success)
    #expect(
      run.output == """
        sign-in
          identify                            answer identifier = jane@example.com                0.0 ms
          challenge-authenticator password    answer passcode = ••••••                            0.0 ms
          select-authenticator-authenticate   choose email                                        0.0 ms
          challenge-authenticator email       answer passcode = ••••••                            0.0 ms
          success, 4 steps, 0.0 ms; Bearer token for openid profile
          pass expect success
          pass expect token.scope contains "openid"

        """)
    #expect(run.errors == "no org is named: running against the built-in demo org\n")
  }

  @Test("say prints each line of its text, with durations as written")
  func say() async throws {
    let text = """
      let pause = 2s
      on identify {
        say \"\"\"
          First,
          then \\(pause).
          \"\"\"
        stop
      }
      expect stopped
      """
    let run = try await Self.run(text)
    #expect(run.output.contains("\n  First,\n  then 2s.\n"), "\(run.all)")
  }

  @Test("A cancel of the whole response is reported at its step")
  func cancel() async throws {
    let run = try await Self.run("on identify cancel\nexpect cancelled")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("\n  identify                            cancel "), "\(run.all)")
  }

  @Test("The steps that an interrupted run didn't reach are reported as such")
  func notReached() async throws {
    let run = try await Self.run("on identify { expect has passcode\n stop }\nexpect stopped")
    #expect(run.output.contains("\n  FAIL expect has passcode\n  not reached: expect stopped\n"))
    let json = try await Self.run(
      "on identify { expect has passcode\n stop }\nexpect stopped", "--json")
    #expect(json.output.contains("\"holds\":false,\"reached\":false"), "\(json.all)")
  }

  @Test("An unreadable file of certificates is reported before anything is sent")
  func certificates() async throws {
    let transport = ScriptedTransport([])
    let run = try await Self.run(
      "on identify submit", "--issuer", Pages.issuer, "--client-id", "c", "--redirect-uri", "d:/e",
      "--ca-file", "/nowhere/ca.pem", shell: Shell(transport: transport))
    #expect(run.status == .wrongScript)
    #expect(
      run.errors.hasPrefix("flow: `--ca-file`: /nowhere/ca.pem: there is no such file\n"),
      "\(run.all)")
    #expect(transport.requests.isEmpty)
  }

  private static let certificate =
    "-----BEGIN CERTIFICATE-----\nMAMC\nAQE=\n-----END CERTIFICATE-----\n"

  @Test(
    "A file without a certificate is the option's fault, and one with certificates is accepted",
    arguments: [
      ("", false), ("no certificate\n", false), ("0\u{03}\u{02}\u{01}\u{01}", false),
      (certificate, true), ("# a comment\n" + certificate + "\r\n" + certificate, true),
      (certificate.replacing("\n", with: "\r\n"), true),
      (certificate.replacing("MAMC", with: "M*MC"), false),
      (certificate.replacing("MAMC", with: "AAMC"), false),
      (certificate + "-----BEGIN CERTIFICATE-----\nMAMC\n", false),
      (certificate.replacing("CERTIFICATE", with: "PRIVATE KEY"), false),
    ])
  func certificateFile(content: String, isTaken: Bool) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("ca.pem", content)
    let transport = ScriptedTransport([])
    let run = try await Self.run(
      "on identify submit", "--issuer", Pages.issuer, "--client-id", "c", "--redirect-uri", "d:/e",
      "--ca-file", file, shell: Shell(transport: transport))
    let isFault = run.errors.contains("ca.pem: it doesn't contain readable certificates\n")
    #expect(isFault != isTaken, "\(run.all)")
    #expect((run.status == .wrongScript) != isTaken)
    #expect(transport.requests.isEmpty != isTaken)
  }

  @Test("--quiet prints nothing if all is well", arguments: ["-q", "--quiet"])
  func quiet(option: String) async {
    let run = await Shell()("run", option, Self.signIn)
    #expect(run.status == .success)
    #expect(run.output.isEmpty && run.errors.isEmpty, "\(run.all)")
  }

  @Test("--quiet prints the flow's name and its problem if it fails")
  func quietFailing() async throws {
    let run = try await Self.run("on identify stop\nexpect success", "-q")
    #expect(run.status == .failed)
    #expect(run.output == "script\n")
    #expect(run.errors.hasPrefix("error[expectation-failed]: expected success, found"))
  }

  @Test("A trace prints what was offered, asked for and done, and by which line")
  func trace() async {
    let run = await Shell()("run", "--trace", Self.signIn)
    #expect(run.status == .success)
    for part in [
      "    offered identify\n      asks for identifier, required\n",
      "    offered select-enroll-profile\n", "      can recover\n",
      "      offers phone via sms, voice (+1 XXX-XXX-4567)\n", "      waits 4.0 s\n",
      "    by \(Self.signIn):5\n", "    ended: success\n", "    token.scope = openid profile\n",
    ] {
      #expect(run.output.contains(part), "\(part)")
    }
  }

  @Test("A trace lists skipped rules with their reasons")
  func traceRules() async throws {
    let script =
      "on consent submit\non identify answer identifier = \"jane@example.com\"\notherwise stop\nexpect stopped"
    let run = try await Self.run(script, "--trace")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("script.flow:1: its step isn't offered here"), "\(run.all)")
  }

  @Test("Color is for terminals, and follows --color and NO_COLOR")
  func colour() async {
    func isColored(_ shell: Shell, _ options: String...) async -> Bool {
      let run = await shell(["run", Self.signIn] + options)
      #expect(run.output.contains("\u{1B}[") == run.errors.contains("\u{1B}["))
      return run.output.contains("\u{1B}[")
    }
    let terminal = Shell(isTerminal: true)
    #expect(await !isColored(Shell()))
    #expect(await isColored(terminal))
    #expect(await isColored(Shell(), "--color", "always"))
    #expect(await !isColored(terminal, "--color", "never"))
    #expect(await isColored(terminal, "--color", "auto"))
    #expect(await !isColored(Shell(environment: ["NO_COLOR": "1"], isTerminal: true)))
    #expect(await isColored(Shell(environment: ["NO_COLOR": ""], isTerminal: true)))
    #expect(await !isColored(Shell(environment: ["TERM": "dumb"], isTerminal: true)))
  }

  // MARK: Selection

  @Test(
    "--only runs the flows that it names",
    arguments: [
      ("first", ["first"]), ("f*", ["first"]), ("second", ["second [email]", "second [phone]"]),
      ("second [phone]", ["second [phone]"]), ("*phone*", ["second [phone]"]),
      ("*", ["first", "second [email]", "second [phone]"]),
    ])
  func only(name: String, flows: [String]) async throws {
    let run = try await Self.run(Self.two, "--only", name)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.lines.filter { !$0.hasPrefix(" ") } == flows)
  }

  @Test("--only can be given several times")
  func onlyTwice() async throws {
    let run = try await Self.run(Self.two, "--only", "first", "--only", "second [email]")
    #expect(run.lines.filter { !$0.hasPrefix(" ") } == ["first", "second [email]"])
  }

  @Test(
    "A name without a flow is answered with the nearest",
    arguments: [
      ("frist", "did you mean `first`?"), ("something else", "there are 2: first, second"),
    ])
  func onlyMiss(name: String, help: String) async throws {
    let run = try await Self.run(Self.two, "--only", name)
    #expect(run.status == .usage)
    #expect(run.errors.contains("flow: no flow is named `\(name)`\n  help: \(help)"), "\(run.all)")
  }

  @Test("Several files run one after the other, and the worst status counts")
  func several() async throws {
    let folder = try TemporaryFolder()
    let failing = try folder.write("failing.flow", "on identify stop\nexpect success")
    let run = await Shell()("run", failing, Self.signIn)
    #expect(run.status == .failed)
    #expect(run.output.contains("success, 4 steps"))
  }

  @Test("A file with only profiles has nothing to run, and the message says how to use it")
  func profilesAlone() async throws {
    let run = await Shell()("run", Project.example("profiles/jane.flow"))
    #expect(run.status == .wrongScript)
    #expect(run.errors.contains("there is no flow to run"), "\(run.all)")
    #expect(run.errors.contains("help: a file of profiles is used with `--use"))
  }

  // MARK: Values

  @Test("--var gives a name a value, which can contain an equals sign and takes precedence")
  func variables() async throws {
    let script = "on identify answer identifier = who\notherwise stop\nexpect stopped"
    let run = try await Self.run(script, "--var", "who=sam@example.com")
    #expect(run.output.contains("answer identifier = sam@example.com"), "\(run.all)")
    let other = try await Self.run("let who = \"a\"\n" + script, "--var", "who=b=c")
    #expect(other.output.contains("answer identifier = b=c"), "\(other.all)")
  }

  @Test("--var with a name that isn't in any script is a usage error")
  func unusedVariable() async throws {
    let script = "let user = \"a\"\non identify answer identifier = user\notherwise stop\n"
    let run = try await Self.run(script, "--var", "usr=sam@example.com")
    #expect(run.status == .usage)
    #expect(
      run.errors.contains("`--var usr=…`: no script uses a value with this name"), "\(run.all)")
    #expect(run.errors.contains("did you mean `user`?"), "\(run.all)")
    #expect(run.output.isEmpty, "\(run.all)")
    let inText = "on identify answer identifier = \"\\(who)@example.com\"\notherwise stop\n"
    let other = try await Self.run(inText + "expect stopped", "--var", "who=sam")
    #expect(other.output.contains("sam@example.com"), "\(other.all)")
  }

  @Test("A name without a value is an unknown name")
  func noVariable() async throws {
    let run = try await Self.run("on identify answer identifier = who")
    #expect(run.status == .wrongScript)
    #expect(run.errors.contains("error[unknown-name]"), "\(run.all)")
  }

  @Test("A secret is looked up in the environment, then in the secrets file, then asked for")
  func secrets() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      """
      org acme {
        user "jane@example.com" { password "Right-Horse-1" }
        sign-on { require password }
      }
      """)
    let script = try folder.write("script.flow", Pages.script)
    let right = try folder.write("right.env", "# mine\n\nPASSWORD = \"Right-Horse-1\"\n")
    let wrong = try folder.write("wrong.env", "PASSWORD=Wrong-Horse-1\n")
    let base = ["run", script, "--org", org]
    let inEnvironment = Shell(environment: ["PASSWORD": "Right-Horse-1"])
    #expect(await inEnvironment(base).status == .success)
    #expect(await inEnvironment(base + ["--secrets", wrong]).status == .success)
    #expect(await Shell()(base + ["--secrets", right]).status == .success)
    #expect(await Shell()(base + ["--secrets", wrong]).status == .failed)
    let person = Person(["PASSWORD": "Right-Horse-1"])
    #expect(await Shell(person: person)(base).status == .success)
    #expect(person.asked == [.init(prompt: "PASSWORD: ", isSecret: true)])
    let none = await Shell()(base)
    #expect(none.status == .wrongScript)
    #expect(none.errors.contains("error[missing-values]: a value is missing: secret PASSWORD"))
  }

  @Test(
    "A wrong line of the secrets file is named, never quoted",
    arguments: [
      ("A=one-canary\nno equals canary", 2, "a line must be `NAME=value`"),
      ("=canary", 1, "the name before `=` must be one word"),
      ("\n# x\nTWO WORDS=canary", 3, "the name before `=` must be one word"),
      ("A=canary\nA=canary-2", 2, "`A` is given twice"),
    ])
  func badSecrets(text: String, line: Int, message: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("secrets.env", text)
    let run = await Shell()("run", Self.signIn, "--secrets", file)
    #expect(run.status == .usage)
    #expect(run.errors == "flow: \(file), line \(line): \(message)\n")
  }

  @Test("An invalid secrets file is refused")
  func oddSecrets() async throws {
    let folder = try TemporaryFolder()
    let binary = try folder.write("binary", bytes: [0xFF, 0xFE, 0x00])
    let large = try folder.sparse("large", length: 2 << 20)
    for (file, message) in [
      (binary, "isn't UTF-8"), (large, "larger than 1 MB"), (folder.path, "this is a folder"),
    ] {
      let run = await Shell()("run", Self.signIn, "--secrets", file)
      #expect(run.status == .usage)
      #expect(run.errors.contains(message), "\(run.all)")
    }
  }

  @Test("A file's text is a value, by its path relative to the script")
  func files() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("who.txt", "sam@example.com\n")
    let script = try folder.write(
      "script.flow",
      "on identify answer identifier = file \"who.txt\"\notherwise stop\nexpect stopped")
    let run = await Shell()("run", script)
    #expect(run.output.contains("answer identifier = sam@example.com"), "\(run.all)")
  }

  @Test("All missing values are listed at once, before the first request")
  func missing() async throws {
    let transport = ScriptedTransport(Pages.signIn)
    let script = """
      on identify answer identifier = env WHO
      on challenge answer passcode = secret PASSWORD
      on consent answer note = file "nowhere.txt"
      """
    let run = try await Self.run(
      script, "--issuer", Pages.issuer, "--client-id", "c", "--redirect-uri", "d:/e",
      "--env", "WHO", shell: Shell(transport: transport))
    #expect(run.status == .wrongScript)
    #expect(
      run.errors.contains(
        "values are missing: env WHO, secret PASSWORD and file `nowhere.txt`: not found"),
      "\(run.all)")
    #expect(run.errors.count(of: "error[") == 1)
    #expect(transport.requests.isEmpty)
  }

  // MARK: Profiles

  @Test("A profile from a file is used in every flow; without a script it signs in")
  func profiles() async throws {
    let jane = Project.example("profiles/jane.flow")
    let alone = await Shell()("run", "--use", jane)
    #expect(alone.status == .success, "\(alone.all)")
    #expect(alone.output.hasPrefix("sign in as jane\n"))
    #expect(await Shell()("run", "--use", jane + ":jane").status == .success)
    let other = try await Self.run("expect success", "--use", jane)
    #expect(other.status == .success, "\(other.all)")
  }

  @Test("An unknown profile of a file is answered with the known ones")
  func profileNames() async throws {
    let folder = try TemporaryFolder()
    let two = try folder.write(
      "two.flow", "profile jane { who = \"a\" }\nprofile sam { who = \"b\" }")
    let unnamed = await Shell()("run", "--use", two)
    #expect(unnamed.status == .usage)
    #expect(unnamed.errors.contains("has 2 profiles\n  help: name one: `--use \(two):jane`"))
    let wrong = await Shell()("run", "--use", two + ":jnae")
    #expect(wrong.status == .wrongScript || wrong.status == .usage)
    #expect(wrong.errors.contains("`jnae`") && wrong.errors.contains("jane"), "\(wrong.all)")
    let none = try folder.write("none.flow", "on identify submit")
    let empty = await Shell()("run", "--use", none)
    #expect(empty.status == .usage)
    #expect(empty.errors.contains("doesn't have a profile"))
  }

  // MARK: Counterparts

  @Test("An org from a file, by its name if the file has several")
  func orgs() async throws {
    let folder = try TemporaryFolder()
    let org = "user \"sam@example.com\" { password \"Sam-Horse-1\" }; sign-on { require password }"
    let file = try folder.write("orgs.flow", "org one { \(org) }\norg two { \(org) }")
    let script = try folder.write(
      "script.flow",
      """
      on identify           answer identifier = "sam@example.com"
      on challenge password answer passcode = secret SAM
      """)
    let shell = Shell(environment: ["SAM": "Sam-Horse-1"])
    let run = await shell("run", script, "--org", file + ":two")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.errors.isEmpty)
    let unnamed = await shell("run", script, "--org", file)
    #expect(unnamed.status == .wrongScript)
    #expect(unnamed.errors.contains("has several orgs\n  help: name one: one, two"))
    let wrong = await shell("run", script, "--org", file + ":tow")
    #expect(wrong.status == .wrongScript)
    #expect(wrong.errors.contains("doesn't have the org `tow`\n  help: name one: one, two"))
    let none = await shell("run", script, "--org", script)
    #expect(none.errors.contains("doesn't have an org\n"), "\(none.all)")
    let nowhere = await shell("run", script, "--org", folder.path + "/nowhere.flow")
    #expect(nowhere.status == .wrongScript)
    #expect(nowhere.errors.contains("error[file-not-found]"))
  }

  @Test("The org of the script is the named one, or its only one")
  func scriptOrgs() async throws {
    let org = "user \"sam@example.com\" { password \"Sam-Horse-1\" }; sign-on { require password }"
    let rules = """
      on identify           answer identifier = "sam@example.com"
      on challenge password answer passcode = secret SAM
      """
    let shell = Shell(environment: ["SAM": "Sam-Horse-1"])
    let only = try await Self.run("org one { \(org) }\n\(rules)", shell: shell)
    #expect(only.status == .success, "\(only.all)")
    let named = try await Self.run(
      "org one { \(org) }\norg two { \(org) }\nagainst two\n\(rules)", shell: shell)
    #expect(named.status == .success, "\(named.all)")
    let unnamed = try await Self.run(
      "org one { \(org) }\norg two { \(org) }\n\(rules)", shell: shell)
    #expect(unnamed.status == .wrongScript)
    #expect(unnamed.errors.contains("several orgs are declared"), "\(unnamed.all)")
    #expect(unnamed.errors.contains("help: name one with `against`: one, two"))
  }

  @Test("A real issuer gets the given client, address and scopes")
  func issuer() async throws {
    let transport = ScriptedTransport(Pages.signIn)
    let run = try await Self.run(
      Pages.script, "--issuer", Pages.issuer, "--client-id", "client-1", "--redirect-uri",
      "com.example:/callback", "--scopes", "openid,email offline_access", "--env", "PASSWORD",
      shell: Shell(transport: transport, environment: ["PASSWORD": "Correct-Horse-1"]))
    #expect(run.status == .success, "\(run.all)")
    #expect(
      transport.paths == [
        "/oauth2/default/v1/interact", "/idp/idx/introspect", "/idp/idx/identify",
        "/idp/idx/challenge/answer", "/oauth2/default/v1/token",
      ])
    guard case .form(let pairs) = transport.requests[0].body else {
      Issue.record("no form was sent")
      return
    }
    let values = pairs.map(\.value)
    for part in ["client-1", "com.example:/callback", "openid email offline_access", "S256"] {
      #expect(values.contains(part), "\(values)")
    }
    #expect(run.errors.isEmpty)
  }

  // MARK: Asking

  @Test("-i asks for every field that no rule answers", arguments: ["-i", "--interactive"])
  func interactive(option: String) async throws {
    let person = Person([
      "Username": "sam@example.com", "Choose": "Password", "Password": "Battery-Staple-2",
      "Choose": "skip",
    ])
    let run = try await Self.run("on nothing submit", option, shell: Shell(person: person))
    #expect(run.status == .success, "\(run.all)")
    #expect(person.prompts.first == "Username: ")
    #expect(run.output.contains("(asked)"))
  }

  @Test("--no-input asks nothing, even at a terminal")
  func noInput() async throws {
    let person = Person(["Username": "jane@example.com"])
    let run = try await Self.run(
      "on identify prompt identifier", "--no-input", shell: Shell(person: person))
    #expect(run.status == .wrongScript)
    #expect(run.errors.contains("error[nobody-to-ask]"))
    #expect(person.asked.isEmpty)
  }

  @Test("A deadline ends the run, and the transaction on the server")
  func timeout() async throws {
    let transport = ScriptedTransport(
      [.page(Pages.interact), .page(Pages.push)] + Array(repeating: .page(Pages.push), count: 5))
    let run = try await Self.run(
      "on challenge poll", "--timeout", "10s", "--issuer", Pages.issuer, "--client-id", "c",
      "--redirect-uri", "d:/e", shell: Shell(transport: transport))
    #expect(run.status == .failed)
    #expect(run.errors.contains("error[deadline]: the run timed out after 10s"), "\(run.all)")
    #expect(run.errors.contains("help: allow more time with `--timeout`"))
    #expect(transport.paths.last == "/idp/idx/cancel")
  }
}
