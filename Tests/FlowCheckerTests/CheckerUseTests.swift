import FlowChecker
import FlowDiagnostics
import FlowSyntax
import Testing

/// Unused names, secrets in the wrong position, impossible expectations, and missing parts of an
/// org.
@Suite struct CheckerUseTests {
  /// Checks that scripts have exactly their problems of some kinds, each between its markers.
  private func hold(_ mistakes: [Mistake], _ ids: Set<ProblemKind>) {
    for mistake in mistakes {
      let marked = MarkedSource(mistake.text)
      let found = TestVocabulary.problems(marked.source).filter { ids.contains($0.kind) }
      let isRight =
        found.map(\.problem) == [mistake.problem]
        && found.first?.place?.range == marked.range(1, 2)
        && (mistake.severity == nil || found.first?.severity == mistake.severity)
      if !isRight { Issue.record("\(mistake.text)\n\(found.map(\.problem))") }
    }
  }

  /// Checks that scripts have no problem of some kinds.
  private func holdSound(_ texts: [String], _ ids: Set<ProblemKind>) {
    for text in texts {
      let found = TestVocabulary.problems(SourceFile(name: "t.flow", text: text))
        .filter { ids.contains($0.kind) }
      if !found.isEmpty { Issue.record("\(text)\n\(found.map(\.problem))") }
    }
  }

  @Test("An unused name is a warning at its declaration")
  func unused() {
    hold(
      [
        Mistake(
          "let 1️⃣site2️⃣ = 1\non skip skip", .unusedName(kind: "value", name: "site"), .warning),
        Mistake(
          "flow \"a\" { let 1️⃣b2️⃣ = 1; on skip skip }\nflow \"c\" { on skip when b is 1 skip }",
          .unusedName(kind: "value", name: "b")),
        Mistake(
          "profile 1️⃣p2️⃣ { on skip skip }\non skip skip", .unusedName(kind: "profile", name: "p")),
        Mistake(
          "profile p { let 1️⃣a2️⃣ = 1; on skip skip }\nuse p", .unusedName(kind: "value", name: "a")),
      ], [.unusedName])
  }

  @Test("A profile's field whose name looks like a typo is reported unless the name is used again")
  func typoInProfile() {
    let typo = "profile p { 1️⃣identifer2️⃣ = \"j\" }"
    let problem = Problem.unknownField(name: "identifer", nearest: ["identifier"])
    hold(
      [
        Mistake(typo, problem, .warning),
        Mistake("\(typo)\non identify answer identifier", problem),
        // Only whole names count.
        Mistake("\(typo)\non skip say \"identiferous\" then skip", problem),
      ], [.unknownField])
    holdSound(
      [
        "profile p { identifer = \"j\" }\non skip say \"\\(identifer)\" then skip",
        "on identify answer identifier = identifer\nprofile p { identifer = \"j\" }",
        "profile p { user.identifer = \"j\" }\nprofile q { user.identifer = \"k\" }",
      ], [.unknownField])
  }

  @Test("A name that may be used, or was probably intended elsewhere, isn't questioned")
  func used() {
    holdSound(
      [
        "let a = 1\non skip when attempt > a skip",
        "let a = 1\non skip say \"\\(a)\" then skip",
        "let a = \"x\"\nlet b = \"\\(a)!\"\non identify answer identifier = b",
        "let identifier = \"x\"\non identify answer identifier",
        "let password = env P\non challenge answer credentials.passcode",
        "flow \"f\" { let who = \"a\"; use p }\nprofile p { on identify answer identifier = who }",
        "let key = env K\non challenge answer passcode = totp key",
        "let most = 3\nflow \"f\" { on skip skip; expect steps < most }",
        "let a = 1\nprofile p { on skip skip }",
        "profile jane { on skip skip }\nuse jame",
        "let site = 1\non skip when attempt > sitte skip",
        "let a = 1\nclaim \"c\" { always rule is a }\non skip skip",
        "profile p { use q }\nprofile q { on skip skip }\nuse p",
      ], [.unusedName])
  }

  @Test("A secret for a field that isn't secret is a warning at the value")
  func exposed() {
    hold(
      [
        Mistake(
          "on identify answer identifier = 1️⃣secret P2️⃣", .exposedSecret(field: "identifier"),
          .warning),
        Mistake(
          "let p = secret P\nlet q = p\non identify answer identifier = 1️⃣q2️⃣",
          .exposedSecret(field: "identifier")),
        Mistake(
          "flow \"f\" { let p = totp secret P; on identify answer identifier = 1️⃣p2️⃣ }",
          .exposedSecret(field: "identifier")),
        Mistake(
          "let p = secret P\non skip answer userProfile.email = 1️⃣\"a\\(p)\"2️⃣",
          .exposedSecret(field: "userProfile.email")),
        Mistake(
          "flow \"f\" for x in secret A, \"b\" { on identify answer identifier = 1️⃣x2️⃣ }",
          .exposedSecret(field: "identifier")),
        Mistake(
          "start sign-in with login_hint = 1️⃣secret P2️⃣\non skip skip",
          .exposedSecret(field: "login_hint")),
        Mistake(
          "profile p { identifier = 1️⃣inbox email2️⃣ }\nuse p", .exposedSecret(field: "identifier")),
        Mistake(
          "let identifier = secret P\non identify answer 1️⃣identifier2️⃣",
          .exposedSecret(field: "identifier")),
      ], [.exposedSecret])
    holdSound(
      [
        "on challenge answer passcode = secret P",
        "on identify answer identifier = env WHO, passcode? = secret P",
        "on identify answer identifier = run \"whoami\"",
        "on skip answer nickName = secret P",
        "let p = secret P\nflow \"f\" { let p = \"x\"; on identify answer identifier = p }",
        "profile p { identifier = \"x\" }\nlet identifier = secret P\nuse p\n"
          + "on identify answer identifier",
      ], [.exposedSecret])
  }

  @Test("Expectations that exclude one another are an error at the second")
  func impossible() {
    let both = Problem.impossibleExpectation(
      message: "this and another expectation can't both hold")
    let texts = [
      "expect success\nexpect 1️⃣failure2️⃣", "expect success and 1️⃣outcome is stopped2️⃣",
      "expect success and not 1️⃣success2️⃣", "expect rule is \"a\" and 1️⃣rule is \"b\"2️⃣",
      "expect rule is \"a\" and 1️⃣rule is not \"a\"2️⃣", "expect steps < 3 and 1️⃣steps > 52️⃣",
      "expect steps < 3\nexpect 1️⃣steps is 32️⃣", "expect not factors < 2 and 1️⃣factors is 12️⃣",
      "expect path never skip\nexpect 1️⃣path identify, skip2️⃣",
      "expect path never challenge\nexpect 1️⃣path contains challenge-authenticator email2️⃣",
      "expect path identify, skip\nexpect 1️⃣path identify2️⃣",
      "expect path identify\nexpect 1️⃣path contains identify, skip2️⃣",
    ]
    hold(
      texts.map { Mistake("on skip skip\n" + $0, both, .error) }
        + [
          Mistake(
            "on skip skip\nexpect 1️⃣steps < 02️⃣",
            .impossibleExpectation(message: "this is never true"))
        ], [.impossibleExpectation])
    holdSound(
      [
        "expect success\nexpect success", "expect success or failure",
        "expect rule is \"a\" or rule is \"b\"", "expect steps < 8 and steps >= 7",
        "expect message is \"a\" and message is \"b\"", "expect not (success and steps < 3)",
        "expect path never challenge email\nexpect path contains challenge phone",
        "expect path never challenge-poll\nexpect path contains challenge",
        "expect token.acr is \"a\" and token.acr is \"b\"", "expect failure and rule is not \"a\"",
        "expect not rule is \"a\" and not rule is \"b\"", "expect factors is not 1 and factors < 3",
      ].map { "on skip skip\n" + $0 }, [.impossibleExpectation])
  }

  private static let acme =
    "org acme { authenticators password, email; user \"jane\"; "
    + "sign-on \"staff\" }\n"

  @Test("A missing part of a flow's org is a warning at its name in the flow")
  func lacking() {
    func lacks(_ kind: String, _ name: String, _ nearest: [String] = []) -> Problem {
      .notInOrg(kind: kind, name: name, orgs: ["acme"], nearest: nearest)
    }
    hold(
      [
        Mistake("on identify answer identifier = 1️⃣\"jnae\"2️⃣", lacks("user", "jnae", ["jane"])),
        Mistake(
          "profile p { identifier = 1️⃣\"sam\"2️⃣ }\nuse p", lacks("user", "sam"), .warning),
        Mistake(
          "let who = 1️⃣\"sam\"2️⃣\non identify answer identifier = who", lacks("user", "sam")),
        Mistake(
          "flow \"f\" for who in \"jane\", 1️⃣\"sam\"2️⃣ { on identify answer identifier = who }",
          lacks("user", "sam")),
        Mistake("on challenge 1️⃣phone2️⃣ skip", lacks("authenticator", "phone")),
        Mistake(
          "on select-authenticator choose 1️⃣phone2️⃣", lacks("authenticator", "phone")),
        Mistake(
          "on skip skip\nexpect rule is 1️⃣\"staf\"2️⃣", lacks("rule", "staf", ["staff"])),
        Mistake(
          "on skip skip\nexpect rule is not 1️⃣\"staf\"2️⃣", lacks("rule", "staf", ["staff"])),
        Mistake(
          "on skip skip\nexpect not rule is 1️⃣\"staf\"2️⃣", lacks("rule", "staf", ["staff"])),
        Mistake(
          "on skip skip\nexpect success or rule is 1️⃣\"staf\"2️⃣", lacks("rule", "staf", ["staff"])),
        Mistake(
          "on skip skip\nstart sign-in with session = 1️⃣\"sam\"2️⃣", lacks("session", "sam")),
        Mistake("start 1️⃣register2️⃣\non skip skip", lacks("way to", "register")),
      ].map { Mistake(Self.acme + $0.text, $0.problem, $0.severity) }, [.notInOrg])
  }

  @Test("Possible intentions aren't questioned: other orgs, refusals, users who answer")
  func notLacking() {
    holdSound(
      [
        "on identify answer identifier = \"JANE\"",
        "on identify answer identifier = \"sam\"\nexpect failure",
        "on identify answer identifier = \"sam\"\non identify when message skip",
        "on identify once answer identifier = \"sam\"\non identify answer identifier = \"jane\"",
        "on identify answer identifier = env WHO", "on challenge password skip",
        "on select-authenticator choose phone or email", "on any phone skip",
        "on identify answer identifier = \"sam\"\notherwise prompt",
        "expect rule is \"staff\" or rule is \"x\"\non skip skip",
        "expect rule is not \"x\"\non skip skip", "start register\non skip skip\nexpect failure",
        "flow \"f\" for f in phone, email { on challenge f skip }",
        "org b at \"https://b.example\" { x }\non challenge phone skip",
        "flow \"f\" { against b; on challenge phone skip }\norg b at \"https://b.example\" { x }",
        "engine nextauth\non challenge phone skip",
      ].map { Self.acme + $0 }, [.notInOrg])
    holdSound(
      ["on challenge phone skip\non identify answer identifier = \"sam\""],
      [.notInOrg, .unsatisfiableFlow])
  }

  @Test("A flow that fits none of several orgs is a warning at its name")
  func unsatisfiable() {
    let orgs = "org a { user \"jane\" }\norg b { sign-on \"staff\" }\n"
    hold(
      [
        Mistake(
          orgs + "flow 1️⃣\"f\"2️⃣ { on identify answer identifier = \"jane\"\n"
            + "expect rule is \"staff\" }", .unsatisfiableFlow(orgs: ["a", "b"]), .warning)
      ], [.notInOrg, .unsatisfiableFlow])
    holdSound(
      [
        "flow \"f\" { on identify answer identifier = \"jane\"\nexpect rule is \"default\" }",
        "flow \"f\" { against b\non skip skip\nexpect rule is \"staff\" }",
        "flow \"f\" for r in \"staff\", \"default\" { on skip skip\nexpect rule is r }",
      ].map { orgs + $0 }, [.notInOrg, .unsatisfiableFlow])
  }

  @Test("A profile that a flow uses twice is a warning at the second use")
  func usedTwice() {
    hold(
      [
        Mistake(
          "profile p { on skip skip }\nuse p\nuse 1️⃣p2️⃣", .duplicateStatement(name: "use p"),
          .warning)
      ], [.duplicateStatement])
  }
}
