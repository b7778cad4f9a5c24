import Testing

@testable import FlowCLI

@Suite("A line while it is typed")
struct EditedLineTests {
  /// Types keys, and returns the result of the last one and the shown text.
  static func type(_ keys: String) -> (last: EditedLine.Result, shown: String) {
    var line = EditedLine()
    var shown = ""
    var last = EditedLine.Result.more("")
    for byte in keys.utf8 {
      last = line.take(byte)
      if case .more(let echo) = last { shown += echo }
    }
    return (last, shown)
  }

  @Test(
    "Each key does what it does in other programs",
    arguments: [
      ("jane\r", "jane"), ("jane\n", "jane"), ("\r", ""), ("jab\u{7F}ne\r", "jane"),
      ("jab\u{8}ne\r", "jane"), ("\u{7F}\u{7F}jane\r", "jane"), ("joe\u{15}jane\r", "jane"),
      ("é€\u{7F}\r", "é"), ("ja\u{4}ne\r", "jane"), ("ja\tne\u{0}\r", "jane"),
      ("ja\u{1B}[A\u{1B}[1;5Cne\u{1B}OP\u{1B}[3~\r", "jane"), ("ja\u{1B}\u{7F}ane\r", "jane"),
    ])
  func keys(typed: String, line: String) {
    #expect(Self.type(typed).last == .done(line))
  }

  @Test("Ctrl-C and Ctrl-\\ cancel; Ctrl-D ends an empty line, after an escape, too")
  func ends() {
    #expect(Self.type("jane\u{3}").last == .cancel)
    #expect(Self.type("\u{1C}").last == .cancel)
    #expect(Self.type("\u{1B}[\u{3}").last == .cancel)
    #expect(Self.type("\u{4}").last == .end)
    #expect(Self.type("jane\u{4}").last == .more(""))
  }

  @Test("The shown text is the text of the line")
  func shown() {
    #expect(Self.type("é\u{7F}a").shown == "é\u{8} \u{8}a")
    #expect(Self.type("ab\u{15}").shown == "ab\u{8} \u{8}\u{8} \u{8}")
    #expect(Self.type("\u{1B}[A\u{7}").shown.isEmpty)
  }

  @Test("No answer exceeds the maximum length")
  func limit() {
    var line = EditedLine()
    for _ in 0...SystemTerminal.answerBytesMax { _ = line.take(0x61) }
    guard case .done(let text) = line.take(13) else {
      Issue.record("the line has not ended")
      return
    }
    #expect(text.utf8.count == SystemTerminal.answerBytesMax)
  }
}
