import CommandSupport
import FlowEngine
import FlowScript
import FlowHTTP
import FlowTerminal
import IDXEngine
import Testing

@testable import FlowCLI

/// The words of an engine, as `flow names` and the grammar list them.
@Suite("flow names")
struct NamesTests {
  static let words = IDXEngine.vocabulary

  @Test("Every word of the engine is listed", arguments: [["names"], ["names", "idx"]])
  func list(arguments: [String]) async {
    let run = await Shell()(arguments)
    #expect(run.status == .success)
    for step in Self.words.steps { #expect(run.output.contains("\n  \(step.name) ")) }
    for word in Self.words.subjects + Self.words.methods + Self.words.capabilities {
      #expect(run.output.contains("\n  \(word.naming.word) "))
    }
    for intent in Self.words.intents { #expect(run.output.contains("\n  \(intent.name) ")) }
  }

  @Test("A step is shown with its fields, their other names, its options and an example")
  func step() async {
    let challenge = await Shell()("names", "idx", "challenge-authenticator")
    #expect(
      challenge.output == """
        challenge-authenticator, a step: Prove your identity with the current authenticator.
          shorter  challenge
          fields   credentials.passcode (passcode, password, code, answer, pin)
                   credentials.totp (totp, code, passcode)
                   credentials.answer (answer, passcode)
          example  on challenge-authenticator email answer code = inbox email

        """)
    let consent = await Shell()("names", "idx", "consent")
    #expect(consent.output.contains("  options  true, false\n"))
  }

  @Test("A word of any kind is shown, by any of its names")
  func word() async {
    for name in ["okta-verify", "okta_verify", "Okta Verify"] {
      let run = await Shell()("names", "idx", name)
      #expect(run.output.hasPrefix("okta-verify, authenticator: "))
    }
    let email = await Shell()("names", "idx", "email")
    #expect(email.output.contains("email, authenticator: "))
    #expect(email.output.contains("email, method: "))
    let device = await Shell()("names", "idx", "device")
    #expect(device.output.contains("device, parameter: "))
    #expect(device.output.contains("  values   unregistered, registered, managed\n"))
    #expect(await Shell()("names", "idx", "amr").output.contains("amr, fact: "))
    let prefix = await Shell()("names", "idx", "select-authenticator")
    #expect(prefix.output.count(of: ", a step: ") == 4)
  }

  @Test("JSON has the same words")
  func json() async throws {
    let run = await Shell()("names", "idx", "--json")
    let object = try JSON(parsing: Array(run.output.utf8))
    #expect(object["engine"] == "idx")
    for (name, count) in [
      ("intents", Self.words.intents.count), ("steps", Self.words.steps.count),
      ("subjects", Self.words.subjects.count), ("methods", Self.words.methods.count),
      ("capabilities", Self.words.capabilities.count),
      ("parameters", Self.words.parameters.count), ("facts", Self.words.knownFacts.count),
    ] { #expect(object[name]?.array?.count == count) }
    let one = await Shell()("names", "idx", "identify", "--json")
    let step = try JSON(parsing: Array(one.output.utf8))["steps"]?.array?.first
    #expect(step?["name"] == "identify")
    #expect(
      step?["fields"]?.array?[1] == [
        "name": "credentials.passcode",
        "aliases": ["passcode", "password", "code", "answer", "pin"],
      ])
  }

  @Test(
    "An unknown word is answered with the known ones",
    arguments: [
      (["names", "idxx"], "did you mean `idx`?"),
      (["names", "nothing"], "the engines are `idx`, `nextauth`"),
      (["names", "nextauth", "server-logut"], "did you mean `server-logout`?"),
      (["names", "idx", "chalenge"], "did you mean `challenge`?"),
      (["names", "idx", "levitate"], "`flow names idx` lists them"),
      (["names", "idx", "a", "b"], "flow names"),
    ])
  func unknown(arguments: [String], help: String) async {
    let run = await Shell()(arguments)
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(help))
  }

  // MARK: Examples

  @Test("Every example is a valid line of a script")
  func examples() async throws {
    let examples =
      Self.words.steps.map(\.example)
      + (Self.words.subjects + Self.words.methods + Self.words.capabilities).map(\.example)
      + Self.words.parameters.map(\.example) + Self.words.knownFacts.map(\.example)
    let flows = examples.enumerated().map { index, line in
      // A flow with only an expectation would answer nothing.
      let rule = line.hasPrefix("on ") ? "" : "on identify submit\n  "
      return "flow \"\(index)\" {\n  engine idx\n  \(rule)\(line)\n}\n"
    }
    let path = try TemporaryScript.write(flows.joined())
    defer { TemporaryScript.remove(path) }
    let run = await Shell()("check", "--strict", path)
    #expect(run.status == .success, "\(run.all)")
  }
}
