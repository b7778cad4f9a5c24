import CommandSupport
import FlowHTTP
import Testing

@testable import FlowLanguageServer

/// The folders of the client, and the files that they allow a script to read.
@Suite("Workspace folders")
struct WorkspaceTests {
  /// A folder with an open folder `flows` in it, and a profile on both sides of its border.
  private struct Files {
    let folder: TemporaryFolder
    let inside: String
    let outside: String
    let main: String

    init() throws {
      folder = try TemporaryFolder()
      let profile = "profile jane { identifier = \"jane\" }\n"
      inside = try folder.write("flows/common/jane.flow", profile)
      outside = try folder.write("jane.flow", profile)
      main = try folder.write("flows/sign-in/main.flow", "")
    }

    var root: String { folder.path + "/flows" }

    func script(importing path: String) -> String {
      "import \"\(path)\"\nflow \"a\" {\n  use jane\n  on identify answer identifier\n}\n"
    }
  }

  private static func folders(_ paths: [String]) -> JSON {
    .array(paths.map { ["uri": .string(DocumentURI.uri($0)), "name": "x"] })
  }

  /// A client whose `initialize` has these members.
  private static func client(_ members: JSONObject) -> EditorClient {
    var params: JSONObject = ["capabilities": [:]]
    for member in members.members { params[member.name] = member.value }
    return EditorClient(initializing: .object(params))
  }

  @Test("A script may import from the client's folder, however the client names it")
  func inside() throws {
    let files = try Files()
    let uri = DocumentURI.uri(files.main)
    let script = files.script(importing: "../common/jane.flow")
    let named: [JSONObject] = [
      ["rootUri": .string(DocumentURI.uri(files.root))],
      ["workspaceFolders": Self.folders([files.root])],
      ["rootUri": "file:///nowhere", "workspaceFolders": Self.folders(["/nowhere", files.root])],
      ["rootUri": .string(DocumentURI.uri(files.root)), "workspaceFolders": .null],
    ]
    for members in named {
      var client = Self.client(members)
      client.open(script, as: uri)
      #expect(client.ids(of: uri).isEmpty, "\(client.problems(of: uri))")
    }
    for members in [[:], ["rootUri": .null], ["rootUri": "file:///nowhere"]] as [JSONObject] {
      var client = Self.client(members)
      client.open(script, as: uri)
      #expect(client.ids(of: uri).contains("import-outside"))
    }
  }

  @Test("An import from outside of the client's folder is reported as by `flow check --root`")
  func outside() async throws {
    let files = try Files()
    let uri = DocumentURI.uri(files.main)
    let script = files.script(importing: "../../jane.flow")
    var client = Self.client(["workspaceFolders": Self.folders([files.root])])
    client.open(script, as: uri)
    let problem = try #require(client.problems(of: uri).first)
    #expect(problem["code"] == "import-outside")
    #expect(problem["range"]?["start"] == ["line": 0, "character": 7])
    _ = try files.folder.write("flows/sign-in/main.flow", script)
    let check = await Shell()("check", "--root", files.root, files.main)
    #expect(check.output.contains("error[import-outside]"), "\(check.all)")
    // The folder around it contains both.
    var other = Self.client(["workspaceFolders": Self.folders([files.root, files.folder.path])])
    other.open(script, as: uri)
    #expect(other.ids(of: uri).contains("import-outside"))
    var wide = Self.client(["workspaceFolders": Self.folders([files.folder.path])])
    wide.open(script, as: uri)
    #expect(wide.ids(of: uri).isEmpty, "\(wide.problems(of: uri))")
  }

  @Test("The root of a checkout counts, as it does for commands")
  func checkout() throws {
    let files = try Files()
    _ = try files.folder.write(".git/HEAD", "")
    let uri = DocumentURI.uri(files.main)
    var client = Self.client(["workspaceFolders": Self.folders([files.root])])
    client.open(files.script(importing: "../../jane.flow"), as: uri)
    #expect(client.ids(of: uri).isEmpty, "\(client.problems(of: uri))")
  }

  @Test("The documents are checked again if the client opens or closes a folder")
  func change() throws {
    let files = try Files()
    let uri = DocumentURI.uri(files.main)
    var client = Self.client([:])
    client.open(files.script(importing: "../common/jane.flow"), as: uri)
    #expect(client.ids(of: uri).contains("import-outside"))
    func change(added: [String], removed: [String]) -> JSON {
      ["event": ["added": Self.folders(added), "removed": Self.folders(removed)]]
    }
    client.tell(
      "workspace/didChangeWorkspaceFolders", change(added: [files.root], removed: []))
    #expect(client.ids(of: uri).isEmpty)
    client.tell(
      "workspace/didChangeWorkspaceFolders", change(added: [], removed: [files.root]))
    #expect(client.ids(of: uri).contains("import-outside"))
    for wrong in [[:], ["event": 5], ["event": ["added": [7], "removed": "x"]]] as [JSON] {
      client.tell("workspace/didChangeWorkspaceFolders", wrong)
    }
    #expect(client.ids(of: uri).contains("import-outside"))
  }

  @Test("A document that was never saved imports from the first folder")
  func unsaved() throws {
    let files = try Files()
    var client = Self.client(["workspaceFolders": Self.folders([files.root])])
    let uri = "untitled:Untitled-1"
    let script = files.script(importing: "common/jane.flow")
    client.open(script, as: uri)
    #expect(client.ids(of: uri).isEmpty, "\(client.problems(of: uri))")
    let definition = client.ask("definition", at: 10, of: script, uri: uri)
    #expect(definition["uri"] == .string(DocumentURI.uri(files.inside)))
    client.change([["text": .string(files.script(importing: "../jane.flow"))]], of: uri)
    #expect(client.ids(of: uri).contains("import-outside"))
  }

  @Test("The imports that were read are links")
  func links() throws {
    let files = try Files()
    let uri = DocumentURI.uri(files.main)
    var client = Self.client(["workspaceFolders": Self.folders([files.root])])
    client.open(
      "import \"nothing.flow\"\n" + files.script(importing: "../common/jane.flow"), as: uri)
    let answer = client.ask(
      "textDocument/documentLink", ["textDocument": ["uri": .string(uri)]])
    let links = answer["result"]?.array ?? []
    #expect(links.map { $0["target"] } == [.string(DocumentURI.uri(files.inside))])
    #expect(links.first?["range"]?["start"] == ["line": 1, "character": 7])
  }
}
