import FlowText
import Testing

@Suite("Text for a terminal")
struct TerminalTextTests {
  @Test("A literal is written verbatim, and a value can't affect the terminal")
  func values() {
    let name = "a\u{1B}[2Jb\nc\u{202E}d"
    let text: TerminalText = "\u{1B}[1m\(name)\u{1B}[0m\n"
    #expect(text.text == "\u{1B}[1ma␛[2Jb c\u{FFFD}d\u{1B}[0m\n")
    #expect("\(text)" == text.text)
  }

  @Test("A piece is escaped once, and numbers and other values are texts")
  func pieces() {
    let piece: TerminalText = "`\("\u{7}")`"
    let whole: TerminalText = "\(piece), \(2) and \(Optional<Int>.none.map { "\($0)" } ?? "none")"
    #expect(whole == "`␇`, 2 and none")
    #expect([piece, whole].joined(separator: "; ") == piece + "; " + whole)
  }

  @Test("Lines stay lines, each of them harmless")
  func lines() {
    #expect(TerminalText(lines: "a\u{8}\nb").text == "a␈\nb")
    #expect(TerminalText(trusted: "\u{1B}[K").text == "\u{1B}[K")
  }
}
