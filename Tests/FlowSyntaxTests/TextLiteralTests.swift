import FlowDiagnostics
import FlowSyntax
import Testing

@Suite struct TextLiteralTests {
  /// The text of a literal after `say`; names are between `<` and `>`.
  private func read(_ literal: String) -> (text: String, problems: [ProblemKind]) {
    let source = SourceFile(name: "t", text: "on a say \(literal)")
    let (script, _) = Script.parse(source)
    guard case .statement(.rule(let rule))? = script.items.first,
      case .say(let say)? = rule.actions.first
    else { return ("no text", []) }
    let read = TextLiteral.read(say.text, in: source)
    let text = read.segments.map { segment in
      switch segment {
      case .text(let text): text
      case .name(let name): "<\(source.text(name.range))>"
      }
    }.joined()
    return (text, read.diagnostics.map(\.kind))
  }

  @Test(
    "Escapes, names and lines are read",
    arguments: [
      (#""""#, ""),
      (#""plain # not a comment""#, "plain # not a comment"),
      (#""a\"b\\c\n\t\u{e9}\u{1F600}""#, "a\"b\\c\n\té😀"),
      (#""\(a)\(b.c-d_e)!""#, "<a><b.c-d_e>!"),
      (#""\\(a)""#, "\\(a)"),
      (#""""one "line" here""""#, "one \"line\" here"),
      ("\"\"\"\n  a\n  b\n  \"\"\"", "a\nb"),
      ("\"\"\"\n  a\n\n    b \n  \"\"\"", "a\n\n  b "),
      ("\"\"\"\r\n  a\r\n  \\(x)\r\n  \"\"\"", "a\n<x>"),
      ("\"\"\"\n\ta\n\t\"\"\"", "a"),
      ("\"\"\"\n  \"\"\"", ""),
      ("\"\"\"\n  \\\"\"\"\n  \"\"\"", "\"\"\""),
    ])
  func sound(literal: String, text: String) {
    let (read, problems) = read(literal)
    #expect(read == text)
    #expect(problems.isEmpty)
  }

  @Test(
    "An invalid escape is a problem, and the rest is read",
    arguments: [
      (#""a\qb""#, "ab"), (#""\u{}""#, ""), (#""\u{D800}""#, ""), (#""\u{1234567}""#, ""),
      (#""\u{+41}""#, ""), (#""\u41""#, "41"), (#""\()""#, ""), (#""\(1a)""#, ""),
      (#""\(a""#, ""), (#""\é!""#, "!"),
    ])
  func bad(literal: String, text: String) {
    let (read, problems) = read(literal)
    #expect(read == text)
    #expect(problems == [.badEscape])
  }
}
