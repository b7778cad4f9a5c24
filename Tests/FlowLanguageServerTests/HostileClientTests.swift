import FlowHTTP
import TestSupport
import Testing

@testable import FlowLanguageServer

/// Clients that send arbitrary data.
@Suite("Hostile clients of the language server")
struct HostileClientTests {
  static let text = "let code = \"1\"\non challenge email answer code\nexpect success\n"
  static let methods = [
    "textDocument/formatting", "textDocument/documentSymbol", "textDocument/foldingRange",
    "textDocument/hover", "textDocument/definition", "textDocument/references",
    "textDocument/documentHighlight", "textDocument/prepareRename", "textDocument/rename",
    "textDocument/completion", "textDocument/codeAction", "textDocument/semanticTokens/full",
    "textDocument/codeLens", "textDocument/rangeFormatting",
    "initialize", "x", "",
  ]
  static let notifications = [
    "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
    "textDocument/didSave", "workspace/didChangeWatchedFiles", "$/cancelRequest", "$/x", "",
  ]

  /// Values of every type, some of them nearly right.
  static let values: [JSON] = [
    .null, true, 5, -1, .double(1.5), .bigNumber("1e999"), "x", "", [], [5], [[]], [:],
    ["line": 0], ["line": -1, "character": -1], ["line": "0", "character": 0],
    ["line": 9_223_372_036_854_775_807, "character": 9_223_372_036_854_775_807],
    ["start": ["line": 5, "character": 5], "end": ["line": 0, "character": 0]],
    ["uri": 5], ["uri": .string(EditorClient.uri)], ["uri": .string(EditorClient.uri), "text": 5],
    [["range": ["start": 5], "text": "x"]], [["text": 5]], [["range": 5, "text": ""]],
  ]

  private static func alive(_ client: inout EditorClient) -> Bool {
    client.open(text, as: "file:///nowhere/other.flow")
    let answer = client.ask(
      "textDocument/foldingRange", ["textDocument": ["uri": "file:///nowhere/other.flow"]])
    return answer["result"]?.array != nil
  }

  @Test("Every request is answered once, whatever the type of its members")
  func types() {
    var client = EditorClient(opening: Self.text)
    let members = ["textDocument", "position", "range", "newName", "context"]
    for method in Self.methods {
      for value in Self.values {
        #expect(client.ask(method, value) != .null)
        for member in members {
          var params: JSONObject = [
            "textDocument": ["uri": .string(EditorClient.uri)],
            "position": ["line": 1, "character": 30], "newName": "x",
          ]
          params[member] = value
          let answer = client.ask(method, .object(params))
          #expect((answer["result"] == nil) != (answer["error"] == nil), "\(method)")
        }
      }
    }
    #expect(Self.alive(&client))
  }

  @Test("Every notification is survived, whatever the type of its members")
  func notifications() {
    var client = EditorClient()
    for method in Self.notifications {
      for value in Self.values {
        client.open(Self.text)
        client.tell(method, value)
        client.tell(
          method, ["textDocument": value, "contentChanges": [["text": "on x"]], "id": value])
        client.tell(
          method,
          ["textDocument": ["uri": .string(EditorClient.uri)], "contentChanges": value])
      }
    }
    #expect(Self.alive(&client))
  }

  @Test("An unreadable change closes the document: no false problem is reported about it")
  func unreadableChange() {
    var client = EditorClient(opening: "expect succes\n")
    #expect(!client.ids().isEmpty)
    client.change([["range": 5, "text": "x"]])
    #expect(client.ids().isEmpty)
    let document: JSON = ["textDocument": ["uri": .string(EditorClient.uri)]]
    #expect(client.ask("textDocument/foldingRange", document)["error"]?["code"] == -32602)
  }

  @Test(
    "An invalid message is answered with its id if it has one",
    arguments: [
      (5, .null, -32600), ([:], .null, -32600), (["id": 3], .null, -32600),
      (["jsonrpc": "1.0", "id": 3, "method": "x"], 3, -32600),
      (["jsonrpc": "2.0", "id": 3], 3, -32600),
      (["jsonrpc": "2.0", "id": [], "method": "x"], .null, -32600),
      (["jsonrpc": "2.0", "id": 3, "method": 5], 3, -32600),
    ] as [(JSON, JSON, Int)])
  func invalid(message: JSON, id: JSON, code: Int) {
    var client = EditorClient()
    let answers = client.send(message)
    #expect(answers.count == 1)
    #expect(answers.first?["error"]?["code"] == .integer(code))
    if message["jsonrpc"] != nil { #expect(answers.first?["id"] == id) }
    #expect(client.send(["jsonrpc": "2.0", "id": 9, "result": 5]).isEmpty)
  }

  @Test("Bytes that aren't JSON are reported, and the session goes on")
  func bytes() {
    var session = ServerSession()
    let garbage = "Content-Length: 4\r\n\r\n{]\u{0}\u{1}"
    let answer = String(decoding: session.take(Array(garbage.utf8)), as: UTF8.self)
    #expect(answer.contains("-32700"))
    let body = LanguageServerTests.request(1, "initialize").bytes()
    let head = Array("Content-Length: \(body.count)\r\n\r\n".utf8)
    #expect(String(decoding: session.take(head + body), as: UTF8.self).contains("capabilities"))
    #expect(session.status == nil)
  }

  @Test("A session with bytes changed at random never traps")
  func mutants() {
    var generator = SeededGenerator(seed: 11)
    var client = EditorClient(opening: Self.text)
    let requests = Self.methods.map { method in
      LanguageServerTests.request(
        1, method,
        [
          "textDocument": ["uri": .string(EditorClient.uri), "text": "on any stop"],
          "position": ["line": 1, "character": 4], "newName": "x",
        ]
      ).bytes()
    }
    for _ in 0..<3_000 {
      guard var bytes = requests.randomElement(using: &generator) else { continue }
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(bytes[index], at: index)
        }
      }
      #expect(client.server.receive([.message(bytes)]).count <= 2)
    }
    #expect(Self.alive(&client))
  }
}
