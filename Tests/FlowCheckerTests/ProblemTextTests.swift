import FlowChecker
import FlowDiagnostics
import FlowSyntax
import Testing

/// The texts of problems.
@Suite struct ProblemTextTests {
  @Test(
    "Lists and counts read as sentences",
    arguments: [
      (Problem.rowLength(expected: 1, found: 2), "this row has 2 values, but there is 1 name"),
      (.rowLength(expected: 2, found: 1), "this row has 1 value, but there are 2 names"),
      (.wrongWord(found: "a", expected: ["x"]), "`a` isn't allowed here; expected `x`"),
      (
        .wrongWord(found: "a", expected: ["x", "y"]), "`a` isn't allowed here; expected `x` or `y`"
      ),
      (
        .wrongWord(found: "a", expected: ["x", "y", "z"]),
        "`a` isn't allowed here; expected `x`, `y` or `z`"
      ),
      (.wrongWord(found: "a", expected: []), "`a` isn't allowed here"),
      (.unexpected(found: "`x`", expected: ["a step's name"]), "expected a step's name, found `x`"),
      (.importCycle(chain: ["a", "b", "a"]), "these files import each other: `a` → `b` → `a`"),
      (
        .unknownName(kind: "org", name: String(repeating: "é", count: 90), nearest: []),
        "unknown org `\(String(repeating: "é", count: 60))…`"
      ),
    ])
  func words(problem: Problem, message: String) {
    #expect(problem.message == message)
  }

  @Test(
    "Common misspellings are answered with the intended word",
    arguments: [
      (Problem.unknownCharacter("=="), "write `is` to compare, `=` to give a value"),
      (.unknownCharacter("&&"), "write `and`"),
      (.unknownCharacter("!="), "write `is not`"),
      (.unknownCharacter("//"), "a comment begins with `#`"),
      (.unexpected(found: "`if`", expected: ["`when`", "`once`"]), "did you mean `when`?"),
      (.unexpected(found: "`chose`", expected: ["`choose`", "`skip`"]), "did you mean `choose`?"),
      (.unknownStep(name: "a", nearest: ["b", "c"]), "did you mean `b` or `c`?"),
    ])
  func slips(problem: Problem, help: String) {
    #expect(problem.help == help)
  }

  @Test("A message isn't empty and never ends in a full stop")
  func messages() {
    let problems: [Problem] = [
      .fileNotFound(path: "a"), .notText, .badEscape("\\q"), .malformedNumber, .unclosedBrace,
      .emptyFlow, .emptyScript, .notYet(form: "`claim`"), .unreachableRule, .badDate("soon"),
    ]
    for problem in problems {
      #expect(problem.message != problem.kind.id)
      #expect(!problem.message.hasSuffix(".") && problem.message.first?.isUppercase == false)
    }
  }

  @Test("Bytes that aren't UTF-8, and a file that is too long, are reported with their locations")
  func bytes() {
    let latin = SourceFile(name: "t", bytes: Array("on skip say \"".utf8) + [0xE9, 0x22])
    #expect(TestVocabulary.problems(latin).map(\.kind) == [.notUTF8])
    let large = SourceFile(
      name: "t", bytes: Array(repeating: 0x61, count: SourceFile.bytesMax + 1))
    #expect(TestVocabulary.problems(large).map(\.kind) == [.fileTooLarge])
  }
}
