import FlowDiagnostics
import TestSupport
import Testing

@testable import FlowSyntax

/// The one format of scripts.
@Suite struct FormatTests {
  /// The meaning of a text: its words and punctuation, its comments, and the ends of statements.
  static func meaning(_ text: String) -> [String] {
    let source = SourceFile(name: "t", text: text)
    let lexed = LexedSource(source)
    var words: [String] = []
    for token in lexed.tokens where token.kind != .endOfFile {
      if token.kind == .endOfStatement {
        // A line's end and a semicolon are equivalent; beside a brace neither has a meaning.
        if let last = words.last, last != ";", last != "{", last != "}" { words.append(";") }
      } else {
        if token.kind == .rightBrace, words.last == ";" { words.removeLast() }
        words.append(source.text(token.range))
      }
    }
    if words.last == ";" { words.removeLast() }
    let comments = lexed.comments.map { comment in
      let text = source.text(comment)
      return String(text.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
    return words + comments
  }

  @Test(
    "A script gets its format",
    arguments: [
      ("on  a   choose b;on c choose d", "on a choose b; on c choose d\n"),
      (
        "on select-authenticator choose email\non challenge prompt code\n",
        "on select-authenticator choose email\non challenge            prompt code\n"
      ),
      (
        "profile jane {\nidentifier=\"j\"\n  password   = secret P   # hers\n choose a or b\n}",
        "profile jane {\n  identifier = \"j\"\n  password   = secret P  # hers\n  choose a or b\n}\n"
      ),
      (
        "flow \"a\" {\n\n\n  on a skip\n\n\n\n  on bb skip\n\n}\nflow \"b\" { on a skip }",
        "flow \"a\" {\n  on a skip\n\n  on bb skip\n}\n\nflow \"b\" { on a skip }\n"
      ),
      (
        "flow \"a\"\n      tagged b,\nc\nfor d in \"e\"\n{\non f skip }",
        "flow \"a\"\n  tagged b,\n  c\n  for d in \"e\"\n{\n  on f skip\n}\n"
      ),
      (
        "on a\nwhen message choose b or\nc\nthen skip",
        "on a\n  when message choose b or\n  c\n  then skip\n"
      ),
      (
        "on a {\nsay \"x\";skip }",
        "on a {\n  say \"x\"; skip\n}\n"
      ),
      (
        "# top\non a skip # one\non challenge skip # two\n#end",
        "# top\non a         skip  # one\non challenge skip  # two\n#end\n"
      ),
      (
        "import \"a.flow\"\nlet a = 1\n# the flow\nflow \"x\" { on a skip }\n# of acme\norg acme { b }",
        "import \"a.flow\"\nlet a = 1\n\n# the flow\nflow \"x\" { on a skip }\n\n# of acme\norg acme { b }\n"
      ),
      (
        "on a when ( b or c ) and d >= 2 answer x ? , y = \"1\"",
        "on a when (b or c) and d >= 2 answer x?, y = \"1\"\n"
      ),
      (
        "flow \"x\" for a , b in ( 1,\"2\" ),(3 , 4) {on a skip}",
        "flow \"x\" for a, b in (1, \"2\"), (3, 4) { on a skip }\n"
      ),
      (
        "let a = \"\"\"\n    x\n      y\n    \"\"\"\non a skip",
        "let a = \"\"\"\n    x\n      y\n    \"\"\"\non a skip\n"
      ),
      (
        "org a {\n  user \"u\" { password \"012345678901234567890123456789\"; first-name \"012345678901234567890123456789\"; x }\n}",
        "org a {\n  user \"u\" {\n    password \"012345678901234567890123456789\"; first-name \"012345678901234567890123456789\"; x\n  }\n}\n"
      ),
      ("", ""), ("\n\n", ""), ("#a", "#a\n"), ("\u{FEFF}on a skip\r\n", "on a skip\n"),
    ])
  func forms(_ row: (text: String, form: String)) {
    let form = SourceFile(name: "t", text: row.text).formatted()
    #expect(form == row.form)
    #expect(form.flatMap { SourceFile(name: "t", text: $0).formatted() } == row.form)
    #expect(form.map(FormatTests.meaning) == FormatTests.meaning(row.text))
  }

  @Test(
    "A script with a mistake isn't formatted",
    arguments: ["on", "flow \"a {", "on a skip }", "\u{0}"])
  func mistakes(_ text: String) {
    #expect(SourceFile(name: "t", text: text).formatted() == nil)
  }

  @Test("Formatting is idempotent, and keeps the meaning", arguments: Corpus.all)
  func corpus(_ text: String) {
    hold(text)
  }

  @Test("A damaged script has no format, or one with the same meaning", arguments: Corpus.all)
  func mutants(_ text: String) {
    let bytes = Array(text.utf8)
    var generator = SeededGenerator(seed: 11)
    let marks = ["{", "}", ";", "\n", "#", " or ", "(", ",", "\n\n\n", " ", "=", "\"\"\""]
    for _ in 0..<100 {
      let position = Int.random(in: 0...bytes.count, using: &generator)
      let mark = marks[Int.random(in: 0..<marks.count, using: &generator)]
      let damaged = bytes[..<position] + Array(mark.utf8) + bytes[position...]
      hold(String(decoding: damaged, as: UTF8.self))
    }
  }

  private func hold(_ text: String) {
    let source = SourceFile(name: "t", text: text)
    guard let form = source.formatted() else { return }
    let formed = SourceFile(name: "t", text: form)
    #expect(formed.formatted() == form, "\(text)")
    #expect(FormatTests.meaning(form) == FormatTests.meaning(text), "\(text)\n\(form)")
    #expect(
      TreeDump.dump(Script.parse(formed).script) == TreeDump.dump(Script.parse(source).script))
  }
}
