import FlowChecker
import FlowDiagnostics
import FlowEngine
import Testing

import FlowSyntax

/// Messages between apps in conditions, steps that never change, and facts as values.
@Suite struct AppMessageTests {
  static let apps = EngineVocabulary(
    engine: "apps", intents: [EngineVocabulary.Intent("client")],
    messages: [
      EngineVocabulary.Intent("authrequest", parameters: ["code_challenge", "state"]),
      EngineVocabulary.Intent("authresponse", parameters: ["code", "state"]),
    ],
    steps: [
      EngineVocabulary.KnownStep("approve", choices: ["allow", "deny"], isClosed: true),
      EngineVocabulary.KnownStep("approve-all", choices: ["never"], isClosed: true),
      EngineVocabulary.KnownStep("login", fields: ["username", "form.password"], isClosed: true),
      EngineVocabulary.KnownStep("pick", fields: ["account"]),
    ],
    subjects: [], methods: [],
    fieldAliases: ["username": ["identifier"], "password": ["secret-word"]], facts: ["user"])

  static let options = CheckOptions(
    lexicon: Lexicon([TestVocabulary.idx, apps]), defaultEngine: "apps")

  @Test(
    "An invalid message is reported at its location",
    arguments: [
      Mistake(
        "on any when sent 1️⃣authrequst2️⃣ stop",
        .wrongWord(found: "authrequst", expected: ["authrequest", "authresponse"])),
      Mistake(
        "on pick submit\nexpect 1️⃣authrequest.code_chalenge2️⃣ is \"x\"",
        .unknownFact(name: "authrequest.code_chalenge", nearest: ["authrequest.code_challenge"])),
      Mistake(
        "on pick submit\nexpect 1️⃣message.cod2️⃣ is \"x\"",
        .unknownFact(name: "message.cod", nearest: ["message.code_challenge", "message.code"])),
      Mistake(
        "on pick submit\nexpect authrequest.state is 1️⃣32️⃣",
        .typeMismatch(left: "`authrequest.state` (text)", right: "a number")),
      Mistake(
        "on pick answer account = 1️⃣authrequest.stat2️⃣",
        .unknownName(kind: "value", name: "authrequest.stat", nearest: ["authrequest.state"])),
      Mistake(
        "on approve choose allow or 1️⃣maybe2️⃣",
        .wrongWord(found: "maybe", expected: ["allow", "deny", "never"])),
      Mistake(
        "on approve-all choose 1️⃣\"allow\"2️⃣",
        .wrongWord(found: "allow", expected: ["never"])),
      Mistake(
        "on login answer username = \"a\", 1️⃣passwort2️⃣ = secret P",
        .wrongWord(found: "passwort", expected: ["username", "form.password"])),
      Mistake(
        "engine idx\non skip skip\nexpect 1️⃣sent authrequest2️⃣",
        .unknownFact(name: "sent", nearest: [])),
    ])
  func mistakes(_ mistake: Mistake) {
    let marked = MarkedSource(mistake.text)
    let problems = TestVocabulary.problems(marked.source, options: AppMessageTests.options)
    #expect(problems.map(\.problem) == [mistake.problem])
    #expect(problems.first?.place?.range == marked.range(1, 2))
  }

  @Test(
    "A valid message is accepted",
    arguments: [
      "on any when sent authrequest and not sent \"authresponse\" stop",
      "flow \"a\" for which in authrequest, authresponse { on pick submit; expect sent which }",
      "on pick submit\nexpect authresponse.state is authrequest.state",
      "on pick submit\nexpect message.from is \"Sample\" and message.code matches \"?*\"",
      "on pick answer account = \"\\(message.state)-\\(user.name)\"",
      "on approve choose allow\non approve-all choose never",
      "on approve choose ALLOW",
      "on approve or pick choose jane",
      "on approve or login choose jane",
      "flow \"a\" for answer in allow, deny { on approve choose answer }",
      "on login answer identifier = \"a\", secret-word = secret P, code? = \"1\"",
      "on pick answer anything = \"1\"",
      "let sent = \"a\"\non any when sent is \"a\" stop\non pick submit",
    ])
  func right(_ text: String) {
    let problems = TestVocabulary.problems(
      SourceFile(name: "t", text: text), options: AppMessageTests.options)
    #expect(problems.map(\.problem) == [])
  }
}
