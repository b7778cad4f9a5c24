import FlowHTTP
import Testing

@testable import FlowLanguageServer

@Suite("Half of a surrogate pair in an editor's text")
struct LoneSurrogateTests {
  private static let head = #"{"jsonrpc":"2.0","method":"textDocument/"#
  private static let document = #""textDocument":{"uri":"file:///nowhere/script.flow","version":2}"#

  private static func send(_ client: inout EditorClient, _ message: String) {
    let answers = client.server.receive([.message(Array(message.utf8))])
    #expect(!answers.contains { $0["error"] != nil }, "\(answers)")
  }

  /// The locations of a script's names in the outline.
  private static func outline(_ client: inout EditorClient) -> [JSON] {
    let answer = client.ask(
      "textDocument/documentSymbol", ["textDocument": ["uri": .string(EditorClient.uri)]])
    return answer["result"]?.array ?? []
  }

  @Test(
    "It is one unit: later changes and locations are correct", arguments: [#"\ud83d"#, #"\uDE00"#])
  func change(half: String) {
    var client = EditorClient(opening: "flow \"a\" { on skip skip; expect success }\n")
    // Between the `#` and the end of its line; then a flow after it.
    Self.send(
      &client,
      Self.head + #"didChange","params":{"# + Self.document
        + #","contentChanges":[{"range":{"start":{"line":0,"character":0},"#
        + #""end":{"line":0,"character":0}},"text":"# + "\"# x" + half + "y\\n\"}]}}")
    // By the position after the half, which is the fourth character: `y` becomes `z`.
    Self.send(
      &client,
      Self.head + #"didChange","params":{"# + Self.document
        + #","contentChanges":[{"range":{"start":{"line":0,"character":4},"#
        + #""end":{"line":0,"character":5}},"text":"z"},"#
        + #"{"range":{"start":{"line":1,"character":6},"end":{"line":1,"character":7}},"text":"b"}]}}"#
    )
    let symbols = Self.outline(&client)
    #expect(symbols.count == 1 && symbols.first?["name"] == "b", "\(symbols)")
    #expect(client.ids() == [], "\(client.problems())")
  }

  @Test("When the other half arrives later, each is one unit, and the text stays in sync")
  func halves() {
    var client = EditorClient(opening: "# \n")
    for (column, half) in [(2, #"\ud83d"#), (3, #"\ude00"#)] {
      Self.send(
        &client,
        Self.head + #"didChange","params":{"# + Self.document
          + #","contentChanges":[{"range":{"start":{"line":0,"character":\#(column)},"#
          + #""end":{"line":0,"character":\#(column)}},"text":""# + half + #""}]}}"#)
    }
    Self.send(
      &client,
      Self.head + #"didChange","params":{"# + Self.document
        + #","contentChanges":[{"range":{"start":{"line":0,"character":4},"#
        + #""end":{"line":1,"character":0}},"text":"\nflow \"c\" { expect success }\n"}]}}"#)
    #expect(Self.outline(&client).first?["name"] == "c")
  }

  @Test("Elsewhere JSON stays strict, and an escape after a half is separate")
  func strict() throws {
    for text in [#""\ud83d""#, #""\ude00""#, #""\ud83d\n""#, #""\ud83d\ud83d""#, #""\ud83dA""#] {
      #expect(throws: JSONFailure.self) { try JSON(parsing: Array(text.utf8)) }
    }
    func read(_ text: String) throws -> JSON {
      try JSON(parsing: Array(text.utf8), replacesLoneSurrogates: true)
    }
    #expect(try read(#""\ud83d\n""#) == "\u{FFFD}\n")
    #expect(try read(#""\ud83d\ud83d\ude00""#) == "\u{FFFD}😀")
    #expect(try read(#""\ude00\ud83d""#) == "\u{FFFD}\u{FFFD}")
    #expect(throws: JSONFailure.self) { try read(#""\ud83d\u00""#) }
    #expect(throws: JSONFailure.self) { try read(#""\ud8""#) }
  }
}
