import FlowEngine
import Testing

@testable import NextAuthEngine

/// Waiting for the results of calls, looking for them, and giving up.
@Suite("Waiting for callbacks of nextAuth")
struct SessionWaitingTests {
  typealias Turn = FakeSDK.Turn

  private static let one = SessionID(1)

  private static func submit(pin: String) -> Move {
    .submit(step: 0, selection: nil, answers: [Answer("pin", .text(pin))])
  }

  @Test("Slow effects are waited for, by the run's clock with a simulated SDK")
  func waits() async throws {
    let clock = ManualClock(now: .seconds(100))
    let verifying = Records.session(1, .waitingForUserInput) { $0.input = .verifying }
    let sdk = FakeSDK([
      Turn(
        records: [Records.session(1, .starting)], callbacks: [.sessionUpdate(Self.one, .starting)]
      ),
      Turn(records: [verifying], isLate: true),
      Turn(records: [Records.session(1, .active)], isLate: true),
      Turn(
        records: [Records.active()], callbacks: [.sessionLogin(Self.one, .loggedIn)], isLate: true),
    ])
    var session = makeSession(over: sdk, clock: clock)
    let active = try await session.start(Start(intent: "qr"))
    #expect(active.callbacks == ["SessionUpdate 1 STARTING"])
    #expect(clock.now == .seconds(102))
    let response = try await session.perform(.settle)
    #expect(response.settled == .success)
    #expect(response.callbacks == ["SessionLogin 1 LOGGED_IN"])
    #expect(sdk.calls.filter { $0 == "look" }.count == 3)
    #expect(clock.now == .seconds(103))
    #expect(sdk.waits.isEmpty)
  }

  @Test(
    "ACTIVE before the login's result is a step that ends by itself, and can be stopped (S29, S30)")
  func activeBeforeResult() async throws {
    for isSimulated in [true, false] {
      let sdk = FakeSDK([
        Turn(
          records: [Records.session(1, .active)], callbacks: [.sessionUpdate(Self.one, .active)]),
        Turn(
          records: [Records.ended(1, .aborted, .stopped)],
          callbacks: [.sessionStop(Self.one, .stopped)]),
      ])
      var session = makeSession(over: sdk, isSimulated: isSimulated)
      let response = try await session.start(Start(intent: "app-login"))
      #expect(response.steps.map(\.name) == ["active"])
      #expect(response.steps.map(\.endsByItself) == [true])
      #expect(response.settled == nil && response.outcome == nil)
      #expect(response.facts.contains(Fact("state", .text("ACTIVE"))))
      #expect(response.facts.contains(Fact("history", .text("NONE"))))
      let stopped = try await session.perform(.use(.stop, step: 0))
      #expect(stopped.outcome == .stopped)
      #expect(stopped.facts.contains(Fact("history", .text("ABORTED"))))
    }
  }

  @Test("A wait for a login's result ends when another session changes, or at the deadline")
  func settles() async throws {
    let active = Records.session(1, .active)
    let ready = Records.session(2, .readyForUserInteraction)
    let ended = Records.ended(2, .aborted, .timedOut)
    let sdk = FakeSDK([
      Turn(records: [active], callbacks: [.sessionUpdate(Self.one, .active)]),
      Turn(
        records: [active, ready], callbacks: [.sessionReadyForUserInteraction(SessionID(2))]),
      Turn(
        records: [active, ended], callbacks: [.sessionStop(SessionID(2), .timedOut)],
        isLate: true),
    ])
    let clock = ManualClock(now: .zero)
    var session = makeSession(over: sdk, clock: clock)
    _ = try await session.start(Start(intent: "app-login"))
    let both = try await session.perform(.outside("app-login", parameters: []))
    #expect(both.steps.map(\.name) == ["ready", "active"])
    #expect(both.steps.map(\.endsByItself) == [false, true])
    let alone = try await session.perform(.settle)
    #expect(alone.steps.map(\.name) == ["active"])
    #expect(clock.now == .seconds(1))
    session.deadline = .now
    do {
      _ = try await session.perform(.settle)
      Issue.record("it answered")
    } catch {
      #expect(error.message == "the session made no progress in ACTIVE")
    }
  }

  @Test("A state from before a call isn't answered again, however late its callback arrives")
  func lateCallback() async throws {
    for isSimulated in [true, false] {
      let sdk = FakeSDK([
        Turn(records: [Records.proving()], callbacks: [.sessionUpdate(Self.one, .active)]),
        Turn(),
        Turn(
          records: [Records.active()], callbacks: [.sessionLogin(Self.one, .loggedIn)],
          isLate: true),
      ])
      var session = makeSession(over: sdk, isSimulated: isSimulated)
      session.deadline = .now + .seconds(3600)
      let start = Start(intent: "qr", parameters: [Answer("data", .text("code"))])
      _ = try await session.start(start)
      let response = try await session.perform(
        Self.submit(pin: "2580"))
      #expect(response.steps.map(\.name) == ["active"])
      #expect(sdk.waits == (isSimulated ? [] : [session.deadline].compactMap { $0 }))
    }
  }

  @Test("An SDK that never reports a call's result is abandoned at the deadline")
  func silent() async throws {
    for isSimulated in [true, false] {
      let starting = Turn(records: [Records.session(1, .starting)])
      let clock = ManualClock(now: .zero)
      var session = makeSession(over: FakeSDK([starting]), isSimulated: isSimulated, clock: clock)
      session.deadline = .now
      do {
        _ = try await session.start(
          Start(intent: "qr", parameters: [Answer("data", .text("code"))]))
        Issue.record("it answered")
      } catch {
        #expect(error.kind == .outOfTime)
        #expect(error.message == "the session made no progress in STARTING")
      }
      #expect(clock.now == (isSimulated ? NextAuthSession.patience : .zero))
    }
  }

  @Test("Looking finds changes that happened by themselves, and reports no callback twice")
  func looks() async throws {
    let sdk = FakeSDK([
      Turn(
        records: [Records.session(1, .readyForUserInteraction)],
        callbacks: [.sessionReadyForUserInteraction(Self.one)]),
      Turn(
        records: [Records.ended(1, .aborted, .timedOut)],
        callbacks: [.sessionUpdate(Self.one, .done), .sessionStop(Self.one, .timedOut)],
        isLate: true),
    ])
    var session = makeSession(over: sdk)
    #expect(session.traits.changesByItself)
    let first = try await session.start(Start(intent: "qr"))
    #expect(first.callbacks == ["SessionReadyForUserInteraction 1"])
    let second = try await session.perform(.look)
    #expect(second.callbacks == ["SessionUpdate 1 DONE", "SessionStop 1 timed-out"])
    #expect(second.outcome == .failure)
    #expect(second.messages.map(\.key) == ["timed-out"])
  }

  @Test("An observer gets each callback of the run as it arrives, once")
  func observed() async throws {
    let heard = Heard()
    let sdk = FakeSDK([
      Turn(
        records: [Records.active()],
        callbacks: [.sessionUpdate(Self.one, .active), .sessionLogin(Self.one, .loggedIn)])
    ])
    var session = makeSession(over: sdk) { heard.note($0) }
    _ = try await session.start(Start(intent: "app-login"))
    _ = try await session.perform(.look)
    #expect(heard.lines == ["SessionUpdate 1 ACTIVE", "SessionLogin 1 LOGGED_IN"])
  }

  @Test("Giving up stops the sessions that haven't ended, whatever the result")
  func abandons() async throws {
    let records = [
      Records.ended(1, .aborted, .denied), Records.proving(2), Records.active(3),
    ]
    let begun = (1...3).map { number in
      Turn(
        records: Array(records.prefix(number)),
        callbacks: [.sessionUpdate(SessionID(number), .active)])
    }
    let sdk = FakeSDK(begun + [Turn(failure: CallFailure(.sessionEnded, "it has ended")), Turn()])
    var session = makeSession(over: sdk)
    _ = try await session.start(Start(intent: "app-login"))
    for _ in 2...3 { _ = try await session.perform(.outside("app-login", parameters: [])) }
    await session.abandon()
    #expect(
      sdk.calls.filter { $0 != "look" }
        == Array(repeating: "startAppLogin -", count: 3) + ["stopSession 2", "stopSession 3"])
  }

  @Test("A session from a call that returned after the run was given up is stopped, too")
  func lateBeginning() async {
    let begun = BegunSessions()
    let sdk = FakeSDK([Turn(), Turn()])
    _ = await begun.note(Self.one, of: sdk)
    begun.abandon()
    #expect(sdk.calls.isEmpty)
    _ = await begun.note(nil, of: sdk)
    _ = await begun.note(SessionID(2), of: sdk)
    #expect(sdk.calls == ["stopSession 2"])
  }
}
