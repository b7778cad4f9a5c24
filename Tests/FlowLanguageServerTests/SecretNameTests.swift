import CommandSupport
import FlowHTTP
import Testing

@testable import FlowLanguageServer

/// The names of the project's secrets, without their values.
@Suite("Secrets in an editor")
struct SecretNameTests {
  private static let value = "correct-horse-battery"

  /// An open folder with a file of secrets, and a client in it.
  private struct Project {
    let folder: TemporaryFolder
    var client: EditorClient
    let uri: String

    init(_ project: String = "{\"secrets\": \"flow.env\"}") throws {
      folder = try TemporaryFolder()
      _ = try folder.write("flow.json", project)
      _ = try folder.write(
        "flow.env", "# Not NAME=x\n\n JANE_PASSWORD = \"\(value)\"\nTOTP=\(value)\n")
      uri = DocumentURI.uri(try folder.write("main.flow", ""))
      client = EditorClient(folder: folder.path)
    }

    mutating func ask(_ method: String, _ script: MarkedScript, _ mark: Int = 0) -> JSON {
      client.ask(method, at: script.marks[mark], of: script.text, uri: uri)
    }
  }

  @Test("The definition of a secret is its line in the project's file")
  func definition() throws {
    var project = try Project()
    let script = MarkedScript(
      "on identify answer identifier = env JANE_PASS|WORD\n"
        + "on challenge answer passcode = secret JANE_PASS|WORD\n"
        + "on any answer code = secret OTH|ER\n")
    project.client.open(script.text, as: project.uri)
    let found = project.ask("definition", script, 1)
    #expect(found["uri"] == .string(DocumentURI.uri(project.folder.path + "/flow.env")))
    #expect(found["range"]?["start"] == ["line": 2, "character": 1])
    #expect(found["range"]?["end"] == ["line": 2, "character": 14])
    #expect(project.ask("definition", script, 0) == .null)
    #expect(project.ask("definition", script, 2) == .null)
    let hover = project.ask("hover", script, 1)
    let text = hover["contents"]?["value"]?.string ?? ""
    #expect(text.contains("`JANE_PASSWORD`, a secret: line 3 of `flow.env`"), "\(text)")
    #expect(!String(decoding: hover.bytes(), as: UTF8.self).contains(Self.value))
  }

  @Test("After `secret`, the names of the file and of the script are offered, without a value")
  func completion() throws {
    var project = try Project()
    let script = MarkedScript(
      "on identify answer passcode = secret MINE\non challenge answer passcode = secret |\n")
    project.client.open(script.text, as: project.uri)
    let items = project.ask("completion", script)
    let words = items.array?.compactMap { $0["label"]?.string } ?? []
    #expect(words == ["JANE_PASSWORD", "TOTP", "MINE"])
    #expect(!String(decoding: items.bytes(), as: UTF8.self).contains(Self.value))
  }

  @Test(
    "A project's file that isn't in order gives nothing",
    arguments: [
      "{", "[]", "{\"secrets\": \"../flow.env\"}", "{\"secrets\": \"/etc/passwd\"}",
      "{\"secrets\": \"missing.env\"}", "{\"secrets\": 5}",
    ])
  func wrong(file: String) throws {
    var project = try Project(file)
    let script = MarkedScript("on challenge answer passcode = secret JANE_PASS|WORD\n")
    project.client.open(script.text, as: project.uri)
    #expect(project.ask("definition", script) == .null)
  }
}
