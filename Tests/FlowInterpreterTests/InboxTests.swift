import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowLock
import Testing

@testable import FlowInterpreter

/// `inbox` with an outside inbox that may fail.
@Suite struct InboxTests {
  /// An inbox whose every look is defined in the test.
  private final class Looks: Inbox {
    private let looks = Mutex(0)
    private let taken: String?
    let answersAtOnce: Bool
    let marked: (@Sendable (Int) throws(PlainFailure) -> Int)?
    let item: @Sendable (Int) throws(PlainFailure) -> InboxItem?

    var count: Int { looks.withLock { $0 } }

    init(
      without channel: String? = nil, answersAtOnce: Bool = false,
      item: @escaping @Sendable (Int) throws(PlainFailure) -> InboxItem? = { _ in nil },
      marked: (@Sendable (Int) throws(PlainFailure) -> Int)? = nil
    ) {
      taken = channel
      self.answersAtOnce = answersAtOnce
      self.marked = marked
      self.item = item
    }

    func unavailability(of channel: String) -> PlainFailure? {
      channel == taken ? PlainFailure("no \(channel) here", help: "add one") : nil
    }

    func mark() async throws(PlainFailure) -> Int { try marked?(count) ?? 0 }

    func newest(
      _ channel: String, to address: String?, after moment: Int
    ) async throws(PlainFailure) -> InboxItem? {
      let look = looks.withLock { looks in
        looks += 1
        return looks
      }
      return try item(look)
    }
  }

  private static let script = "on challenge answer code = inbox email"

  private static func item(_ code: String?, link: String? = nil) -> InboxItem {
    InboxItem(
      number: 1, channel: "email", address: "", code: code.map { Secret($0) },
      link: link.map { Secret($0) })
  }

  @Test("A run waits for a code, looking once per second, by the run's clock")
  func pace() async throws {
    let clock = ManualClock(now: .seconds(1_700_000_000))
    let looks = Looks { $0 == 31 ? Self.item("123456") : nil }
    let waits = Said()
    var environment = RunEnvironment.test(clock: clock, inbox: looks)
    environment.events = { event in
      if case .waiting(let step, let pause) = event { waits.add("\(step.name) \(pause)") }
    }
    let engine = ScriptedEngine(.email, .success)
    let result = try await result(Self.script, engine, environment)
    #expect(result.passed)
    #expect(result.duration == .seconds(30))
    #expect(waits.texts == Array(repeating: "challenge-authenticator 1.0 seconds", count: 30))
  }

  @Test("If nothing arrived for the user, the problem says whose mail counts")
  func emptyForUser() async throws {
    struct Shared: Inbox {
      var isShared: Bool { true }
      func newest(_ channel: String, to address: String?, after moment: Int) async -> InboxItem? {
        address == "jane@example.com" ? nil : InboxTests.item("666666")
      }
      func mark() async -> Int { 0 }
    }
    let script = "on identify answer identifier = \"jane@example.com\"\n" + Self.script
    let engine = ScriptedEngine(.identify, .email, .success)
    let result = try await result(script, engine, .test(inbox: Shared()))
    #expect(result.diagnostics.map(\.problem) == [.inboxEmpty(channel: "email")])
    #expect(result.diagnostics.first?.notes.contains { $0.contains("`jane@example.com`") } == true)
  }

  @Test("A mail with only a link doesn't end the wait, and no secret of it is shown")
  func link() async throws {
    let looks = Looks { look in
      look == 1 ? Self.item(nil, link: "https://a/1") : Self.item("9876", link: "https://a/2")
    }
    let environment = RunEnvironment.test(inbox: looks)
    let result = try await result(Self.script, ScriptedEngine(.email, .success), environment)
    #expect(result.passed)
    #expect(environment.masker.masked("9876 https://a/2") == "\(Secret.mask) \(Secret.mask)")
  }

  @Test("A code that doesn't arrive is a problem at the run's deadline")
  func empty() async throws {
    let looks = Looks()
    let result = try await result(
      Self.script, ScriptedEngine(.email), .test(inbox: looks))
    #expect(result.diagnostics.map(\.problem) == [.inboxEmpty(channel: "email")])
    #expect(
      result.diagnostics.first?.notes == ["the run waited until its own time limit, 2m"])
    #expect(result.duration == .seconds(120))
    #expect(looks.count == 121)
  }

  @Test("A run without an inbox reports it when a rule takes a code, and abandons the transaction")
  func missing() async throws {
    let engine = ScriptedEngine(.email)
    let result = try await result(
      Self.script + "\non challenge phone answer code = inbox sms", engine)
    #expect(result.diagnostics.map(\.problem) == [.inboxMissing(channel: "email")])
    #expect(result.diagnostics.first?.place?.text == "inbox email")
    #expect(engine.log.moves.isEmpty)
    #expect(engine.log.abandoned == 1)
  }

  @Test("A run that takes no code needs no inbox, and no channel of it")
  func unneeded() async throws {
    let text = "on identify answer identifier = \"jane\"\n" + Self.script
    let none = try await result(text, ScriptedEngine(.identify, .success))
    #expect(none.passed, "\(none.diagnostics)")
    let other = try await result(
      text, ScriptedEngine(.identify, .success), .test(inbox: Looks(without: "email")))
    #expect(other.passed, "\(other.diagnostics)")
  }

  @Test("An inbox without a channel is reported when a rule takes a code from it")
  func unavailable() async throws {
    let engine = ScriptedEngine(.email)
    let result = try await result(
      Self.script, engine, .test(inbox: Looks(without: "email")))
    #expect(result.diagnostics.map(\.problem) == [.inboxFailed(message: "no email here")])
    #expect(result.diagnostics.first?.help == "add one")
    #expect(engine.log.moves.isEmpty)
  }

  @Test("An unreadable inbox ends the run before its first request")
  func unreachable() async throws {
    let engine = ScriptedEngine(.email)
    let looks = Looks(marked: { (_) throws(PlainFailure) in throw PlainFailure("gone") })
    let result = try await result(Self.script, engine, .test(inbox: looks))
    #expect(result.diagnostics.map(\.problem) == [.inboxFailed(message: "gone")])
    #expect(result.diagnostics.first?.place?.text == "inbox email")
    #expect(engine.log.start == nil)
    #expect(engine.log.abandoned == 0)
  }

  @Test("An inbox that fails during the wait ends the run, and the transaction")
  func failing() async throws {
    let engine = ScriptedEngine(.email)
    let looks = Looks { (look) throws(PlainFailure) in
      if look == 3 { throw PlainFailure("gone") }
      return nil
    }
    let result = try await result(Self.script, engine, .test(inbox: looks))
    #expect(result.diagnostics.map(\.problem) == [.inboxFailed(message: "gone")])
    #expect(engine.log.abandoned == 1)
  }

  /// A run that is canceled from within.
  private final class Running: Sendable {
    private let task = Mutex<Task<RunResult, Never>?>(nil)

    func start(_ body: @escaping @Sendable () async -> RunResult) async -> RunResult {
      let task = task.withLock { kept in
        let task = Task { await body() }
        kept = task
        return task
      }
      return await task.value
    }

    func cancel() { task.withLock { $0 }?.cancel() }
  }

  @Test("A flow that takes no code never asks the inbox")
  func unused() async throws {
    let looks = Looks(marked: { (_) throws(PlainFailure) in throw PlainFailure("gone") })
    let result = try await result(
      "on challenge answer code = \"1\"", ScriptedEngine(.email, .success), .test(inbox: looks))
    #expect(result.passed)
  }

  @Test(
    "A run that is canceled while it waits for a code is interrupted", arguments: [true, false])
  func cancelled(answersAtOnce: Bool) async throws {
    let plan = try plan(Self.script)
    let running = Running()
    let looks = Looks(answersAtOnce: answersAtOnce) { look in
      if look == 2 { running.cancel() }
      return nil
    }
    let environment = RunEnvironment.test(inbox: looks)
    let result = await running.start {
      await run(plan, engine: ScriptedEngine(.email), environment: environment)
    }
    #expect(result.outcome == .cancelled)
    #expect(result.problems == [.interrupted])
    #expect(looks.count == 2)
  }
}
