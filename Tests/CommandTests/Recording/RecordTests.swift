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

@Suite("flow record")
struct RecordTests {
  /// A manual sign-in, and the script that is made from it.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var typed: KeyValuePairs<String, Person.Typed>
    var rules: String
    var intent = "sign-in"
    var testDescription: String { name }
  }

  static let jane: KeyValuePairs<String, Person.Typed> = [
    "Username": "jane@example.com", "Password": "Correct-Horse-1",
  ]

  private static let janeRules = """
    on identify                          answer identifier = "jane@example.com"
    on challenge-authenticator password  answer password = secret JANE_PASSWORD

    """

  static let cases: [Case] = [
    Case(
      name: "a password, and an offer that is skipped",
      typed: [
        "Username": "sam@example.com", "Choose": "password", "Password": "Battery-Staple-2",
        "Choose [": "skip",
      ],
      rules: """
        on identify                          answer identifier = "sam@example.com"
        on select-authenticator-authenticate choose password
        on challenge-authenticator password  answer password = secret SAM_PASSWORD
        on select-authenticator-enroll       skip

        expect success

        """),
    Case(
      name: "two wrong passwords first, then a code by email",
      typed: [
        "Username": "jane@example.com", "Password": "Wrong-Horse-1", "Password:": "Wrong-Horse-2",
        "Password: ": "Correct-Horse-1", "Choose": "email", "Enter code": .code,
      ],
      rules: janeRules + """
        on select-authenticator-authenticate choose email
        on challenge-authenticator email     answer code = inbox email

        expect success

        """),
    Case(
      name: "a security question",
      typed: [
        "Username": "jane@example.com", "Password": "Correct-Horse-1", "Choose": "security",
        "Answer": "Rabbit",
      ],
      rules: """
        on identify                                  answer identifier = "jane@example.com"
        on challenge-authenticator password          answer password = secret JANE_PASSWORD
        on select-authenticator-authenticate         choose security-question
        on challenge-authenticator security-question answer answer = secret JANE_TOY

        expect success

        """),
    Case(
      name: "a different authenticator than first chosen, after a wrong code",
      typed: [
        "Username": "jane@example.com", "Password": "Correct-Horse-1", "Choose": "email",
        "Enter code": "000000", "Enter code:": "", "Choose [": "select-authenticator",
        "Choose [1": "Phone via Voice", "Enter code: ": .code,
      ],
      rules: janeRules + """
        on select-authenticator-authenticate choose email
        on select-authenticator-authenticate choose phone via voice
        on challenge-authenticator phone     answer code = inbox voice

        expect success

        """),
    Case(
      name: "a forgotten password",
      typed: [
        "Username": "jane@example.com", "Choose": "email", "Enter code": .code,
        "New password": "Quite-New-4",
      ],
      rules: """
        start recover-password

        on identify                          answer identifier = "jane@example.com"
        on select-authenticator-authenticate choose email
        on challenge-authenticator email     answer code = inbox email
        on reset-authenticator password      answer password = secret NEW_PASSWORD

        expect success

        """, intent: "recover-password"),
    Case(
      name: "an input that ends",
      typed: jane,
      rules: janeRules + """
        on select-authenticator-authenticate stop

        expect stopped

        """),
    Case(
      name: "an input that ends after two wrong codes",
      typed: [
        "Username": "jane@example.com", "Password": "Correct-Horse-1", "Choose": "email",
        "Enter code": "000000", "Enter code:": "000001", "Enter code: ": .end,
      ],
      rules: janeRules + """
        on select-authenticator-authenticate choose email
        on challenge-authenticator email     stop

        expect stopped

        """),
  ]

  /// The written file of a recording.
  static func read(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("The written script signs in again in the same way, without a server", arguments: cases)
  func recorded(_ given: Case) async throws {
    let folder = try TemporaryFolder()
    let (script, cassette) = (folder.path + "/a.flow", folder.path + "/a.json")
    let person = Person(given.typed)
    let run = await Shell(person: person)(
      "record", script, "--cassette", cassette, "--intent", given.intent)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.isEmpty && person.unused.isEmpty, "\(run.all)")
    let text = try RecordTests.read(script)
    #expect(text == "# Recorded by flow record.\n" + RecordTests.separated(given.rules))

    let kept = try RecordTests.read(cassette)
    for secret in ["Correct-Horse-1", "Wrong-Horse", "Battery-Staple-2", "Quite-New-4", "Rabbit"] {
      #expect(!kept.contains(secret) && !text.contains(secret), "\(secret)")
    }
    #expect(await Shell()("check", "--strict", script).status == .success)
    #expect(await Shell()("fmt", "--check", script).status == .success)
    let again = await Shell(seed: 9)("run", script, "--no-input")
    #expect(again.status == .success, "\(again.all)")
    let replay = await Shell(seed: 9)("replay", script, "--cassette", cassette)
    #expect(replay.status == .success, "\(replay.all)")
  }

  /// The rules after the comment at the head.
  private static func separated(_ rules: String) -> String {
    rules.hasPrefix("start") ? rules : "\n" + rules
  }

  @Test("A push is waited for; two wrong turns and the way back are repeated")
  func waiting() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      """
      org acme {
        authenticators password, email, okta-verify via push or totp
        user "jane@example.com" {
          password "Correct-Horse-1"
          okta-verify "JBSWY3DPEHPK3PXP" { push approve after 10s }
        }
        sign-on { require password and possession }
      }

      """)
    let script = folder.path + "/push.flow"
    let person = Person([
      "Username": "jane@example.com", "Password": "Correct-Horse-1", "Choose": "Email",
      "Enter code": "", "Choose [": "select-authenticator",
      "Choose [1": "Okta Verify via Get a push",
    ])
    let run = await Shell(person: person)("record", script, "--org", org, "-q")
    #expect(run.status == .success, "\(run.all)")
    let text = try RecordTests.read(script)
    #expect(text.contains("on challenge-poll okta-verify        poll\n"), "\(text)")
    let again = await Shell(environment: ["JANE_PASSWORD": "Correct-Horse-1"])(
      "run", script, "--org", org, "--no-input")
    #expect(again.status == .success, "\(again.all)")
    #expect(again.output.contains("choose okta-verify via push"), "\(again.all)")
  }

  @Test("A server's names are quoted, so that the script is valid and does the same")
  func hostile() async throws {
    let label = "Say \"x\" \\(identifier) \u{1B}[2J\u{202E}\n}"
    let option: JSON = [
      "label": .string(label), "value": ["form": ["value": [["name": "id", "value": "aut-9"]]]],
    ]
    let select = Pages.form(
      "select-authenticator-authenticate", Pages.origin + "/idp/idx/challenge",
      [["name": "authenticator", "options": [option, option]]])
    let odd = Pages.form(
      "odd step \"", Pages.origin + "/idp/idx/odd", [["name": "a b", "required": true]])
    let answers: [ScriptedTransport.Answer] = [
      .page(Pages.interact), .page(Pages.page([Pages.identify])), .page(Pages.page([select])),
      .page(Pages.page([odd])), .page(Pages.success), .page(Pages.tokens),
    ]
    let folder = try TemporaryFolder()
    let script = folder.path + "/a.flow"
    let person = Person(["Username": "jane\"\\(x)", "Choose": "1", "a b": "1\u{7}"])
    let run = await Shell(person: person, transport: ScriptedTransport(answers))(
      ["record", script] + Pages.options)
    #expect(run.status == .success, "\(run.all)")
    let text = try RecordTests.read(script)
    #expect(text.contains(#" answer identifier = "jane\"\\(x)""#), "\(text)")
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"), "\(text)")
    #expect(await Shell()("check", script).status == .success, "\(text)")
  }

  @Test("No form of a secret is in a script or a cassette")
  func canary() async throws {
    let canary = Canary.sample
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      """
      org acme {
        authenticators password, email
        user "jane@example.com" { password "\(canary.text)" }
        sign-on { require password and email }
      }

      """)
    let (script, cassette) = (folder.path + "/a.flow", folder.path + "/a.json")
    // Once if a name is asked for, which is corrected.
    let person = Person([
      "Username": .text(canary.text), "Username:": "jane@example.com",
      "Password": .text(canary.text), "Enter code": .code,
    ])
    let made = await Shell(person: person)("record", script, "--cassette", cassette, "--org", org)
    #expect(made.status == .success, "\(made.all)")
    let text = try RecordTests.read(script) + RecordTests.read(cassette)
    #expect(canary.found(in: text).isEmpty, "\(text)")
    let code = made.screen.split(separator: "org sent by email to jane@example.com: ").last?.prefix(
      6)
    #expect(!text.contains(try #require(code)))
    for handle in ["02.", "eyJ"] { #expect(!text.contains("\"\(handle)"), "\(handle)") }
  }

  @Test("An interruption writes nothing; an existing file is replaced only if forced")
  func files() async throws {
    let folder = try TemporaryFolder()
    let script = folder.path + "/a.flow"
    let broken = await Shell(person: Person(["Username": "jane@example.com", "Pass": .interrupt]))(
      "record", script)
    #expect(broken.status == .interrupted && !folder.holds("a.flow"), "\(broken.all)")
    _ = try folder.write("a.flow", "old\n")
    let refused = await Shell(person: Person())("record", script)
    #expect(refused.status == .usage && refused.errors.contains("already exists"), "\(refused.all)")
    #expect(try RecordTests.read(script) == "old\n")
    let forced = await Shell(person: Person(RecordTests.jane))("record", script, "--force")
    #expect(forced.status == .success, "\(forced.all)")
    #expect(try RecordTests.read(script).hasPrefix("# Recorded"))
    let shown = await Shell(person: Person(RecordTests.jane))("record")
    #expect(try shown.output == RecordTests.read(script), "\(shown.all)")
    let none = await Shell(person: Person())("record")
    #expect(none.status == .failed && none.output.isEmpty, "\(none.all)")
  }
}
