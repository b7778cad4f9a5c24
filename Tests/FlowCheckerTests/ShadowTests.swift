import FlowChecker
import FlowDiagnostics
import FlowEngine
import FlowSyntax
import Testing

@Suite struct ShadowTests {
  /// The reported rules, by their lines from 1, each with the rule that shadows it.
  private func shadows(_ rules: [String]) -> [[Int]] {
    let text = rules.joined(separator: "\n")
    let source = SourceFile(name: "t", text: text)
    func line(_ place: Place?) -> Int {
      text.utf8.prefix(Int(place?.range.start ?? 0)).filter { $0 == 0x0A }.count + 1
    }
    let options = CheckOptions(lexicon: Lexicon([EngineVocabulary(engine: "idx", facts: [])]))
    return TestVocabulary.problems(source, options: options)
      .filter { $0.problem == .unreachableRule }
      .map { [line($0.place), line($0.labels.first?.place)] }
  }

  @Test(
    "A rule that an earlier rule always shadows is reported with that rule",
    arguments: [
      ["on challenge email answer code = \"1\"", "on challenge email answer code = inbox email"],
      [
        "on challenge answer code = inbox email",
        "on challenge-authenticator email answer code = \"x\"",
      ],
      ["on any stop", "on identify answer identifier = \"a\""],
      ["on any fail \"no\"", "on identify say \"x\" then submit"],
      ["on challenge prompt code", "on challenge email once prompt code \"Code\", other"],
      ["on challenge prompt code", "on challenge when attempt > 2 answer code = \"1\""],
      ["on a skip", "on a-b c via d skip"],
      ["on a b skip", "on a b via c up to 3 times skip"],
      ["on a poll", "on a poll every 2s"],
      ["on a choose email or phone", "on a choose email"],
      ["on a choose phone via sms", "on a choose phone via sms"],
      ["on a submit", "on a answer x = \"1\", y = \"2\""],
      ["on a submit", "on a prompt x"],
      ["on a prompt", "on a choose email"],
      ["on any prompt", "on a say \"x\" then skip"],
      ["on a or b skip", "on b skip"],
      ["on a \"x y\" skip", "on a \"x y\" skip"],
      ["on a answer x = \"1\"", "on a answer x = \"1\", y = \"2\""],
      ["on a answer x = \"1\", y = \"2\"", "on a answer x = \"1\", y = \"2\", z?"],
      ["on a prompt x", "on a answer x = \"1\""],
      ["on Select_Factor submit", "on select-factor submit"],
    ])
  func shadowed(rules: [String]) {
    #expect(shadows(rules) == [[2, 1]])
  }

  @Test(
    "A rule that can still fire isn't reported",
    arguments: [
      [
        "on challenge email once answer code = \"1\"",
        "on challenge email answer code = inbox email",
      ],
      ["on a when attempt < 2 skip", "on a skip"],
      ["on a up to 2 times skip", "on a skip"],
      [
        "on challenge email answer code = \"1\"",
        "on challenge email when message answer code = \"2\"",
      ],
      ["on challenge email answer code = \"1\"", "on challenge answer code = \"2\""],
      ["on challenge-authenticator skip", "on challenge skip"],
      ["on challenge skip", "on challenges skip"],
      ["on challenge skip", "on any skip"],
      ["on a b via c skip", "on a b skip"],
      ["on a b skip", "on a c skip"],
      ["on a skip", "on a cancel"],
      ["on a skip", "on a choose email"],
      ["on a choose email", "on a choose phone"],
      ["on a choose email or phone", "on a choose phone"],
      ["on a choose phone", "on a choose phone via sms"],
      ["on a submit", "on a choose email"],
      ["on a submit", "on a prompt"],
      ["on a prompt x", "on a prompt"],
      ["on a choose email", "on a choose phone or email"],
      ["on a choose phone via sms", "on a choose phone"],
      ["on a choose phone via sms", "on a choose phone via voice"],
      ["on a choose phone with number = \"1\"", "on a choose phone"],
      ["on a poll for 5s", "on a poll every 10s"],
      ["on a send then poll for 5s", "on a send"],
      ["on a say \"x\" then skip", "on a skip"],
      ["on a expect success then skip", "on a skip"],
      ["on a answer x = \"1\"", "on a answer x = \"2\""],
      ["on a answer x = \"1\"", "on a prompt x"],
      ["on a answer code = \"1\", y = \"2\"", "on a answer code = \"1\""],
      ["on a answer code? = \"1\"", "on a answer code = \"1\""],
      ["on a \"\\(x)\" skip", "on a \"\\(x)\" skip", "let x = \"1\""],
      ["on a or b skip", "on b or c skip"],
      ["on a skip", "profile p { on a skip }", "use p"],
    ])
  func reachable(rules: [String]) {
    #expect(shadows(rules) == [])
  }

  @Test("A rule of several patterns is reported if each is shadowed by some rule")
  func severalPatterns() {
    #expect(shadows(["on a skip", "on b skip", "on a or b skip"]) == [[3, 1]])
  }

  @Test("Rules of one flow don't shadow rules of another")
  func flows() {
    #expect(shadows(["flow \"a\" { on a skip }", "flow \"b\" { on a skip }"]) == [])
  }

  @Test("Many rules with one pattern are searched once")
  func many() {
    let rules = (0..<20_000).map { "on a when attempt < \($0) answer x\($0) = \"1\"" }
    #expect(shadows(rules) == [])
    let plain = (0..<20_000).map { "on a answer x\($0) = \"1\"" }
    #expect(shadows(plain) == [])
  }
}
