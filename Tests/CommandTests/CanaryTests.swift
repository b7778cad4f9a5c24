import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Secrets")
struct CanaryTests {
  static let canary = Canary.sample
  static let seed = Canary(text: "CANARYCANARYSEED")
  static let outputs = Canary.outputs

  /// The source of the secret: its form in the script, and what that requires.
  struct Source: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var value: String
    var environment: [String: String] = [:]
    var hasFile = false
    var isTyped = false
    var declarations = ""
    var arguments: [String] = []
  }

  static let sources: [Source] = [
    Source(
      testDescription: "the environment", value: "secret CANARY",
      environment: ["CANARY": canary.text]),
    Source(testDescription: "the secrets file", value: "secret CANARY", hasFile: true),
    Source(testDescription: "a user", value: "secret CANARY", isTyped: true),
    Source(testDescription: "a file", value: "file \"canary.txt\""),
    Source(testDescription: "the script", value: "\"\(canary.text)\""),
    Source(
      testDescription: "a profile of the script", value: "password",
      declarations: "profile p { password = \"\(canary.text)\" }\nuse p\n"),
    Source(
      testDescription: "a text with the secret in it", value: "\"\\(half)\"",
      environment: ["CANARY": canary.text], declarations: "let half = secret CANARY\n"),
    Source(
      testDescription: "a variable of the command line", value: "given",
      arguments: ["--var", "given=\(canary.text)"]),
  ]

  /// The end of a run: the script's additional lines, the org's password, and the status.
  struct Ending: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The rest of the answer's line.
    var rest = ""
    /// Additional lines.
    var more = ""
    var password = CanaryTests.canary.text
    var signOn = "require password"
    var status = FlowTerminal.ExitStatus.success
  }

  static let endings: [Ending] = [
    Ending(testDescription: "success"),
    Ending(testDescription: "a refusal", password: "Another-Horse-1", status: .failed),
    Ending(
      testDescription: "a failing expectation", more: "expect token.scope contains \"nothing\"",
      status: .failed),
    Ending(
      testDescription: "a step that no rule answers", signOn: "require password and email",
      status: .failed),
    Ending(
      testDescription: "a missing value on the same line", rest: ", extra? = env NOWHERE",
      status: .wrongScript),
    Ending(
      testDescription: "a mistake on the same line", rest: " and nonsense", status: .wrongScript),
    Ending(
      testDescription: "fail in the same rule", rest: " then fail \"on purpose\"", status: .failed),
    Ending(
      testDescription: "a rule that repeats the line",
      more: "on challenge password answer passcode = again\nlet again = env AGAIN"),
  ]

  @Test(
    "No output has a secret, whatever its source and however the run ends", arguments: sources,
    endings)
  func nowhere(source: Source, ending: Ending) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("canary.txt", Self.canary.text + "\n")
    let script = try folder.write(
      "script.flow",
      """
      \(source.declarations)on identify answer identifier = "jane@example.com"
      on challenge password answer passcode = \(source.value)\(ending.rest)
      \(ending.more)
      """)
    let org = try folder.write(
      "org.flow",
      """
      org o {
        authenticators password, email
        user "jane@example.com" { password "\(ending.password)" }
        sign-on { \(ending.signOn) }
      }
      """)
    var arguments = ["run", script, "--org", org] + source.arguments
    if source.hasFile {
      arguments += ["--secrets", try folder.write("secrets.env", "CANARY=\(Self.canary.text)\n")]
    }
    for output in Self.outputs {
      let typed = Person(["CANARY": .text(Self.canary.text)])
      let shell = Shell(
        person: source.isTyped ? typed : nil,
        environment: source.environment.merging(["AGAIN": "again"]) { first, _ in first })
      let run = await shell(arguments + output)
      #expect(run.status == ending.status, "\(output) \(run.all)")
      #expect(Self.canary.found(in: run.all) == [], "\(output) \(run.all)")
    }
    for output in [[], ["--json"], ["--color", "always"]] {
      let check = await Shell()(["check", script, org] + output)
      #expect(Self.canary.found(in: check.all) == [], "\(output) \(check.all)")
    }
  }

  @Test("The seed of a one-time code and the code itself are in no output", arguments: outputs)
  func seed(output: [String]) async throws {
    let folder = try TemporaryFolder()
    func script(_ value: String) -> String {
      """
      on identify answer identifier = "jane@example.com"
      on challenge google-otp answer code = \(value)
      """
    }
    for (name, value) in [("a.flow", "totp secret SEED"), ("b.flow", "totp \"CANARYCANARYSEED\"")] {
      let path = try folder.write(name, script(value))
      for key in ["CANARYCANARYSEED", "ABCDEFGHIJKLMNOP"] {
        let org = try folder.write(
          "org.flow",
          """
          org o {
            authenticators google-otp
            user "jane@example.com" { google-otp "\(key)" }
            sign-on { require google-otp }
          }
          """)
        let shell = Shell(environment: ["SEED": Self.seed.text])
        let run = await shell(["run", path, "--org", org] + output)
        #expect(run.status == (key == Self.seed.text ? .success : .failed), "\(run.all)")
        #expect(Self.seed.found(in: run.all) == [], "\(run.all)")
      }
      let check = await Shell()("check", path)
      #expect(Self.seed.found(in: check.all) == [], "\(check.all)")
    }
  }

  @Test("A seed that can't be read is in no output", arguments: outputs)
  func badSeed(output: [String]) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "script.flow", "on identify answer identifier = totp secret SEED")
    let run = await Shell(environment: ["SEED": Self.canary.text])(["run", script] + output)
    #expect(run.status == .failed)
    #expect(Self.canary.found(in: run.all) == [], "\(run.all)")
  }

  @Test("The code that an inbox receives is in no output", arguments: outputs)
  func inboxCode(output: [String]) async throws {
    let folder = try TemporaryFolder()
    func script(_ rule: String, _ expected: String) throws -> String {
      try folder.write(
        "script.flow",
        """
        on identify answer identifier = "jane@example.com"
        on select-authenticator choose email
        on challenge email \(rule)
        on challenge password answer passcode = secret JANE_PASSWORD
        expect \(expected)
        """)
    }
    // The same org with the same randomness sends the same code.
    let person = Person(["code": .code])
    let asked = await Shell(person: person)("run", try script("prompt code", "success"))
    let line = asked.screen.split(separator: "\n").first { $0.contains("org sent by email") }
    let code = try #require(line?.split(separator: " ").last.map(String.init))
    #expect(code.utf8.count == 6)
    let endings: [(String, FlowTerminal.ExitStatus)] = [
      ("success", .success), ("failure", .failed),
    ]
    for (expected, status) in endings {
      let run = await Shell()(
        ["run", try script("answer code = inbox email", expected)] + output)
      #expect(run.status == status, "\(run.all)")
      #expect(!run.all.contains(code), "\(run.all)")
    }
  }

  @Test("Handles, codes and tokens of a server are in no output", arguments: outputs)
  func server(output: [String]) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("script.flow", Pages.script)
    let said = Pages.page(
      [Pages.challenge],
      ["messages": Pages.messages("Not so: \(Self.canary.text) at state-handle-1")])
    let error: JSON = [
      "errorSummary": .string("Refused: \(Self.canary.text) at state-handle-1, interact-handle-1")
    ]
    let started = Array(Pages.signIn.prefix(3))
    let servers: [([ScriptedTransport.Answer], FlowTerminal.ExitStatus)] = [
      (Pages.signIn, .success), (started + [.page(said)], .failed),
      (started + [.page(error, status: 400)], .serverFailed),
      (started + [.text("{\"stateHandle\":\"state-handle-1\",")], .serverFailed),
      (
        started + [
          .page(Pages.success),
          .page(
            ["error": "invalid_grant", "error_description": "No such interaction-code-1"],
            status: 400),
        ],
        .serverFailed
      ),
    ]
    for (answers, status) in servers {
      let shell = Shell(
        transport: ScriptedTransport(answers), environment: ["PASSWORD": Self.canary.text])
      let run = await shell(["run", script] + Pages.options + output)
      #expect(run.status == status, "\(run.all)")
      for secret in Self.secretsOfPages {
        #expect(Canary(text: secret).found(in: run.all) == [], "\(run.all)")
      }
      #expect(Self.canary.found(in: run.all) == [], "\(run.all)")
    }
  }

  static let secretsOfPages = [
    "interact-handle-1", "state-handle-1", "interaction-code-1", "access-token-1",
    "refresh-token-1",
  ]

  @Test(
    "No inspection has them either",
    arguments: [[], ["--json"], ["--summary"], ["--color", "always"]])
  func inspection(output: [String]) async throws {
    let folder = try TemporaryFolder()
    let secret: JSON = [
      "name": "credentials",
      "form": [
        "value": [
          [
            "name": "passcode", "label": "Password", "secret": true,
            "value": .string(Self.canary.text),
          ]
        ]
      ],
    ]
    let page = Pages.page([
      Pages.form("challenge-authenticator", Pages.origin + "/idp/idx/challenge/answer", [secret])
    ])
    for (index, json) in [page, Pages.success, Pages.tokens, Pages.interact].enumerated() {
      let file = try folder.write("\(index).json", bytes: json.bytes())
      let run = await Shell()(["inspect", file] + output)
      #expect(run.status == .success)
      for secret in Self.secretsOfPages {
        #expect(Canary(text: secret).found(in: run.all) == [], "\(run.all)")
      }
      #expect(Self.canary.found(in: run.all) == [], "\(run.all)")
    }
  }

  @Test("The test would find a canary")
  func canaryIsFound() {
    #expect(Self.canary.found(in: "x C@nary +Secret/1é x") == ["as it is"])
    #expect(Self.canary.found(in: "C%40nary%20%2BSecret%2F1%C3%A9") == ["percent-encoded"])
    #expect(Self.canary.found(in: "C%40nary+%2BSecret%2F1%C3%A9") == ["form-encoded"])
    let base64 = Data(Self.canary.text.utf8).base64EncodedString()
    #expect(Self.canary.found(in: base64).contains("in base64"))
  }
}
