import FlowSyntax
import Testing

@Suite struct SuggestionTests {
  private static let words = [
    "answer", "choose", "challenge-authenticator", "email", "expect", "phone", "poll", "skip",
    "start", "stop", "on",
  ]

  @Test(
    "the words that are nearest are offered",
    arguments: [
      ("chose", ["choose"]),
      ("chosoe", ["choose"]),
      ("EMAIL", ["email"]),
      ("emial", ["email"]),
      ("stp", ["stop"]),
      ("stat", ["start"]),
      ("exect", ["expect"]),
      ("expext", ["expect"]),
      ("answre", ["answer"]),
      ("phon", ["phone"]),
      ("no", ["on"]),
      ("challenge-authentictor", ["challenge-authenticator"]),
      ("challenge", ["challenge-authenticator"]),
      ("email", []),
      ("x", []),
      ("", []),
      ("something-else", []),
    ])
  func nearest(word: String, expected: [String]) {
    #expect(Suggestion.nearest(word, among: Self.words) == expected)
  }

  @Test("at most three words are offered, none twice")
  func few() {
    let words = ["abcda", "abcdb", "abcdb", "abcdc", "abcdd", "abcd"]
    #expect(Suggestion.nearest("abcde", among: words) == ["abcda", "abcdb", "abcdc"])
  }

  @Test("a word that is too long to be one is near nothing")
  func long() {
    let long = String(repeating: "a", count: 100)
    #expect(Suggestion.nearest(long, among: [long + "b"]).isEmpty)
  }

  @Test("of all short words, those are near that as many changes make of one")
  func near() {
    let letters = ["a", "b", "-"]
    let pairs = letters.flatMap { word in letters.map { word + $0 } }
    let words = letters + pairs + ["aba", "bab", "ab-", "b-a", "ab-ab", "aab-b", "-abba", "bbaab"]
    for word in words {
      for other in words where other != word {
        let isNear = changes(Array(word), Array(other)) <= (word.count + 1) / 3
        let isBegun = word.count >= 3 && other.hasPrefix(word)
        #expect(Suggestion.nearest(word, among: [other]).isEmpty == !(isNear || isBegun))
      }
    }
  }

  /// The least changes that make one word of another, by the definition.
  private func changes(_ left: [Character], _ right: [Character]) -> Int {
    guard let first = left.first, let other = right.first else { return left.count + right.count }
    var least = min(
      changes(Array(left.dropFirst()), Array(right.dropFirst())) + (first == other ? 0 : 1),
      changes(Array(left.dropFirst()), right) + 1, changes(left, Array(right.dropFirst())) + 1)
    if left.count > 1, right.count > 1, first == right[1], left[1] == other {
      least = min(least, changes(Array(left.dropFirst(2)), Array(right.dropFirst(2))) + 1)
    }
    return least
  }

  @Test(
    "lists and counts read as sentences",
    arguments: [
      (Problem.rowLength(expected: 1, found: 2), "this row has 2 values, but there is 1 name"),
      (.rowLength(expected: 2, found: 1), "this row has 1 value, but there are 2 names"),
      (.wrongWord(found: "a", expected: ["x"]), "`a` can't stand here; expected `x`"),
      (.wrongWord(found: "a", expected: ["x", "y"]), "`a` can't stand here; expected `x` or `y`"),
      (
        .wrongWord(found: "a", expected: ["x", "y", "z"]),
        "`a` can't stand here; expected `x`, `y` or `z`"
      ),
      (.wrongWord(found: "a", expected: []), "`a` can't stand here"),
      (.unexpected(found: "`x`", expected: ["a step's name"]), "expected a step's name, found `x`"),
      (.importCycle(chain: ["a", "b", "a"]), "these files import each other: `a` → `b` → `a`"),
      (.missingValues(["A"]), "a value is missing: A"),
      (.missingValues(["A", "B"]), "values are missing: A and B"),
      (
        .unknownName(kind: "org", name: String(repeating: "é", count: 90), nearest: []),
        "no org is called `\(String(repeating: "é", count: 60))…`"
      ),
    ])
  func words(problem: Problem, message: String) {
    #expect(problem.message == message)
  }

  @Test(
    "the usual slips are answered with the word that is meant",
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

  @Test(
    "A misspelt word of a value is told from a name by what follows it",
    arguments: [
      ("inbx email", "inbox"), ("secrt X", "secret"), ("evn X", "env"), ("passky jane", "passkey"),
      ("fiel \"a\"", "file"), ("rnu \"a\"", "run"), ("askk \"a\"", "ask"),
      ("toptp KEY", "totp"), ("randm password", "random"),
      ("totp secrt KEY", "secret"),
    ])
  func value(text: String, word: String) throws {
    for script in ["on identify answer code = \(text)", "let x = \(text)"] {
      let diagnostics = Script.parse(SourceFile(name: "a.flow", text: script + "\n")).diagnostics
      #expect(diagnostics.count == 1, "\(diagnostics)")
      #expect(diagnostics.first?.id == .wrongWord)
      #expect(diagnostics.first?.help?.contains("`\(word)`") == true, "\(diagnostics)")
    }
  }

  @Test(
    "A name before a word that belongs to something else stays a name",
    arguments: [
      "on identify answer code = secrt then submit", "on identify answer code = totp secrt sha256",
      "on identify answer code = totp secrt digits 8", "on identify answer code = secrt, x = inbx",
    ])
  func name(text: String) {
    #expect(Script.parse(SourceFile(name: "a.flow", text: text + "\n")).diagnostics.isEmpty)
  }
}
