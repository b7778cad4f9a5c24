import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Values")
struct ValueTests {
  static let form = Response(steps: [Step("s", fields: [Field("a"), Field("b")])])

  /// The values that `a` and `b` were answered with.
  static func sent(_ engine: ScriptedEngine) -> [[Value]] {
    engine.log.moves.map { move in
      if case .submit(_, _, let answers) = move { answers.map(\.value) } else { [] }
    }
  }

  static let valueTable: [(String, Value)] = [
    ("\"x\\u{e9}\\n\\\"\\\\\"", .text("xé\n\"\\")), ("env NAME", .text("jane")),
    ("secret PW", .secret(Secret("s3cret"))), ("secret NAME", .secret(Secret("jane"))),
    ("file \"code.txt\"", .text("123 456")), ("\"<\\(who)>\"", .text("<jane>")),
    ("\"<\\(hidden)>\"", .secret(Secret("<s3cret>"))),
    ("totp secret PW", .secret(Secret("s3cret@7"))),
    ("500ms", .text("0.5")), ("random digits 4", .text("0000")),
    ("random email", .text("flow-000000000000@example.com")),
    ("random password", .secret(Secret("aA1!aaaaaaaaaaaaaaaa"))), ("ask \"Which?\"", .text("this")),
  ]

  @Test(
    "Every kind of value is evaluated, and a value that contains a secret is secret",
    arguments: valueTable)
  func kinds(_ row: (written: String, value: Value)) async throws {
    let engine = ScriptedEngine(ValueTests.form, .success)
    var environment = RunEnvironment.test(
      prompter: ScriptedPrompter(.filled(["this"])), variables: ["NAME": "jane"],
      secrets: ["PW": "s3cret", "NAME": "other"], files: ["code.txt": "123 456\r\n\n"])
    environment.totp = { request, now in
      let text = "\(request.secret.reveal())@\(now.components.seconds % 10)"
      return TimedCode(Secret(text), key: request.secret, end: now + .seconds(9))
    }
    environment.clock = ManualClock(now: .seconds(1_000_007))
    environment.random = { 0 }
    let text = "let who = env NAME\nlet hidden = secret PW\non s answer a = \(row.written)"
    let result = try await result(text, engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(ValueTests.sent(engine) == [[row.value]])
  }

  @Test("A value can be a fact of the response, even a secret one, unless the script has the name")
  func facts() async throws {
    var form = ValueTests.form
    form.facts = [Fact("user.name", .text("jane")), Fact("user.pin", .secret(Secret("4711")))]
    let engine = ScriptedEngine(form, .success)
    let options = PlanOptions(factGroups: ["idx": ["user"]])
    let text = """
      let user.own = "mine"
      on s answer a = "\\(user.name) \\(user.own)", b = "<\\(user.pin)>"
      """
    #expect(try await result(text, engine, .test(), options).passed)
    #expect(ValueTests.sent(engine) == [[.text("jane mine"), .secret(Secret("<4711>"))]])
    let other = try await result(
      "on s answer a = user.nobody, b = \"\"", ScriptedEngine(form, .success), .test(), options)
    #expect(other.problems == [.valueFailed])
  }

  @Test("A let is evaluated once per run, a profile's answer once per step")
  func once() async throws {
    let calls = Said()
    var environment = RunEnvironment.test()
    environment.random = {
      calls.add("")
      // The calls make the digits 1, 2, 3 ….
      return UInt64(calls.texts.count) * (UInt64.max / 10 + 1)
    }
    let other = Response(steps: [Step("s", fields: [Field("a"), Field("b")]), .email])
    let engine = ScriptedEngine(ValueTests.form, other, .success)
    let text = """
      let kept = random digits 1
      profile p { fresh = random digits 1 }
      use p
      on s answer a = "\\(kept)\\(fresh)", b = "\\(kept)\\(fresh)"
      """
    let result = try await result(text, engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(ValueTests.sent(engine).map { $0.map(\.revealed) } == [["12", "12"], ["13", "13"]])
  }

  @Test("A duration in a text is as written, and elsewhere a number of seconds")
  func duration() async throws {
    let engine = ScriptedEngine(ValueTests.form, .success)
    let text = """
      flow "f" for pause in 500ms {
        let d = 2s
        let e = d
        on s answer a = "\\(d) \\(e) \\(pause)", b = d
      }
      """
    let result = try await result(text, engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(result.name == "f [500ms]")
    #expect(ValueTests.sent(engine).map { $0.map(\.revealed) } == [["2s 2s 500ms", "2"]])
  }

  @Test("Deeply nested texts are a problem, not memory exhaustion")
  func longText() async throws {
    let names = (1...12).map {
      "let a\($0) = \"\(String(repeating: "\\(a\($0 - 1))", count: 10))\""
    }
    let lets = (["let a0 = \"0123456789\""] + names).joined(separator: "\n") + "\n"
    for rule in ["on s answer a = a12", "on s choose \"\\(a12)\"", "on s say \"\\(a12)\""] {
      let result = try await result(lets + rule, ScriptedEngine(ValueTests.form))
      #expect(result.problems == [.valueFailed], "\(rule)")
      #expect(result.diagnostics.first?.message == "this text is longer than 64 KB")
    }
  }

  @Test("All missing values are listed before the first request, each with its location")
  func preflight() async throws {
    let engine = ScriptedEngine(.success)
    let text = """
      profile jane { password = secret JANE_PASSWORD }
      let unused = env NEVER
      let zone = env ZONE
      use jane
      on identify answer identifier = file "who.txt", zone = "\\(zone)"
      on challenge when message is env WORDS say "x"
      """
    let result = try await result(text, engine)
    #expect(engine.log.start == nil)
    #expect(
      result.diagnostics.map(\.problem) == [
        .missingValues([
          "file `who.txt`: not found", "env ZONE", "env WORDS", "secret JANE_PASSWORD",
        ])
      ])
    let diagnostic = try #require(result.diagnostics.first)
    #expect(
      [diagnostic.place?.text].compactMap(\.self) + diagnostic.labels.map(\.place.text)
        == ["file \"who.txt\"", "env ZONE", "env WORDS", "secret JANE_PASSWORD"])
    #expect(engine.log.abandoned == 0)
  }

  @Test("A missing secret is asked for, once, if there is a user")
  func askedSecret() async throws {
    let prompter = ScriptedPrompter(.filled(["typed-secret"]))
    let environment = RunEnvironment.test(prompter: prompter)
    let engine = ScriptedEngine(ValueTests.form, .success)
    let result = try await result("on s answer a = secret PW, b = secret PW", engine, environment)
    #expect(result.passed)
    #expect(
      ValueTests.sent(engine).first == Array(repeating: .secret(Secret("typed-secret")), count: 2))
    #expect(prompter.questions.map(\.fields) == [[.init(name: "PW", label: "PW", isSecret: true)]])
    #expect(environment.masker.masked("typed-secret") == Secret.mask)
  }

  @Test(
    "Without a user, prompt, ask and otherwise prompt fail when they are reached",
    arguments: ["answer identifier = ask \"Who?\"", "prompt identifier", "prompt"])
  func nobody(action: String) async throws {
    let engine = ScriptedEngine(.identify)
    let text = "on identify \(action)\non challenge prompt code\notherwise prompt"
    let result = try await result(text, engine)
    #expect(result.problems == [.nobodyToAsk])
    #expect(result.diagnostics.first?.place.map { action.contains($0.text) } == true)
    #expect(engine.log.moves.isEmpty)
    #expect(engine.log.abandoned == 1)
    let unasked = try await FlowInterpreterTests.result(text, ScriptedEngine(.success))
    #expect(unasked.passed, "\(unasked.diagnostics)")
  }

  @Test("Without a user, a missing value of the start is reported before the first request")
  func nobodyAtStart() async throws {
    let engine = ScriptedEngine(.success)
    let result = try await result(
      "start sign-in with login-hint = ask \"Who?\"\non identify submit", engine)
    #expect(result.problems == [.nobodyToAsk])
    #expect(engine.log.start == nil)
  }

  @Test("An unreadable shared secret is a problem")
  func badTotp() async throws {
    let result = try await result(
      "on s answer a = totp \"!\"", ScriptedEngine(ValueTests.form))
    #expect(result.problems == [.valueFailed])
  }

  @Test("inbox takes only messages newer than the step, and nothing twice")
  func inbox() async throws {
    let inbox = ScriptedInbox()
    inbox.deliver("000000")
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      switch index {
      case 0: return .identify
      case 1:
        inbox.deliver("111111")
        return .email
      case 2: return Response.email.saying(.error, "Wrong code")
      case 3:
        inbox.deliver("222222")
        return .email
      default: return .success
      }
    }
    let text = """
      on identify answer identifier = "jane"
      on challenge once answer code = inbox email
      on challenge when message once resend
      on challenge answer code = inbox email
      """
    let result = try await result(text, engine, .test(inbox: inbox))
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      ValueTests.sent(engine).flatMap(\.self).map(\.revealed) == ["jane", "111111", "222222"])
  }

  @Test("A code that arrived for the step still counts after another was refused")
  func laterInbox() async throws {
    let inbox = ScriptedInbox()
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      if index == 1 { inbox.deliver("111111") }
      return [.identify, .email, Response.email.saying(.error, "Wrong"), .success][index]
    }
    let text = """
      on identify answer identifier = "jane"
      on challenge once answer code = "000000"
      on challenge when message answer code = inbox email
      """
    #expect(try await result(text, engine, .test(inbox: inbox)).passed)
  }

  static let globs: [(String, Bool)] = [
    ("openid profile", true), ("*", true), ("openid*", true), ("*file", true),
    ("open??*prof*", true),
    ("openid", false), ("?", false), ("*x*", false), ("****e", true),
  ]

  @Test("matches is a glob over the whole text", arguments: globs)
  func glob(_ row: (pattern: String, holds: Bool)) async throws {
    let result = try await result(
      "on any submit\nexpect token.scope matches \"\(row.pattern)\"", ScriptedEngine(.success))
    #expect(result.passed == row.holds)
  }

  @Test(
    "A character with two encodings is equal to every operator",
    arguments: [
      ("is \"caf\\u{e9}\"", true), ("contains \"f\\u{e9}\"", true), ("matches \"c*\\u{e9}\"", true),
      ("matches \"caf?\"", true), ("contains \"caf\\u{e8}\"", false), ("contains \"c\"", true),
      ("contains \"\\u{301}\"", true), ("matches \"ca?\"", false),
    ])
  func canonical(_ row: (test: String, holds: Bool)) async throws {
    for (isDenied, expected) in [("", row.holds), ("not ", !row.holds)] {
      let text = """
        let word = "cafe\\u{301}"
        on any submit
        expect \(isDenied)word \(row.test)
        """
      let result = try await result(text, ScriptedEngine(.success))
      #expect(result.passed == expected, "\(isDenied)\(row.test)")
    }
  }
}
