import FlowDiagnostics
import CommandSupport
import FlowCLI
import FlowScript
import FlowSyntax
import FlowTerminal
import Testing

@Suite("The examples and the pages")
struct ExampleTests {
  /// A user's input at the terminal for an example's questions.
  static func person(for example: String) -> Person {
    switch example {
    case "dynamic.flow": Person(["Choose": "email", "": .code])
    case "multifactor-login.flow":
      Person([
        "Choose": "email", "The code": .code, "Choose": "email", "The code": .code,
        "Choose": "skip", "Choose": "email", "The code": .code,
      ])
    default: Person()
    }
  }

  @Test("Every example runs as it expects on a fresh machine", arguments: Project.examples)
  func runs(example: String) async throws {
    let person = ExampleTests.person(for: example)
    let run = await Shell(person: person)("run", Project.example(example))
    #expect(run.status == .success, "\(run.all)")
    #expect(person.unused.isEmpty)
  }

  @Test("The examples that need no input run without a terminal", arguments: Project.examples)
  func runsAlone(example: String) async throws {
    guard ExampleTests.person(for: example).unused.isEmpty else { return }
    let run = await Shell()("run", Project.example(example))
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("There are examples")
  func areThere() {
    #expect(Project.examples.count >= 10)
  }

  @Test("Every example passes the check, including warnings", arguments: Project.examples)
  func checks(example: String) async throws {
    let check = await Shell()("check", "--strict", Project.example(example))
    #expect(check.status == .success, "\(check.all)")
    #expect(check.output == "1 file checked: 0 errors, 0 warnings\n")
  }

  @Test("Every script of the grammar parses", arguments: Project.scripts(of: "Grammar.md"))
  func grammar(script: Project.Script) {
    let source = SourceFile(name: script.page, text: script.text)
    #expect(Script.parse(source).diagnostics.isEmpty)
  }

  /// The scripts of the README, of the manual and of the articles.
  static let scripts = (Project.documents + Project.articles).flatMap(Project.scripts)

  @Test("Every script of the documents and of the articles passes the check", arguments: scripts)
  func document(script: Project.Script) async throws {
    let folder = try TemporaryFolder()
    let profile = try #require(Project.text("Examples/profiles/jane.flow"))
    _ = try folder.write("profiles/jane.flow", profile)
    let file = try folder.write("page.flow", script.text)
    let check = await Shell()("check", "--root", folder.path, file)
    #expect(check.status == .success, "\(check.all)")
  }

  @Test("A script that the manual says to run runs", arguments: scripts.filter(\.isRun))
  func runs(script: Project.Script) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("page.flow", script.text)
    let secrets = [
      "JANE_PASSWORD": "Correct-Horse-1", "SAM_PASSWORD": "Battery-Staple-2",
      "JANE_TOTP": "JBSWY3DPEHPK3PXPJBSWY3DP",
    ]
    let run = await Shell(environment: secrets)("run", "--no-input", file)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("The README, the manual and the articles have scripts")
  func documentsHaveScripts() {
    #expect(ExampleTests.scripts.count >= 35)
    #expect(Project.articles.flatMap(Project.scripts).count >= 5)
    #expect(ExampleTests.scripts.filter(\.isRun).count >= 4)
  }
}
