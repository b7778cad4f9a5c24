import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

/// Flows of nextAuth from the command line, against a simulated org.
@Suite("Runs of nextAuth")
struct NextAuthRunTests {
  private static func run(
    _ text: String, _ options: [String] = [], environment: [String: String] = [:]
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write("script.flow", text)
    return await Shell(environment: environment)(["run", path] + options)
  }

  private static let login = """
    engine nextauth
    on ready submit
    on confirm-login choose jane
    on second-factor answer pin = secret PIN

    """

  // MARK: End to end

  private static let org = """
    org bank for nextauth {
      server "bank.example" {
        ping 5m
        announce "title" "Sign in"
        info "balance" "12 EUR"
      }
      server "once.example" { ping none; second-factor never; preselect "kim" }
      server "late.example" { login after 5s; second-factor never; penalty 30s }
      server "bad.example" { login fails 48; second-factor never }
      account "jane"
      account "sam"
      account "kim" { server "once.example" }
      account "lee" { server "late.example" }
      account "joe" { server "bad.example" }
      device { pin "4711"; biometric on; session-timeout 2m; app-login-idle 5m }
    }
    let pin = "4711"
    let wrong = "0000"

    """

  /// A flow's actions and expectations for the org.
  static let flows: [(name: String, body: String)] = [
    (
      "a QR code",
      "on ready submit\non confirm-login choose jane\non second-factor answer pin\n"
        + "expect success and origin is \"qr\" and info.balance is \"12 EUR\""
    ),
    (
      "a binary one",
      "start qr with binary = true\non ready stop\n"
        + "expect stopped and origin is \"qr\""
    ),
    (
      "a deep link",
      "start deep-link with account = \"sam\"\non ready submit\n"
        + "on confirm-login submit\non second-factor answer biometric\n"
        + "expect success and account is \"sam\" and origin is \"deep-link\""
    ),
    (
      "announce info",
      "on ready submit\n"
        + "on confirm-login expect announce.title is \"Sign in\" then deny\n"
        + "expect cancelled and history is \"ABORTED\" and reason is \"denied\""
    ),
    (
      "one shot",
      "start qr with server = \"once.example\"\non ready submit\n"
        + "on confirm-login answer account\nlet account = \"kim\"\n"
        + "expect success and history is \"LOGGED_IN_ONE_SHOT\" and sessions is 0"
    ),
    (
      "a late result",
      "start qr with server = \"late.example\"\non ready submit\n"
        + "on confirm-login submit\nexpect success and history is \"LOGGED_IN\""
    ),
    (
      "a login that fails",
      "start qr with server = \"bad.example\"\non ready submit\n"
        + "on confirm-login submit\n"
        + "expect failure and message.key is \"48\" and code is 48 and state is \"ERROR\""
    ),
    (
      "a wrong PIN",
      "on ready submit\non confirm-login choose jane\n"
        + "on second-factor when message.key is \"PIN_FAIL\" and attempts-left is 2 answer pin\n"
        + "on second-factor answer pin = wrong\nexpect success"
    ),
    (
      "a wrong PIN that nothing answers",
      "on ready submit\non confirm-login choose jane\n"
        + "on second-factor answer pin = wrong\nexpect failure and event is \"PIN_FAIL\""
    ),
    (
      "a blocked PIN",
      "on ready submit\non confirm-login choose jane\n"
        + "on second-factor when message.key is \"PIN_FAIL\" answer pin = wrong\n"
        + "on second-factor when message.key is \"PIN_BLOCKED\" answer biometric\n"
        + "on second-factor answer pin = wrong\nexpect success and event is \"SUCCESS\""
    ),
    (
      "cancelled",
      "on ready submit\non confirm-login choose jane\non second-factor cancel\n"
        + "expect cancelled and reason is \"cancelled\""
    ),
    (
      "logged out by the app",
      "start app-login with account = \"jane\"\n"
        + "on second-factor answer pin\n"
        + "on active stop\nexpect finished and history is \"LOGGED_OUT\""
    ),
    (
      "logged out by the server",
      "start app-login with account = \"jane\"\n"
        + "on second-factor answer pin\n"
        + "on active once meanwhile server-logout\nexpect finished and reason is \"logged-out\""
    ),
    (
      "logged out by a push",
      "start app-login with account = \"jane\"\n"
        + "on second-factor answer pin\non active once meanwhile push with type = logout\n"
        + "expect finished and reason is \"logged-out\""
    ),
    (
      "an inactive AppLogin",
      "start app-login with account = \"jane\"\n"
        + "on second-factor answer pin\n"
        + "on active once wait 4m then meanwhile app-activity then wait 4m\n"
        + "on active wait 2m\nexpect finished and history is \"LOGGED_OUT\""
    ),
    ("a timeout", "on ready wait 2m\nexpect failure and message.key is \"timed-out\""),
    (
      "a push and its copy",
      "start push\non ready once meanwhile push with again = true\n"
        + "on ready submit\non confirm-login choose jane\n"
        + "on second-factor answer pin\nexpect success and sessions is 1"
    ),
    (
      "a message",
      "start push with type = message\nexpect finished and sessions is 0\n"
        + "on ready submit"
    ),
    (
      "garbage",
      "start qr with data = \"garbage\"\n"
        + "expect failure and code is 32 and error is \"qr-parsing\"\non ready submit"
    ),
    (
      "an expired code",
      "start qr with age = 1d\non ready submit\non confirm-login choose jane\n"
        + "expect failure and code is 41"
    ),
    (
      "an enrollment",
      "start enroll with name = \"ann\"\non ready submit\n"
        + "on confirm-enroll expect visual-hash matches \"*-*\" then submit\n"
        + "on second-factor answer pin\non active once wait 1s\n"
        + "expect finished and accounts contains \"ann\" and kind is \"enroll\""
    ),
    (
      "two sessions",
      "on ready submit\n"
        + "on confirm-login once meanwhile push with account = \"sam\"\n"
        + "on confirm-login when sessions is 2 and second-factor-needed choose jane\n"
        + "on confirm-login submit\n"
        + "on second-factor answer pin\nexpect success and sessions is 2"
    ),
    (
      "an account that is deleted",
      "on ready submit\non confirm-login choose jane\n"
        + "on second-factor answer pin\n"
        + "on active once meanwhile account-deleted with account = \"jane\"\n"
        + "expect finished and not accounts contains \"jane\""
    ),
    ("by a profile", "use jane\non ready submit\nexpect success and account is \"jane\""),
  ]

  @Test("A script answers the SDK's callbacks", arguments: flows)
  func endToEnd(name: String, body: String) async throws {
    let profile = "profile jane { identifier = \"jane\"; pin = \"4711\"; password = \"x\" }\n"
    let text = Self.org + profile + "flow \"\(name)\" {\nengine nextauth\n\(body)\n}\n"
    let run = try await Self.run(text)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("The org's time is the requested time")
  func time() async throws {
    let run = try await Self.run(Self.login, ["--at", "2030-01-01T00:00:00Z"])
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("If there are several sessions, stop ends the session of the rule's step")
  func stopsItsOwn() async throws {
    let run = try await Self.run(
      """
      engine nextauth
      start app-login with account = "jane"
      on active when sessions is 1 and app-login once meanwhile qr
      on ready submit
      on confirm-login choose sam
      on active when state is "WAITING_FOR_USER_INPUT" stop
      on second-factor answer pin = secret PIN
      expect success and account is "sam" and sessions is 1
      expect history.list contains "jane LOGGED_OUT"
      """)
    #expect(run.status == .success, "\(run.all)")
  }

  // MARK: Reports

  private static let callbacks = [
    "SessionUpdate 1 STARTING", "SessionUpdate 1 READY_FOR_USER_INTERACTION",
    "SessionReadyForUserInteraction 1", "SessionUpdate 1 WAITING_FOR_USER_INPUT",
    "ConfirmLogin 1 jane or sam, second factor needed, announces title",
    "SecondFactor 1 VERIFY NEEDED, allowed pin and biometric", "SessionUpdate 1 ACTIVE",
    "SecondFactor 1 VERIFY SUCCESS", "SessionLogin 1 LOGGED_IN",
  ]

  @Test("A trace shows each callback on a line, in order")
  func trace() async throws {
    let run = try await Self.run(Self.login, ["--trace"])
    let shown = run.lines.compactMap { line in
      line.split(separator: "called back ").count == 2
        ? line.split(separator: "called back ").last.map(String.init) : nil
    }
    #expect(shown == Self.callbacks, "\(run.all)")
    let usual = try await Self.run(Self.login)
    #expect(!usual.output.contains("called back"))
  }

  @Test("JSON has the callbacks of each step")
  func json() async throws {
    let run = try await Self.run(Self.login, ["--json"])
    let object = try JSON(parsing: Array(run.output.utf8))
    let steps = object["steps"]?.array ?? []
    let shown = steps.flatMap { $0["callbacks"]?.array ?? [] }.compactMap(\.string)
    #expect(shown == Self.callbacks)
    #expect(steps.count == 4)
  }

  // MARK: The chosen org

  @Test("A flow runs against its engine's org, in a script that has one of each")
  func ownOrg() async throws {
    let run = try await Self.run(
      """
      org okta { user "ann@example.com" { password "Correct-Horse-1" }; sign-on { require password } }
      org bank for nextauth { account "zoe"; device { pin "4711" } }
      let account = "ann@example.com"
      flow "idx" {
        on identify answer identifier = account
        on challenge password answer passcode = "Correct-Horse-1"
        expect success and account is "ann@example.com"
      }
      flow "nextauth" {
        engine nextauth
        on ready submit
        on confirm-login choose zoe
        on second-factor answer pin = "4711"
        expect success and account is "zoe"
      }
      """)
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.errors.contains("demo"))
  }

  @Test("Several orgs of the flow's engine need a choice; other engines' orgs don't count")
  func several() async throws {
    let orgs = "org a for nextauth { }\norg b for nextauth { account \"jane\" }\norg c { }\n"
    let run = try await Self.run(orgs + "flow \"f\" { engine nextauth; on ready stop }")
    #expect(run.status == .wrongScript)
    #expect(run.errors.contains("name one with `against`: a, b"), "\(run.all)")
    let one = try await Self.run(
      orgs + "flow \"f\" { engine nextauth; against b; on ready stop; expect stopped }")
    #expect(one.status == .success, "\(one.all)")
  }

  @Test("An org from `--org` must be of the flow's engine")
  func otherOrg() async throws {
    let folder = try TemporaryFolder()
    let okta = try folder.write("okta.flow", "org okta { }")
    let bank = try folder.write("bank.flow", "org bank for nextauth { account \"jane\" }")
    let nextAuth = try folder.write("a.flow", "engine nextauth\non ready stop\nexpect stopped")
    let idx = try folder.write("b.flow", "on identify submit")
    for (script, org, words) in [
      (nextAuth, okta, "the engine `nextauth` can't run against an org of `idx`"),
      (idx, bank, "the engine `idx` can't run against an org of `nextauth`"),
    ] {
      let run = await Shell()("run", script, "--org", org)
      #expect(run.status == .wrongScript)
      #expect(run.errors.contains("error[engine-mismatch]") && run.errors.contains(words))
    }
    let run = await Shell()("run", nextAuth, "--org", bank)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test(
    "Options about an issuer or another engine's org are rejected",
    arguments: [
      (["--issuer", "https://acme.okta.com"], "`--issuer` requires the engine `idx`"),
      (["--client-id", "0oa"], "`--client-id` requires the engine `idx`"),
      (["--fault", "identify: 500"], "`--fault` requires the engine `idx`"),
    ])
  func options(options: [String], words: String) async throws {
    let run = try await Self.run(Self.login, options)
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains(words), "\(run.all)")
  }

  @Test("The environment's issuer has no effect on it")
  func environment() async throws {
    let run = try await Self.run(
      Self.login, environment: ["FLOW_ISSUER": "https://acme.okta.com", "FLOW_CLIENT_ID": "0oa"])
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("An action that isn't possible in the current state is the script's mistake, and is shown")
  func misused() async throws {
    let run = try await Self.run(
      "engine nextauth\non ready submit\non confirm-login choose jane\n"
        + "on second-factor meanwhile server-logout")
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.errors.contains("error[request-failed]"), "\(run.all)")
    #expect(run.output.contains("meanwhile server-logout"), "\(run.all)")
    #expect(run.output.contains("failure, 2 steps"), "\(run.all)")
  }

  @Test("A skipped choice says why it isn't available")
  func choiceWithout() async throws {
    let run = try await Self.run(
      "engine nextauth\non ready submit\non confirm-login choose jane with foo = \"x\"\n")
    let told = "`jane` is offered, but doesn't ask for `foo`"
    #expect(run.errors.contains(told), "\(run.all)")
    let via = try await Self.run(
      "engine nextauth\non ready submit\non confirm-login choose jane via push\n")
    #expect(via.errors.contains("`jane` is offered, but without methods"), "\(via.all)")
  }

  @Test("A user whose answer is invalid is asked again")
  func askedAgain() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "script.flow",
      "org bank for nextauth { account \"jane\"; device { pin \"471100\"; biometric on } }\n"
        + "flow \"a\" {\n  engine nextauth\n  on ready submit\n  on confirm-login choose jane\n"
        + "  otherwise prompt\n  expect success\n}\n")
    let person = Person([
      "PIN": "471100", "Biometric": "true", "PIN": "471100", "Biometric": "",
    ])
    let run = await Shell(person: person)("run", path)
    #expect(run.status == .success, "\(run.all)")
    #expect(person.screen.contains("only one factor is expected, not both"), "\(person.screen)")
    #expect(person.unused.isEmpty)
  }

  @Test("An AppLogin for several accounts says so")
  func severalAccounts() async throws {
    let run = try await Self.run(
      "engine nextauth\nstart app-login\non second-factor answer pin = secret PIN\n"
        + "expect failure and error is \"several-accounts\" and code is 34")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("there are several accounts"), "\(run.all)")
  }

  @Test(
    "Options without a meaning for nextAuth are refused",
    arguments: [
      ["--tokens", "t.json"], ["--revoke"], ["--passkeys", "p.json"],
    ])
  func noTokens(options: [String]) async throws {
    let run = try await Self.run(Self.login, options, environment: ["PIN": "4711"])
    #expect(run.status == .usage)
    #expect(run.errors.contains("`\(options[0])` requires the engine `idx`"))
  }

  @Test("A nextAuth org has no address, and has its own settings")
  func settings() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "script.flow", "org a for nextauth at \"https://acme.okta.com\" { }\non identify submit")
    let run = await Shell()("check", path)
    #expect(run.all.contains("an org of the engine `nextauth` has no address"), "\(run.all)")
    let wrong = try folder.write(
      "wrong.flow", "org a for nextauth { user \"jane\" { } }\non identify submit")
    let check = await Shell()("check", wrong)
    #expect(check.all.contains("error[unknown-setting]"), "\(check.all)")
  }

  @Test("A nextAuth org isn't served")
  func serve() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("org.flow", "org bank for nextauth { }")
    let only = await Shell()("serve", path)
    #expect(only.status == .wrongScript && only.errors.contains("doesn't have a simulated org"))
    let named = await Shell()("serve", path, "bank")
    #expect(named.errors.contains("is an org of the engine `nextauth`"), "\(named.all)")
  }
}
