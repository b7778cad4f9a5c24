import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

@Suite("Codes that a person types")
struct TypedCodeTests {
  static let script = """
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = secret JANE_PASSWORD
    on select-authenticator choose email
    on challenge email      prompt code "The code"
    """

  @Test(
    "A code is visible while typed and masked in every output, however short it is",
    arguments: ["314159", "31"], [[], ["--trace"], ["--json"], ["-q"]])
  func masked(code: String, options: [String]) async throws {
    let folder = try TemporaryFolder()
    let person = Person(["The code": .text(code)])
    let run = await Shell(person: person)(
      ["run", try folder.write("typed.flow", Self.script)] + options)
    #expect(person.asked.map(\.isSecret) == [false])
    // The code is a wrong one: the server says so, and the run has failed.
    #expect(run.status == .failed, "\(run.all)")
    let places = [run.output, run.errors].map { $0.replacing("12:31", with: "") }
    for text in ["passcode = \(code)", "code \(code)", "\"\(code)\""] {
      #expect(!places.contains { $0.contains(text) }, "\(run.all)")
    }
    if options != ["-q"] {
      #expect(run.output.contains("answer passcode = •••••• (asked)"), "\(run.all)")
    }
  }

  @Test("A code that is given as a value is masked, too", arguments: ["314159", "31"])
  func given(code: String) async throws {
    let folder = try TemporaryFolder()
    let text = Self.script.replacing("prompt code \"The code\"", with: "answer code = given")
    let run = await Shell()(
      "run", try folder.write("given.flow", text), "--var", "given=\(code)", "--trace")
    #expect(run.output.contains("answer passcode = ••••••"), "\(run.all)")
    #expect(!run.output.contains("= \(code)"), "\(run.all)")
  }

  @Test("inspect reports a code that the server doesn't mark as secret")
  func inspect() async throws {
    let folder = try TemporaryFolder()
    let page = Pages.page([
      Pages.form(
        "challenge-authenticator", Pages.origin + "/a",
        [
          [
            "name": "credentials",
            "form": ["value": [["name": "passcode", "label": "Enter code", "value": "314159"]]],
          ]
        ])
    ])
    let file = try folder.write("page.json", bytes: page.bytes())
    let shown = await Shell()("inspect", file)
    #expect(shown.output.contains("credentials.passcode (text, masked) \"Enter code\""))
    #expect(!shown.output.contains("314159"), "\(shown.all)")
    let json = await Shell()("inspect", "--json", file)
    #expect(json.output.contains("\"secret\":false,\"masked\":true"), "\(json.all)")
    #expect(!json.output.contains("314159"))
  }
}
