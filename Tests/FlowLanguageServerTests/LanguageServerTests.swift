import FlowChecker
import FlowDiagnostics
import CommandSupport
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowHTTP
import FlowTerminal
import Testing

@testable import FlowLanguageServer

/// The life of a session, and the problems of its documents.
@Suite("Language server")
struct LanguageServerTests {
  static func request(_ id: JSON, _ method: String, _ params: JSON = [:]) -> JSON {
    ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params]
  }

  static let exit: JSON = ["jsonrpc": "2.0", "method": "exit"]

  @Test("Nothing is answered before `initialize`, and nothing but `exit` after `shutdown`")
  func life() {
    let server = LanguageServer()
    func ask(_ method: String) -> JSON? {
      server.receive([.message(Self.request(1, method).bytes())]).first
    }
    #expect(ask("textDocument/hover")?["error"]?["code"] == -32002)
    #expect(ask("initialize")?["result"]?["capabilities"] != nil)
    #expect(ask("initialize")?["error"]?["code"] == -32600)
    #expect(ask("no/such")?["error"]?["code"] == -32601)
    #expect(ask("shutdown")?["result"] == .null)
    #expect(ask("textDocument/hover")?["error"]?["code"] == -32600)
    _ = server.receive([.message(Self.exit.bytes())])
    #expect(server.status == .success)
    let other = LanguageServer()
    _ = other.receive([.message(Self.exit.bytes())])
    #expect(other.status == .failed)
  }

  @Test(
    "The first known encoding is used",
    arguments: [
      (["utf-8"], "utf-8"), (["utf-32", "utf-8"], "utf-32"), (["x", "utf-16"], "utf-16"),
      ([], "utf-16"),
    ] as [([String], String)])
  func encoding(offered: [String], taken: String) {
    let client = LanguageServer()
    let answer = client.receive([
      .message(
        Self.request(
          1, "initialize",
          ["capabilities": ["general": ["positionEncodings": .array(offered.map { .string($0) })]]]
        ).bytes())
    ])
    #expect(answer.first?["result"]?["capabilities"]?["positionEncoding"] == .string(taken))
  }

  @Test("A batch is answered together, and a withdrawn request isn't handled")
  func batch() {
    var client = EditorClient()
    let answers = client.send([
      Self.request(1, "shutdown"), 5, ["jsonrpc": "2.0", "method": "initialized"],
    ])
    #expect(answers.count == 1)
    #expect(answers.first?.array?.compactMap { $0["id"] } == [1, .null])
    #expect(client.send([]).first?["error"]?["code"] == -32600)
    let cancel: JSON = [
      "jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": "x"],
    ]
    let both = client.server.receive([
      .message(Self.request("x", "textDocument/hover").bytes()), .message(cancel.bytes()),
    ])
    #expect(both.map { $0["error"]?["code"] } == [-32800])
  }

  @Test("Problems follow the text: after a partial change, a full one, and none once it is closed")
  func problems() {
    let text = "on identify answer identifier = \"jane\"\nexpect succes\n"
    var client = EditorClient(opening: text)
    #expect(client.ids() == ["unknown-fact"])
    let problem = client.problems().first
    #expect(problem?["range"]?["start"] == ["line": 1, "character": 7])
    #expect(problem?["range"]?["end"] == ["line": 1, "character": 13])
    #expect(problem?["severity"] == 1)
    #expect(problem?["message"]?.string?.contains("did you mean `success`?") == true)
    client.change([
      [
        "range": [
          "start": ["line": 1, "character": 13], "end": ["line": 1, "character": 13],
        ], "text": "s",
      ]
    ])
    #expect(client.ids().isEmpty)
    client.change([["text": "on identify"]])
    #expect(client.ids() == ["unexpected"])
    client.tell("textDocument/didClose", ["textDocument": ["uri": .string(EditorClient.uri)]])
    #expect(client.ids().isEmpty)
  }

  @Test("An open import is read as it is typed, and its importer is checked again")
  func overlay() throws {
    let folder = try TemporaryFolder()
    let main = try folder.write("main.flow", "")
    let profile = try folder.write("jane.flow", "profile jane { identifier = \"jane\" }\n")
    let (mainURI, profileURI) = (DocumentURI.uri(main), DocumentURI.uri(profile))
    var client = EditorClient()
    client.open(
      "import \"jane.flow\"\nflow \"a\" {\n  use jane\n  on identify answer identifier\n}\n",
      as: mainURI)
    #expect(client.ids(of: mainURI).isEmpty)
    client.open("profile joe { identifier = \"joe\" }\n", as: profileURI)
    #expect(client.ids(of: mainURI).contains("unknown-name"))
    client.change([["text": "profile jane { identifier = }\n"]], of: profileURI)
    // The mistake is shown in its own file, and at the import that brings it in.
    #expect(client.ids(of: profileURI) == ["unexpected"])
    let shown = client.problems(of: mainURI).first
    #expect(shown?["range"]?["start"] == ["line": 0, "character": 7])
    let place = shown?["relatedInformation"]?.array?.first?["location"]?["uri"]
    #expect(place == .string(profileURI))
    client.tell("textDocument/didClose", ["textDocument": ["uri": .string(profileURI)]])
    #expect(client.ids(of: mainURI).isEmpty)
  }

  @Test("Every advertised feature works")
  func capabilities() {
    let text = "on identify answer identifier = \"jane\"\n"
    var client = EditorClient(opening: text)
    for method in [
      "formatting", "documentSymbol", "foldingRange", "hover", "definition", "references",
      "documentHighlight", "prepareRename", "rename", "completion", "codeAction",
      "semanticTokens/full",
    ] {
      let answer = client.ask(
        "textDocument/" + method,
        [
          "textDocument": ["uri": .string(EditorClient.uri)],
          "position": ["line": 0, "character": 4], "newName": "x", "context": [:],
          "range": [
            "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 9],
          ],
        ])
      #expect(answer["id"] != nil)
      #expect(answer["error"]?["code"] != -32601, "\(method)")
    }
  }

  @Test("No answer shows a secret from a script")
  func secrets() {
    let secret = "correct-horse-battery"
    let text = """
      let word = "\(secret)"
      profile jane {
        password = "\(secret)"
        passcode = word
      }
      flow "a" {
        use jane
        on identify answer passcod = "\(secret)", passcode = word
        on challenge password answer password
        expect succes
      }

      """
    var client = EditorClient(opening: text)
    #expect(!client.problems().isEmpty)
    for offset in 0..<text.utf8.count {
      for method in ["hover", "completion", "definition", "documentHighlight"] {
        let answer = client.ask(method, at: offset, of: text)
        #expect(!String(decoding: answer.bytes(), as: UTF8.self).contains(secret))
      }
    }
    for problem in client.problems() {
      #expect(!String(decoding: problem.bytes(), as: UTF8.self).contains(secret))
    }
  }

  @Test("The facts of every engine match the checker's")
  func facts() {
    let source = SourceFile(name: "a.flow", text: "on any when nothing stop\n")
    let notes = LoadedScript.load(source, options: LoadedScript.Options(orgs: .simulated))
      .diagnostics
      .flatMap(\.notes).joined()
    for fact in LanguageWords.facts {
      let script = SourceFile(name: "a.flow", text: "on any when \(fact) is \"x\" stop\n")
      let ids = LoadedScript.load(script, options: LoadedScript.Options(orgs: .simulated))
        .diagnostics.map(\.kind)
      #expect(!ids.contains(.unknownFact), "\(fact)")
    }
    #expect(notes.contains("message"))
  }
}
