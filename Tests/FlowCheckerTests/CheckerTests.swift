import FlowChecker
import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

@Suite struct CheckerTests {
  private func hold(_ mistake: Mistake) {
    let marked = MarkedSource(mistake.text)
    // Unused names in a few lines are another matter, with separate tests.
    let found = TestVocabulary.problems(marked.source).filter { $0.kind != .unusedName }
    #expect(found.map(\.problem) == [mistake.problem])
    #expect(found.first?.place?.range == marked.range(1, 2))
    if let severity = mistake.severity { #expect(found.first?.severity == severity) }
  }

  @Test(
    "An unknown name is an error, with the nearest known one",
    arguments: Mistakes.names)
  func names(mistake: Mistake) { hold(mistake) }

  @Test("A word that the engine doesn't know is marked", arguments: Mistakes.words)
  func words(mistake: Mistake) { hold(mistake) }

  @Test("Two types that can't be compared are an error", arguments: Mistakes.types)
  func types(mistake: Mistake) { hold(mistake) }

  @Test("A duplicate or misplaced part is marked", arguments: Mistakes.structure)
  func structure(mistake: Mistake) { hold(mistake) }

  @Test("A secret that is written in the script is a warning", arguments: Mistakes.secrets)
  func secrets(mistake: Mistake) { hold(mistake) }

  @Test("A command that can't be split is reported at its location", arguments: Mistakes.commands)
  func command(mistake: Mistake) { hold(mistake) }

  @Test("A part that can't run yet is reported at its location", arguments: Mistakes.later)
  func later(mistake: Mistake) { hold(mistake) }

  @Test("A flow can't run against an org of another engine")
  func engines() {
    let marked = MarkedSource("org a for mobile-idp { }\nagainst 1️⃣a2️⃣\non skip skip")
    let found = TestVocabulary.problems(marked.source)
    #expect(found.map(\.problem.kind) == [.engineMismatch])
    #expect(found.last?.place?.range == marked.range(1, 2))
  }

  @Test("A text's escapes and lines are checked", arguments: Mistakes.texts)
  func texts(mistake: Mistake) { hold(mistake) }

  @Test(
    "Intended code isn't questioned",
    arguments: Corpus.fixed + [
      "on any submit",
      "on challenge skip\non select-authenticator choose \"Jane's key\" or google",
      "on Challenge_Authenticator OKTA_EMAIL submit",
      "flow \"x\" for factor in email, phone { on challenge factor answer code = inbox factor }",
      "flow \"x\" for who in acme { against who; on skip skip }\norg acme { }",
      "on skip when not (steps < 3 and attempt >= 2) or outcome is success submit",
      "on skip when user.profile.age > 18 and token.scope contains \"openid\" submit",
      "on skip when outcome is success or outcome is not \"failure\" submit\nexpect finished",
      "profile p { password = secret P }\nuse p\non challenge answer passcode",
      "profile p { userProfile.email = \"a\" }\nuse p\non enroll-profile answer email",
      "profile p { password = password }\nprofile q { password = secret Q }\nuse p, q",
      "on identify answer identifier?",
      "let host = env HOST\nlet site = \"https://\\(host)/\"\non skip say \"\\(site)\" then skip",
      "on challenge answer passcode = \"wrong\"\nexpect failure",
      "on challenge answer passcode = \"\"",
      "engine idx\non identify submit",
      "let limit = 3\non skip when attempt > limit submit",
      "start sign-in with login_hint = jane\non skip skip",
      "flow \"x\" { start sign-in with login_hint = jane; expect success }",
      "flow \"x\" { let a = \"b\"; on skip say \"\\(a)\" then skip }\nlet a = \"c\"",
      "let a = 1\nflow \"x\" { let a = a; on skip skip }",
      "use p\nprofile p { identifier = \"a\" }",
      "on skip say \"\"\"\n    a \\(b)\n\n      c\n    \"\"\" then skip\nlet b = 1",
    ])
  func sound(text: String) {
    let source = SourceFile(name: "t.flow", text: text)
    let found = TestVocabulary.problems(source).filter { $0.problem.kind != .secretLiteral }
    #expect(found.map(\.problem) == [])
  }

  @Test("Names from outside are known")
  func outside() {
    let source = SourceFile(name: "t", text: "on identify answer identifier, password")
    var options = TestVocabulary.options
    options.variables = ["identifier", "password"]
    #expect(TestVocabulary.problems(source, options: options).isEmpty)
  }

  @Test("An org's settings are checked by its engine's package")
  func settings() {
    var options = TestVocabulary.options
    options.settings = { org in
      [Diagnostic(.settingValue(message: "no"), at: org.place(org.node.name.range))]
    }
    let source = SourceFile(
      name: "t", text: "org a { x }\norg b for mobile-idp { y }\non skip skip")
    #expect(
      TestVocabulary.problems(source, options: options).map(\.problem.kind)
        == [.settingValue, .settingValue])
  }

  @Test("A profile is checked against an engine's words only if all its flows have that engine")
  func profileEngines() {
    let text = """
      profile p { on nowhere submit }
      flow "a" { use p }
      """
    #expect(TestVocabulary.problems(SourceFile(name: "t", text: text)).count == 1)
    let two = text + "\nflow \"b\" { engine mobile-idp; use p }"
    #expect(TestVocabulary.problems(SourceFile(name: "t", text: two)).isEmpty)
  }

  @Test("At most a hundred problems are shown, with a note that there are more")
  func many() {
    let text = String(repeating: "on nowhere submit\n", count: 5000)
    let found = TestVocabulary.problems(SourceFile(name: "t", text: text))
    #expect(found.count == 101)
    #expect(found.last?.problem == .tooManyProblems(limit: 100))
    #expect(found.last?.severity == .warning)
  }

  @Test("A long chain of names ends")
  func chain() {
    var text = "on skip skip\n"
    for number in 0..<20_000 { text += "let a\(number) = a\(number + 1)\n" }
    text += "let a20000 = a0\n"
    let found = TestVocabulary.problems(SourceFile(name: "t", text: text))
    #expect(found.map(\.problem.kind) == [.valueCycle])
  }
}
