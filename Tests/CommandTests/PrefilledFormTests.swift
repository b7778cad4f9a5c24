import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

/// The shown values of a form at the terminal.
@Suite("A prefilled form at the terminal")
struct PrefilledFormTests {
  private static let form = Pages.form(
    "profile-update", Pages.origin + "/idp/idx/profile",
    [
      ["name": "note", "label": "By continuing you accept the terms.", "mutable": false],
      ["name": "title-text", "label": "Title", "value": "Welcome", "mutable": false],
      ["name": "firstName", "label": "First name", "value": "Jane"],
      ["name": "nick", "label": "Nickname", "value": "JD"],
    ])

  private func run(_ person: Person) async throws -> (run: Shell.Outcome, sent: String) {
    let folder = try TemporaryFolder()
    let path = try folder.write("prefilled.flow", "otherwise prompt\non nothing submit")
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(Pages.page([Self.form])), .page(Pages.success),
      .page(Pages.tokens),
    ])
    let run = await Shell(person: person, transport: transport)(["run", path] + Pages.options)
    let request = transport.requests.first { $0.url.path == "/idp/idx/profile" }
    guard case .json(let json)? = request?.body else { return (run, "") }
    return (run, String(decoding: json.bytes(), as: UTF8.self))
  }

  @Test("Enter keeps a value, another text changes it, and texts are shown")
  func edits() async throws {
    let person = Person(["First name [Jane]: ": "Joan", "Nickname [JD]: ": ""])
    let (run, sent) = try await run(person)
    #expect(run.status == .success, "\(run.all)")
    #expect(person.screen.contains("  By continuing you accept the terms.\n"))
    #expect(person.screen.contains("  Title: Welcome\n"))
    #expect(sent.contains("\"firstName\":\"Joan\"") && sent.contains("\"nick\":\"JD\""), "\(sent)")
  }

  @Test("A user who keeps everything can go on, or do something else")
  func keeps() async throws {
    let kept = Person(["First": "", "Nick": "", "Choose": "1"])
    let (run, sent) = try await run(kept)
    #expect(run.status == .success, "\(run.all)")
    #expect(sent.contains("\"firstName\":\"Jane\""))
    let gone = Person(["First": "", "Nick": "", "Choose": "cancel"])
    #expect(try await self.run(gone).run.output.contains("cancelled"))
  }
}
