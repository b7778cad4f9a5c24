import FlowChecker
import FlowDiagnostics
import FlowSyntax
import Testing

/// The checks of a script with an unreadable part.
@Suite struct BrokenTextTests {
  private func kept(_ text: String) -> [ProblemKind]? {
    let (program, read) = Program.load(SourceFile(name: "t.flow", text: text))
    guard let broken = BrokenText(read, lexicon: TestVocabulary.options.lexicon) else { return nil }
    return program.check(TestVocabulary.options).filter { !broken.mayCause($0) }.map(\.kind)
  }

  @Test("Other mistakes are found beside a syntax error, but none that it may cause")
  func beside() {
    let cases: [(text: String, found: [ProblemKind]?)] = [
      ("expct success\non identfy skip", [.unknownStep]),
      ("lte password = secret P\non challenge answer passcode = password", []),
      ("lte password = secret P\non challenge answer passcode = pasword\n", [.unknownName]),
      (
        "profil jane {\n  identifier = \"a\"\n}\nflow \"f\" { use jane\non identify answer identifier }",
        []
      ),
      ("engin nextauth\non identfy skip", nil),
      ("flow \"f\" { on skip skip\non identfy skip", nil),
      ("import \"none.flow\"\non identfy skip", nil),
      ("let spare = 1\non skip skip\non skip skp", [.unusedName]),
      ("let used = 1\non identify answer a = 1,\n  b === used", []),
    ]
    for (text, found) in cases where kept(text) != found {
      Issue.record("\(text)\n\(String(describing: kept(text)))")
    }
  }
}

/// The replacements that are offered.
@Suite struct FixTests {
  @Test("A fix replaces the word at its location, in quotes if the word is in quotes")
  func fixes() {
    let cases: [(text: String, fixes: [String], isCertain: Bool)] = [
      ("on identfy submit", ["identify"], true),
      ("on skip meanwhile server-logout with account = \"jan\"", ["\"jane\""], true),
      ("on skip submit\nexpct success", ["expect"], true),
      ("on skip when steps>1&&steps<3 submit", [" and "], true),
      ("on skip when outcome != success submit", ["is not"], true),
      ("let ab1 = 1\nlet ab2 = 2\non skip when attempt > ab3 submit", ["ab1", "ab2"], false),
      ("org acme { user \"jane\" }\non identify answer identifier = \"jnae\"", ["\"jane\""], false),
      ("on identify submit\nexpect success\nexpect failure", [], false),
    ]
    for (text, fixes, isCertain) in cases {
      let found =
        TestVocabulary.problems(SourceFile(name: "t.flow", text: text))
        .first { !$0.fixes.isEmpty || fixes.isEmpty }?.fixes ?? []
      let isRight = found.map(\.text) == fixes && found.allSatisfy { $0.isCertain == isCertain }
      if !isRight { Issue.record("\(text)\n\(found.map { ($0.text, $0.isCertain) })") }
    }
  }
}
