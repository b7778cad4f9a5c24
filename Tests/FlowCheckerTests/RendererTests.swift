import FlowChecker
import FlowInterpreter
import FlowEngine
import FlowDiagnostics
import FlowSyntax
import Testing

@Suite struct RendererTests {
  private func render(
    _ marked: MarkedSource, _ problem: Problem = .unreachableRule, labels: [String] = [],
    notes: [String] = [], help: String? = nil, columnsMax: Int = 100, isColored: Bool = false,
    mask: @escaping (String) -> String = { $0 }
  ) -> String {
    var renderer = DiagnosticRenderer(isColored: isColored, columnsMax: columnsMax, mask: mask)
    let labels = labels.enumerated().map { index, text in
      let range = marked.range(3 + 2 * index, 4 + 2 * index)
      return Diagnostic.PlaceLabel(Place(marked.source, range), text)
    }
    return renderer.render(
      Diagnostic(
        problem, at: Place(marked.source, marked.range(1, 2)), labels: labels, notes: notes,
        help: help ?? "fix it"))
  }

  @Test("A problem shows its line, its location and its help")
  func plain() {
    let marked = MarkedSource("on a submit\non 1️⃣chalenge2️⃣ email submit\n")
    #expect(
      render(marked, .unknownStep(name: "chalenge", nearest: ["challenge"])) == """
        warning[unknown-step]: unknown step `chalenge`
         --> test.flow:2:4
          |
        2 | on chalenge email submit
          |    ^^^^^^^^
          = help: fix it

        """)
  }

  @Test("A byte order mark isn't a column, and isn't shown")
  func byteOrder() {
    let marked = MarkedSource("\u{FEFF}on identify 1️⃣answr2️⃣ x")
    #expect(marked.source.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(
      render(marked).hasSuffix(
        """
         --> test.flow:1:13
          |
        1 | on identify answr x
          |             ^^^^^
          = help: fix it

        """))
    // A problem with the whole file begins at its start.
    let whole = MarkedSource("1️⃣\u{FEFF}2️⃣on identify submit")
    #expect(render(whole).contains("test.flow:1:1\n"))
  }

  @Test("Tabs become spaces, and the caret is under its character")
  func tabs() {
    let marked = MarkedSource("\ton\tidentify\t1️⃣x2️⃣")
    #expect(
      render(marked).hasSuffix(
        """
        1 |     on  identify    x
          |                     ^
          = help: fix it

        """))
    #expect(render(marked).contains("test.flow:1:14\n"))
  }

  @Test(
    "Wide characters take two columns, combining marks none",
    arguments: [
      ("\"日本\" 1️⃣x2️⃣", "\"日本\" x", 7),
      ("\"e\u{301}\" 1️⃣x2️⃣", "\"e\u{301}\" x", 4),
      ("\"😀\" 1️⃣x2️⃣", "\"😀\" x", 5),
      ("\"👩\u{200D}👩\u{200D}👧\" 1️⃣x2️⃣", "\"👩\u{200D}👩\u{200D}👧\" x", 5),
      ("\"👍🏽\" 1️⃣x2️⃣", "\"👍🏽\" x", 5),
      ("\"❤\u{FE0F}\" 1️⃣x2️⃣", "\"❤\u{FE0F}\" x", 5),
      ("\"🇫🇷\" 1️⃣x2️⃣", "\"🇫🇷\" x", 5),
      ("\"한글\" 1️⃣x2️⃣", "\"한글\" x", 7),
      ("\"ｆ\" 1️⃣x2️⃣", "\"ｆ\" x", 5),
    ])
  func widths(text: String, line: String, column: Int) {
    let space = String(repeating: " ", count: column)
    #expect(render(MarkedSource(text)).contains("\n1 | \(line)\n  | \(space)^\n"))
  }

  @Test("No control character of a script, a name or a message reaches the output")
  func controls() {
    let marked = MarkedSource(
      "say \"\u{1B}[31m\u{7}\u{9B}2J\u{202E}\" 1️⃣x2️⃣", name: "a\u{1B}]0;b\u{7}.flow")
    let text = render(
      marked, .serverMessage(message: "no\u{1B}[2J\r\nthen"), notes: ["a\u{8}b"], help: "c\u{0}d")
    #expect(text.contains("1 | say \"␛[31m␇\u{FFFD}2J\u{FFFD}\" x\n"))
    #expect(text.contains("--> a␛]0;b␇.flow:1:18\n"))
    #expect(text.contains("the server says: no␛[2J  then\n"))
    #expect(text.contains("= note: a␈b\n"))
    #expect(text.contains("= help: c␀d\n"))
    let isHarmless = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }
    #expect(isHarmless)
  }

  @Test("Bytes that aren't UTF-8 are shown as U+FFFD")
  func notUTF8() {
    let source = SourceFile(name: "t", bytes: Array("say \"".utf8) + [0xFF] + Array("\" x".utf8))
    var renderer = DiagnosticRenderer()
    let text = renderer.render(Diagnostic(.notUTF8, at: Place(source, SourceRange(5, 6))))
    #expect(text.contains("1 | say \"\u{FFFD}\" x\n  |      ^\n"))
  }

  @Test("A location over several lines shows its first and its last line")
  func multiline() {
    let marked = MarkedSource("flow \"a\" 1️⃣{\n  on a submit\n  on b submit\n}2️⃣\non c skip")
    #expect(
      render(marked, .unclosedBrace) == """
        error[unclosed-brace]: this `{` is never closed
         --> test.flow:1:10
          |
        1 | flow "a" {
          |          ^
        ...
        4 | }
          | ^
          = help: fix it

        """)
  }

  @Test("Additional locations are drawn with their labels, in the order of their lines")
  func labels() {
    let marked = MarkedSource(
      """
      3️⃣on identify submit4️⃣

      1️⃣on 5️⃣identify6️⃣ skip2️⃣
      """)
    #expect(
      render(marked, labels: ["this one always answers first", "the step"]) == """
        warning[unreachable-rule]: this rule can never fire
         --> test.flow:3:1
          |
        1 | on identify submit
          | ------------------ this one always answers first
        ...
        3 | on identify skip
          | ^^^^^^^^^^^^^^^^
          |    -------- the step
          = help: fix it

        """)
  }

  @Test("A location in another file is drawn under that file's name")
  func otherFile() {
    let here = MarkedSource("profile 1️⃣jane2️⃣ { }")
    let there = MarkedSource(
      String(repeating: "\n", count: 9) + "profile 1️⃣jane2️⃣ { }", name: "b.flow")
    var renderer = DiagnosticRenderer()
    let text = renderer.render(
      Diagnostic(
        .duplicateName(kind: "profile", name: "jane"),
        at: Place(here.source, here.range(1, 2)),
        labels: [
          Diagnostic.PlaceLabel(Place(there.source, there.range(1, 2)), "the first is here")
        ], notes: ["names are shared"]))
    #expect(
      text == """
        error[duplicate-name]: there are two profiles called `jane`
          --> test.flow:1:9
           |
         1 | profile jane { }
           |         ^^^^
          ::: b.flow:10:9
           |
        10 | profile jane { }
           |         ---- the first is here
           = note: names are shared

        """)
  }

  @Test("A location of zero width is one caret, even past the end of the line")
  func empty() {
    let marked = MarkedSource("on identify1️⃣2️⃣\r\nexpect success")
    #expect(render(marked).contains("1 | on identify\n  |            ^\n"))
    #expect(render(MarkedSource("1️⃣2️⃣")).contains("1 |\n  | ^\n"))
  }

  @Test("A long line is cut around the caret")
  func long() {
    let marked = MarkedSource(
      "say \"" + String(repeating: "a", count: 300) + "1️⃣bbb2️⃣" + String(repeating: "c", count: 300)
        + "\"")
    let text = render(marked, columnsMax: 40)
    let a = String(repeating: "a", count: 12)
    let c = String(repeating: "c", count: 23)
    #expect(text.contains("1 | …\(a)bbb\(c)…\n  | \(String(repeating: " ", count: 13))^^^\n"))
    let early = MarkedSource("say 1️⃣x2️⃣ \"" + String(repeating: "a", count: 300) + "\"")
    #expect(
      render(early, columnsMax: 40).contains("1 | say x \"\(String(repeating: "a", count: 32))…\n"))
  }

  @Test("A line of a megabyte costs only as much as its visible part")
  func huge() {
    let marked = MarkedSource(
      String(repeating: "é", count: 500_000) + "1️⃣x2️⃣" + String(repeating: "é", count: 500_000))
    let text = render(marked, columnsMax: 40)
    #expect(text.contains("test.flow:1:500001\n"))
    #expect(text.contains("^\n"))
    #expect(text.utf8.count < 500)
  }

  @Test("Colors mark severity, gutter and help")
  func color() {
    let marked = MarkedSource("on 1️⃣x2️⃣ skip")
    #expect(
      render(marked, isColored: true) == """
        \u{1B}[1;33mwarning[unreachable-rule]\u{1B}[0m\u{1B}[1m: this rule can never fire\u{1B}[0m
        \u{1B}[1;34m -->\u{1B}[0m test.flow:1:4
         \u{1B}[1;34m |\u{1B}[0m
        \u{1B}[1;34m1 |\u{1B}[0m on x skip
         \u{1B}[1;34m |\u{1B}[0m    \u{1B}[1;33m^\u{1B}[0m
          \u{1B}[1;36m= help:\u{1B}[0m fix it

        """)
  }

  @Test("Every text passes through the mask, and carets follow it")
  func masked() {
    let marked = MarkedSource(
      "on identify answer password = \"hunter2\", 1️⃣x2️⃣", name: "hunter2.flow")
    let text = render(
      marked, .serverMessage(message: "not hunter2"), notes: ["hunter2"], help: "hunter2"
    ) { text in
      text.split(separator: "hunter2", omittingEmptySubsequences: false).joined(separator: "••")
    }
    #expect(!text.contains("hunter2"))
    #expect(
      text.contains(
        "1 | on identify answer password = \"••\", x\n  | \(String(repeating: " ", count: 36))^\n"))
  }

  @Test("A problem without a location is its message and its help")
  func noPlace() {
    var renderer = DiagnosticRenderer()
    #expect(
      renderer.render([
        Diagnostic(.fileNotFound(path: "a.flow"), at: nil), Diagnostic(.interrupted, at: nil),
      ]) == """
        error[file-not-found]: there is no file `a.flow`
          = help: a path is relative to the folder that the command runs in

        error[interrupted]: the run was interrupted

        """)
  }
}
