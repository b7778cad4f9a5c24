import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Waiting")
struct PollTests {
  static func waiting(_ polls: Int, then last: Response = .success) -> ScriptedEngine {
    ScriptedEngine { (move, index) throws(EngineFailure) in
      if index > polls { return last }
      return Response(
        steps: [Step.select, Step.push], facts: [Fact("n", .number(Double(index)))])
    }
  }

  @Test("poll waits first, at the server's pace, until the response changes")
  func pace() async throws {
    let engine = PollTests.waiting(3)
    let result = try await result("on challenge okta-verify poll", engine)
    #expect(result.passed)
    #expect(engine.log.moves == Array(repeating: .poll(step: 1), count: 4))
    #expect(result.duration == .seconds(16))
    #expect(result.moves == 1)
    #expect(result.records.first?.taken?.polls == 4)
  }

  @Test("The server's pace is its latest answer's")
  func changingPace() async throws {
    let paces = [4, 1, 10]
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      guard index < paces.count else { return .success }
      var push = Step.push
      push.waiting = Waiting(interval: .seconds(paces[index]))
      return Response(steps: [push], facts: [Fact("n", .number(Double(index)))])
    }
    let result = try await result("on challenge poll", engine)
    #expect(result.passed)
    #expect(result.duration == .seconds(15))
    #expect(result.records.first?.taken?.polls == 3)
  }

  /// A push that shows each page's contents, as a step's number and as the server's message.
  private static func push(_ pages: [(number: String?, says: String?)]) -> ScriptedEngine {
    ScriptedEngine { (_, index) throws(EngineFailure) in
      guard index < pages.count else { return .success }
      var push = Step.push
      push.showing = pages[index].number.map { [Fact("correctAnswer", .text($0))] } ?? []
      let response = Response(steps: [push], facts: [Fact("n", .number(Double(index)))])
      return pages[index].says.map { response.saying(.info, $0) } ?? response
    }
  }

  @Test("A step's shown value is reported at each poll, however late it arrives")
  func showing() async throws {
    let said = Said()
    var environment = RunEnvironment.test()
    environment.events = {
      guard case .waiting(let step, _) = $0 else { return }
      said.add(step.showing.first?.value.shown ?? "nothing")
    }
    let engine = PollTests.push([(nil, nil), ("67", nil), ("67", nil), ("12", nil)])
    let result = try await result("on challenge poll", engine, environment)
    #expect(result.passed)
    #expect(said.texts == ["nothing", "67", "67", "12"])
  }

  @Test("A secret that a step shows during a wait is masked from then on")
  func masked() async throws {
    var push = Step.push
    push.showing = [Fact("otp", .secret(Secret("late-secret")))]
    let late = Response(steps: [push])
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      index == 0 ? Response(steps: [.push]) : late
    }
    let environment = RunEnvironment.test()
    _ = try await result("on challenge poll every 1m", engine, environment)
    #expect(environment.masker.masked("it is late-secret") == "it is ••••••")
  }

  @Test("The server's message during a wait is reported then, and once")
  func messages() async throws {
    let said = Said()
    var environment = RunEnvironment.test()
    environment.events = {
      switch $0 {
      case .message(let message): said.add(message.text)
      case .waiting: said.add("waiting")
      case .step, .tried, .said, .limited, .disconnected: break
      }
    }
    let engine = PollTests.push([
      (nil, "Look"), (nil, "Look"), (nil, "Update your app"), (nil, "Update your app"),
      (nil, "Update your app"),
    ])
    let text = "on challenge once poll for 10s\non challenge stop\nexpect stopped"
    let result = try await result(text, engine, environment)
    #expect(result.passed, "\(result.diagnostics.map(\.message))")
    #expect(
      said.texts == ["Look", "waiting", "waiting", "Update your app", "waiting"])
    #expect(result.messages.map(\.text) == ["Look", "Update your app"])
  }

  @Test("A push that was denied is sent again, and another wait for it isn't a loop")
  func sentAgain() async throws {
    var again = Step("resend")
    again.subjects = Step.push.subjects
    let rejected = Response(steps: [again]).saying(.error, "You have chosen to reject this login")
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      switch index {
      case 0, 2: Response(steps: [.push])
      case 1: rejected
      default: .success
      }
    }
    let result = try await result(
      "on challenge poll\non resend when message submit", engine)
    #expect(result.passed, "\(result.diagnostics.map(\.message))")
    #expect(result.lines == ["poll", "submit", "poll"])
    // A user who denies each time isn't asked more often than the script says.
    let denying = ScriptedEngine { (_, index) throws(EngineFailure) in
      index.isMultiple(of: 2) ? Response(steps: [.push]) : rejected
    }
    let endless = try await FlowInterpreterTests.result(
      "on challenge poll\non resend when message submit", denying)
    #expect(endless.problems == [.noProgress])
  }

  @Test("After a while the user is asked whether to keep waiting or do something else")
  func patience() async throws {
    var push = Step.push
    push.capabilities = [Capability("resend")]
    let page = push
    let engine = ScriptedEngine { (move, index) throws(EngineFailure) in
      if case .use(let capability, _)? = move, capability.name == "resend" { return .success }
      return Response(steps: [page], facts: [Fact("n", .number(Double(index)))])
    }
    let prompter = ScriptedPrompter(.chose(0, method: nil), .other(0))
    var environment = RunEnvironment.test()
    environment.prompter = prompter
    let result = try await result("on challenge prompt", engine, environment)
    #expect(result.passed, "\(result.diagnostics.map(\.message))")
    #expect(
      prompter.questions.map { $0.options.map(\.title) } == [["keep waiting"], ["keep waiting"]])
    #expect(prompter.questions.first?.alternatives == [.init(.resend, name: "resend")])
    #expect(result.duration == .seconds(60))
  }

  @Test("A user who keeps waiting can't exceed the run's deadline")
  func patienceEnds() async throws {
    var push = Step.push
    push.capabilities = [Capability("resend")]
    let page = Response(steps: [push])
    let prompter = ScriptedPrompter(
      .chose(0, method: nil), .chose(0, method: nil), .chose(0, method: nil),
      .chose(0, method: nil))
    var environment = RunEnvironment.test()
    environment.prompter = prompter
    let engine = ScriptedEngine { (_, _) throws(EngineFailure) in page }
    let result = try await result("on challenge prompt", engine, environment)
    #expect(result.problems == [.deadline])
    #expect(prompter.questions.count == 3)
    #expect(result.duration == .seconds(120))
  }

  @Test("every sets the pace, but never faster than the minimum")
  func every() async throws {
    let result = try await result("on challenge poll every 2s", PollTests.waiting(3))
    #expect(result.duration == .seconds(8))
    let fast = try await FlowInterpreterTests.result(
      "on challenge poll every 0s", PollTests.waiting(3))
    #expect(fast.duration == .milliseconds(400))
  }

  @Test("for limits the wait, otherwise the run's deadline does")
  func limit() async throws {
    let limited = try await result("on challenge poll every 2s for 5s", PollTests.waiting(1000))
    #expect(limited.diagnostics.map(\.problem) == [.pollTimeout(after: "5s")])
    #expect(limited.diagnostics.first?.place?.text == "poll every 2s for 5s")
    #expect(
      limited.diagnostics.first?.labels.map(\.text) == ["its wait here timed out"])
    #expect(limited.duration == .seconds(5))
    #expect(limited.records.first?.taken?.hasTimedOut == true)
    let unlimited = try await result("on challenge poll every 30s", PollTests.waiting(1000))
    #expect(unlimited.diagnostics.map(\.problem) == [.deadline(after: "2m")])
    #expect(unlimited.duration == .seconds(120))
  }

  /// An engine whose server never reports an event, and doesn't answer some polls.
  private static func silent(
    _ failure: EngineFailure, _ isUnanswered: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) -> ScriptedEngine {
    var engine = PollTests.waiting(1000)
    engine.unanswered = { isUnanswered($0) ? failure : nil }
    return engine
  }

  @Test(
    "A wait whose last poll had no answer doesn't report what it waited for",
    arguments: [
      (EngineFailure(.unreachable, "gone"), Problem.serverUnreachable(message: "gone")),
      (EngineFailure(.timedOut, "silent"), .serverUnreachable(message: "silent")),
      (EngineFailure(.limited, "slow"), .serverLimit(message: "slow")),
    ])
  func unanswered(failure: EngineFailure, problem: Problem) async throws {
    let text = "on challenge once poll every 2s for 5s\non challenge stop\nexpect stopped"
    let lost = try await result(text, PollTests.silent(failure))
    #expect(lost.diagnostics.map(\.problem) == [problem])
    #expect(lost.diagnostics.first?.place?.text == "poll every 2s for 5s")
    #expect(lost.records.first?.taken?.polls == 0)
    // A network that was gone for a while, and is back, isn't a failure.
    let back = try await result(text, PollTests.silent(failure) { $0 < 3 })
    #expect(back.passed, "\(back.diagnostics.map(\.message))")
    #expect(back.records.first?.taken?.polls == 1)
    // The run's own time ends in the same way.
    let late = try await result("on challenge poll every 30s", PollTests.silent(failure))
    #expect(late.diagnostics.map(\.problem) == [problem])
  }

  @Test("A connection that is lost is reported once, and again when it is lost again")
  func disconnected() async throws {
    let said = Said()
    var environment = RunEnvironment.test()
    environment.events = { if case .disconnected(let reason) = $0 { said.add(reason) } }
    let engine = PollTests.silent(EngineFailure(.unreachable, "gone")) { $0 != 3 && $0 < 6 }
    _ = try await result("on challenge poll every 2s for 20s", engine, environment)
    #expect(said.texts == ["gone", "gone"])
  }

  @Test("A server's request to wait is reported once, and again when the server repeats it")
  func limited() async throws {
    let said = Said()
    var environment = RunEnvironment.test()
    environment.events = { if case .limited(let pause) = $0 { said.add("\(pause)") } }
    let engine = PollTests.silent(EngineFailure(.limited, "slow")) { $0 != 3 && $0 < 6 }
    let result = try await result("on challenge poll every 2s for 12s", engine, environment)
    #expect(result.records.first?.taken?.polls == 2)
    #expect(said.texts == ["4.0 seconds", "4.0 seconds"])
  }

  /// A challenge that can be waited for or answered; a code is always too late.
  private static func challenge(_ waiting: Step) -> ScriptedEngine {
    let page = Response(steps: [waiting]).saying(.info, "Look into your mail")
    return ScriptedEngine { (move, _) throws(EngineFailure) in
      switch move {
      case .submit?: page.saying(.error, "Your code has expired")
      default: page
      }
    }
  }

  private static var waitingForMail: Step {
    var step = Step.email
    step.waiting = Waiting(interval: .seconds(2))
    return step
  }

  @Test("When a poll's time is over, the next rule that applies decides, on the same step")
  func nextRule() async throws {
    let text = """
      on challenge email poll for 6s then answer code = "never reached"
      on challenge email when attempt is 1 answer code = "123456"
      expect failure message is "Your code has expired"
      """
    let engine = PollTests.challenge(PollTests.waitingForMail)
    let said = Said()
    var environment = RunEnvironment.test()
    environment.events = { if case .message(let message) = $0 { said.add(message.text) } }
    let result = try await result(text, engine, environment)
    #expect(result.passed, "\(result.diagnostics.map(\.message))")
    #expect(result.lines == ["poll for 6s", "answer code = \"123456\""])
    #expect(result.reasons(at: 1).first == .alreadyDone)
    #expect(result.moves == 2)
    // The page of the wait that ended has no news.
    let texts = ["Look into your mail", "Look into your mail", "Your code has expired"]
    #expect(said.texts == texts)
    #expect(result.messages.map(\.text) == texts)
  }

  @Test("A poll whose time was over waits again after another action")
  func again() async throws {
    let engine = PollTests.challenge(PollTests.waitingForMail)
    let result = try await result(
      "on challenge email poll for 6s\non challenge email once resend", engine)
    #expect(result.problems == [.pollTimeout])
    #expect(result.lines == ["poll for 6s", "resend", "poll for 6s"])
    #expect(result.duration == .seconds(12))
  }

  @Test("A refusal during the wait ends the wait")
  func refused() async throws {
    let rejected = Response(steps: [.push]).saying(.error, "You have chosen to reject this login")
    let result = try await result("on challenge poll", PollTests.waiting(2, then: rejected))
    #expect(result.problems == [.serverMessage])
  }

  @Test("A rule is skipped if there is nothing to wait for")
  func nothing() async throws {
    let result = try await result("on challenge poll", ScriptedEngine(.email))
    #expect(result.reasons(at: 0) == [.nothingToWaitFor])
  }

  @Test("Each wait is reported as it begins")
  func events() async throws {
    let said = Said()
    var environment = RunEnvironment.test()
    environment.events = {
      switch $0 {
      case .waiting(let step, let pause): said.add("wait \(step.name) \(pause)")
      case .step(let record): said.add("step \(record.step?.name ?? "")")
      case .message, .tried, .said, .limited, .disconnected: break
      }
    }
    _ = try await result("on challenge poll every 1s", PollTests.waiting(1), environment)
    #expect(
      said.texts
        == [
          "wait challenge-poll 1.0 seconds", "wait challenge-poll 1.0 seconds",
          "step challenge-poll",
        ])
  }

  @Test("follow passes the redirect on and returns with its answer")
  func follow() async throws {
    let redirect = Step(
      "redirect-idp", redirect: Redirect(Secret("https://idp/?state=s3"), title: "Google"))
    let engine = ScriptedEngine(Response(steps: [redirect]), .success)
    var environment = RunEnvironment.test()
    environment.redirect = { redirect in
      #expect(redirect.title == "Google")
      return Secret("https://app/callback?code=c0de")
    }
    let result = try await result("on redirect-idp follow", engine, environment)
    #expect(result.passed)
    #expect(
      engine.log.moves == [.resume(step: 0, address: Secret("https://app/callback?code=c0de"))])
    #expect(environment.masker.masked("at https://app/callback?code=c0de") == "at ••••••")
    let alone = try await FlowInterpreterTests.result(
      "on redirect-idp follow", ScriptedEngine(Response(steps: [redirect])))
    #expect(alone.problems == [.nobodyToAsk])
  }

  @Test("A step that leads to a browser isn't submitted")
  func notSubmitted() async throws {
    let redirect = Step("redirect-idp", redirect: Redirect(Secret("https://idp"), title: "Google"))
    let result = try await result(
      "on redirect-idp submit", ScriptedEngine(Response(steps: [redirect])))
    #expect(result.reasons(at: 0) == [.notSubmitted])
  }
}
