import FlowHTTP

@testable import FlowLanguageServer

/// An editor that talks to its own server.
struct EditorClient {
  let server = LanguageServer()
  /// The server's own messages.
  private(set) var notices: [JSON] = []
  private var lastID = 0

  /// The address of the open document in tests that need only one.
  static let uri = "file:///nowhere/script.flow"

  init(encoding: String? = nil, folder: String? = nil, opening text: String? = nil) {
    let encodings = encoding.map { JSON.array([.string($0)]) } ?? []
    _ = ask(
      "initialize",
      [
        "capabilities": ["general": ["positionEncodings": encodings]],
        "rootUri": folder.map { .string(DocumentURI.uri($0)) } ?? .null,
      ])
    tell("initialized", [:])
    if let text { open(text) }
  }

  /// An editor that sends these parameters of `initialize`.
  init(initializing params: JSON) {
    _ = ask("initialize", params)
    tell("initialized", [:])
  }

  /// Sends a message unchanged, and returns every response.
  mutating func send(_ message: JSON) -> [JSON] {
    let answers = server.receive([.message(message.bytes())])
    notices += answers.filter { $0["method"] != nil }
    return answers
  }

  /// Makes a request, and returns its answer.
  mutating func ask(_ method: String, _ params: JSON) -> JSON {
    lastID += 1
    let answers = send(
      ["jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": params])
    return answers.first { $0["id"] == .integer(lastID) } ?? .null
  }

  /// Sends a notification.
  mutating func tell(_ method: String, _ params: JSON) {
    _ = send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  mutating func open(_ text: String, as uri: String = EditorClient.uri) {
    tell(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": "flow", "version": 1, "text": .string(text),
        ]
      ])
  }

  mutating func change(_ changes: [JSON], of uri: String = EditorClient.uri) {
    tell(
      "textDocument/didChange",
      ["textDocument": ["uri": .string(uri), "version": 2], "contentChanges": .array(changes)])
  }

  /// The problems that the client currently shows for a document.
  func problems(of uri: String = EditorClient.uri) -> [JSON] {
    let last = notices.last { notice in
      notice["method"] == "textDocument/publishDiagnostics"
        && notice["params"]?["uri"] == .string(uri)
    }
    return last?["params"]?["diagnostics"]?.array ?? []
  }

  /// The ids of the problems of a document.
  func ids(of uri: String = EditorClient.uri) -> [String] {
    problems(of: uri).compactMap { $0["code"]?.string }
  }

  /// Asks about a location in a document.
  mutating func ask(
    _ method: String, at offset: Int, of text: String, uri: String = EditorClient.uri,
    _ more: JSONObject = [:]
  ) -> JSON {
    let position = TextLines(Array(text.utf8), .utf16).position(offset)
    var params: JSONObject = [
      "textDocument": ["uri": .string(uri)], "position": LanguageServer.json(position),
    ]
    for member in more.members { params[member.name] = member.value }
    return ask("textDocument/" + method, .object(params))["result"] ?? .null
  }
}

/// A script with marks `|` in it, and their locations.
struct MarkedScript {
  var text = ""
  var marks: [Int] = []

  init(_ marked: String) {
    for character in marked {
      if character == "|" { marks.append(text.utf8.count) } else { text.append(character) }
    }
  }

  /// The location of the first mark.
  var mark: Int { marks.first ?? 0 }
}

extension String {
  /// The text after edits in the protocol's form.
  func edited(by edits: [JSON]) -> String {
    var bytes = Array(utf8)
    let lines = TextLines(bytes, .utf16)
    func offset(_ position: JSON?) -> Int {
      lines.offset(
        TextPosition(
          line: position?["line"]?.integer ?? 0, character: position?["character"]?.integer ?? 0))
    }
    let ranges = edits.map { edit in
      (
        offset(edit["range"]?["start"])..<offset(edit["range"]?["end"]),
        edit["newText"]?.string ?? ""
      )
    }
    for (range, text) in ranges.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
