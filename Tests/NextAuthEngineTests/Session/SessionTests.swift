import FlowEngine
import Testing

@testable import NextAuthEngine

/// The SDK's call for each move of a script, and the wait for its callbacks.
@Suite("Moves and calls of nextAuth sessions")
struct SessionTests {
  typealias Turn = FakeSDK.Turn

  private static let one = SessionID(1)

  // MARK: Beginning

  /// A way to begin a session.
  struct Beginning: Sendable, CustomTestStringConvertible {
    var testDescription: String { ([intent] + parameters.map(\.field)).joined(separator: " ") }
    var intent: String
    var parameters: [Answer] = []
    var calls: [String]
  }

  static let beginnings: [Beginning] = [
    Beginning(intent: "qr", calls: ["make qr login", "startSession qr made"]),
    Beginning(
      intent: "deep-link", parameters: [Answer("server", .text("b")), Answer("age", .number(60))],
      calls: ["make deep-link login server=b age=60", "startSession deep-link made"]),
    Beginning(
      intent: "push", parameters: [Answer("type", .text("logout"))],
      calls: ["make push login type=logout", "processPush made"]),
    Beginning(
      intent: "enroll", parameters: [Answer("name", .text("ann"))],
      calls: ["make qr enrol name=ann", "startSession qr made"]),
    Beginning(
      intent: "enroll", parameters: [Answer("by", .text("deep-link"))],
      calls: ["make deep-link enrol", "startSession deep-link made"]),
    Beginning(intent: "app-login", calls: ["startAppLogin -"]),
    Beginning(
      intent: "app-login", parameters: [Answer("account", .text("Jane"))],
      calls: ["startAppLogin a1"]),
    Beginning(
      intent: "app-login", parameters: [Answer("account", .text("nobody"))],
      calls: ["startAppLogin nobody"]),
    Beginning(
      intent: "qr", parameters: [Answer("data", .secret(Secret("code")))],
      calls: ["startSession qr code"]),
    Beginning(
      intent: "qr",
      parameters: [Answer("data", .text("AQID")), Answer("binary", .boolean(true))],
      calls: ["startSession binary [1, 2, 3]"]),
    Beginning(
      intent: "qr", parameters: [Answer("binary", .boolean(true))],
      calls: ["make qr login binary=true", "startSession qr made"]),
    Beginning(
      intent: "push", parameters: [Answer("data", .text("message"))],
      calls: ["processPush message"]),
    Beginning(
      intent: "enroll", parameters: [Answer("data", .text("x")), Answer("by", .text("push"))],
      calls: ["processPush x"]),
  ]

  @Test("Each way to begin is a call, at the start and later", arguments: beginnings)
  func begins(beginning: Beginning) async throws {
    let turn = Turn(
      records: [Records.session(1, .readyForUserInteraction)],
      callbacks: [.sessionReadyForUserInteraction(Self.one)])
    let sdk = FakeSDK([turn], accounts: [Records.jane])
    var session = makeSession(over: sdk)
    let start = Start(intent: beginning.intent, parameters: beginning.parameters)
    #expect(try await session.start(start).steps.map(\.name) == ["ready"])
    #expect(sdk.calls == beginning.calls)

    let later = FakeSDK([turn, turn], accounts: [Records.jane])
    var second = makeSession(over: later)
    _ = try await second.start(Start(intent: "app-login"))
    _ = try await second.perform(.outside(beginning.intent, parameters: beginning.parameters))
    #expect(later.calls == ["startAppLogin -", "look"] + beginning.calls)
  }

  static let wrongStarts: [(String, [Answer], String)] = [
    ("sign-in", [], "nextAuth can't start `sign-in`"),
    ("qr", [Answer("name", .text("x"))], "`qr` has no parameter `name`"),
    (
      "qr", [Answer("second-factor", .text("skip")), Answer("second_factor", .text("skip"))],
      "the parameter `second-factor` is given twice"
    ),
    ("enroll", [Answer("by", .text("post"))], "an enrollment can't start with `by = post`"),
    (
      "qr", [Answer("data", .text("?")), Answer("binary", .boolean(true))],
      "the `data` of a binary QR code can't be read"
    ),
    (
      "qr", [Answer("data", .text("code")), Answer("account", .text("jane"))],
      "`account` asks a server for something that `data` already gives"
    ),
  ]

  @Test(
    "An impossible start is the script's error, and suggests what to write", arguments: wrongStarts)
  func wrongStart(intent: String, parameters: [Answer], message: String) async {
    let sdk = FakeSDK([])
    var session = makeSession(over: sdk)
    do {
      _ = try await session.start(Start(intent: intent, parameters: parameters))
      Issue.record("it began")
    } catch {
      #expect(error.kind == .misused && error.message == message && error.help != nil)
    }
    #expect(sdk.calls.isEmpty)
  }

  @Test("Refused data is the server's refusal, and ends the run in failure")
  func refusedStart() async throws {
    let error = SessionError(code: 32, name: "qr-parsing", message: "the data can't be read")
    let failure = CallFailure(.refused, "refused", error: error)
    for callbacks in [[Callback.userErrorMessage(nil, error)], []] {
      var session = makeSession(over: FakeSDK([Turn(callbacks: callbacks, failure: failure)]))
      let response = try await session.start(Start(intent: "qr"))
      #expect(response.outcome == .failure)
      #expect(response.messages == [Message(.error, "the data can't be read", key: "32")])
    }
  }

  @Test("A push without a login ends the run as finished")
  func noLogin() async throws {
    var session = makeSession(over: FakeSDK([Turn()]))
    let response = try await session.start(Start(intent: "push"))
    #expect(response.outcome == .finished)
    #expect(response.facts.contains(Fact("sessions", .number(0))))
  }

  @Test("Sessions and callbacks from before the run don't affect it")
  func earlier() async throws {
    let old = Records.proving(1)
    let sdk = FakeSDK(
      [
        Turn(
          records: [old, Records.session(2, .readyForUserInteraction)],
          callbacks: [.sessionUpdate(Self.one, .active), .sessionUpdate(SessionID(2), .starting)])
      ], records: [old])
    var session = makeSession(over: sdk)
    let response = try await session.start(Start(intent: "qr"))
    #expect(response.steps.map(\.name) == ["ready"])
    #expect(response.callbacks == ["SessionUpdate 2 STARTING"])
    await session.abandon()
    #expect(sdk.calls.last == "stopSession 2")
    #expect(!sdk.calls.contains("stopSession 1"))
  }

  @Test("Sessions that others begin during the run don't affect it either")
  func others() async throws {
    let other = SessionID(3)
    let sdk = FakeSDK([
      Turn(
        records: [Records.confirming(1), Records.session(2, .readyForUserInteraction)],
        callbacks: [.sessionReadyForUserInteraction(SessionID(2)), Self.failed(Self.one)]),
      Turn(
        records: [Records.confirming(1), Records.confirming(2), Records.proving(3)],
        callbacks: [
          .secondFactor(other, Records.needed), .sessionUpdate(SessionID(2), .active),
          Self.failed(other), .userErrorMessage(nil, SessionError.coded(64)),
        ]),
      Turn(),
    ])
    var session = makeSession(over: sdk)
    let first = try await session.start(Start(intent: "qr"))
    #expect(first.steps.map(\.name) == ["ready"])
    #expect(first.callbacks == ["SessionReadyForUserInteraction 2"])
    let second = try await session.perform(Self.submit())
    #expect(second.steps.map(\.name) == ["confirm-login"])
    #expect(second.facts.contains(Fact("sessions", .number(1))))
    // A message without a session is reported to every session.
    #expect(second.messages.map(\.key) == ["64"])
    #expect(second.callbacks.count == 2)
    await session.abandon()
    #expect(sdk.calls.suffix(2) == ["startUserInteraction 2", "stopSession 2"])
    #expect(sdk.calls.count == 4)
  }

  private static func failed(_ session: SessionID) -> Callback {
    .userErrorMessage(session, SessionError.coded(48))
  }

  // MARK: Moves

  /// A move at a session in a state, and its call.
  struct Moved: Sendable, CustomTestStringConvertible {
    var testDescription: String { call }
    var record: SessionRecord
    var move: Move
    var call: String

    init(_ record: SessionRecord, _ move: Move, _ call: String) {
      self.record = record
      self.move = move
      self.call = call
    }
  }

  private static func submit(_ choice: Int? = nil, _ answers: [Answer] = []) -> Move {
    .submit(step: 0, selection: choice.map { Selection(choice: $0) }, answers: answers)
  }

  private static let either = SecondFactorReport(.verify, .needed, allowed: [.pin, .biometric])

  static let moves: [Moved] = [
    Moved(
      Records.session(1, .readyForUserInteraction), submit(), "startUserInteraction 1"),
    Moved(Records.confirming(), submit(1), "setAccount 1 a2 -"),
    Moved(
      Records.confirming(), submit(nil, [Answer("account", .text("sam"))]), "setAccount 1 a2 -"),
    Moved(Records.confirming(), submit(nil, [Answer("account", .text("a1"))]), "setAccount 1 a1 -"),
    Moved(
      Records.confirming(), submit(0, [Answer("userInput", .text("hello"))]),
      "setAccount 1 a1 hello"),
    Moved(Records.confirming(1, [Records.sam]), submit(), "setAccount 1 a2 -"),
    Moved(
      Records.proving(), submit(nil, [Answer("pin", .secret(Secret("2580")))]),
      "setPinBiometric 1 2580 false"),
    Moved(
      Records.proving(1, either), submit(nil, [Answer("biometric", .boolean(true))]),
      "setPinBiometric 1 - true"),
    Moved(
      Records.proving(1, either),
      submit(nil, [Answer("pin", .text("1")), Answer("biometric", .boolean(false))]),
      "setPinBiometric 1 1 false"),
    Moved(Records.proving(), .use(.cancel, step: 0), "inputCancel 1"),
    Moved(Records.proving(), .use(.deny, step: 0), "stopSession 1"),
    Moved(Records.confirming(), .use(.deny, step: 0), "stopSession 1"),
    Moved(Records.confirming(), .use(.stop, step: nil), "stopSession 1"),
    Moved(Records.active(), .use(.stop, step: 0), "stopSession 1"),
  ]

  @Test("Each move is a call of the SDK", arguments: moves)
  func call(moved: Moved) async throws {
    let sdk = FakeSDK([
      Turn(records: [moved.record], callbacks: [.sessionUpdate(Self.one, moved.record.status)]),
      Turn(
        records: [Records.ended(1, .aborted, .denied)],
        callbacks: [.sessionStop(Self.one, .denied)]),
    ])
    var session = makeSession(over: sdk)
    _ = try await session.start(Start(intent: "qr"))
    let response = try await session.perform(moved.move)
    #expect(sdk.calls.last == moved.call)
    #expect(response.callbacks == ["SessionStop 1 denied"])
    #expect(response.outcome != nil)
  }

  @Test("A step of another session is answered in that session")
  func otherSession() async throws {
    let both = [Records.active(1), Records.proving(2)]
    let sdk = FakeSDK([
      Turn(records: [both[0]], callbacks: [.sessionLogin(Self.one, .loggedIn)]),
      Turn(records: both, callbacks: [.sessionUpdate(SessionID(2), .active)]),
      Turn(callbacks: [.sessionStop(Self.one, .loggedOut)]),
    ])
    var session = makeSession(over: sdk)
    _ = try await session.start(Start(intent: "qr"))
    let response = try await session.perform(.outside("app-login", parameters: []))
    #expect(response.steps.map(\.name) == ["second-factor", "active"])
    _ = try await session.perform(.use(.stop, step: 1))
    #expect(sdk.calls.last == "stopSession 1")
  }

  /// A move without a call.
  static let wrongMoves: [Moved] = [
    Moved(Records.active(), submit(), "the step `active` has nothing to submit"),
    Moved(Records.confirming(), submit(), "several accounts can be selected"),
    Moved(
      Records.confirming(), submit(0, [Answer("account", .text("sam"))]),
      "the given account can't be selected here"),
    Moved(
      Records.confirming(), submit(nil, [Answer("account", .text("joe"))]),
      "the given account can't be selected here"),
    Moved(Records.confirming(), submit(7), "the step has no choice 7"),
    Moved(
      Records.proving(), submit(nil, [Answer("code", .text("1"))]),
      "`second-factor` has no field `code`"),
    Moved(Records.active(), .use(.deny, step: 0), "the step `active` offers no `deny`"),
    Moved(
      Records.active(), .use(Capability("skip"), step: nil), "the step `active` offers no `skip`"),
    Moved(
      Records.active(), .submit(step: 3, selection: nil, answers: []), "the response has no step 3"
    ),
    Moved(
      Records.active(), .outside("rain", parameters: []),
      "unknown event `rain`"),
    Moved(
      Records.active(), .outside("delete-account", parameters: []),
      "the account to delete isn't named"),
    Moved(
      Records.active(), .outside("ping-lost", parameters: [Answer("age", .number(1))]),
      "`ping-lost` has no parameter `age`"),
    Moved(
      Records.active(), .poll(step: 0), "a session of nextAuth has nothing to poll or to follow"),
  ]

  @Test(
    "A move that isn't a call is the script's error, and nothing is called", arguments: wrongMoves)
  func wrongMove(moved: Moved) async throws {
    let sdk = FakeSDK([
      Turn(records: [moved.record], callbacks: [.sessionUpdate(Self.one, moved.record.status)])
    ])
    var session = makeSession(over: sdk)
    _ = try await session.start(Start(intent: "qr"))
    let calls = sdk.calls
    do {
      _ = try await session.perform(moved.move)
      Issue.record("it was made")
    } catch { #expect(error.kind == .misused && error.message == moved.call) }
    #expect(sdk.calls == calls)
  }

  static let failures: [(CallFailure.Kind, EngineFailure.Kind, String?)] = [
    (.wrongState, .misused, "a script answers the offered step: `on STEP …`"),
    (.sessionEnded, .expired, "start another session with `start`"),
    (.unknownSession, .misused, "start a session with `start`"),
    (.invalidAccount, .misused, nil),
    (.invalidInput, .misused, "write `answer pin = …` or `answer biometric = true`"),
    (.interactionBusy, .misused, "answer or `deny` the session that takes input first"),
    (.duplicateSession, .misused, "`stop` that session first, or start with other data"),
    (.refused, .refused, nil),
    (.surroundings, .misused, "`flow names nextauth` lists the starts and events"),
    (.unreachable, .unreachable, nil),
  ]

  @Test(
    "A call that is rejected is reported with the remedy, and can be made again",
    arguments: failures)
  func failure(kind: CallFailure.Kind, told: EngineFailure.Kind, help: String?) async throws {
    let records = [Records.proving(1, Self.either)]
    let sdk = FakeSDK([
      Turn(records: records, callbacks: [.secondFactor(Self.one, Self.either)]),
      Turn(failure: CallFailure(kind, "because")),
      Turn(records: [Records.active()], callbacks: [.sessionUpdate(Self.one, .active)]),
    ])
    var session = makeSession(over: sdk)
    _ = try await session.start(Start(intent: "qr"))
    let move = Self.submit(nil, [Answer("pin", .text("2580"))])
    do {
      _ = try await session.perform(move)
      Issue.record("it was taken")
    } catch {
      #expect(error == EngineFailure(told, "because", help: help))
    }
    #expect(try await session.perform(move).steps.map(\.name) == ["active"])
  }

  @Test("An answer too soon after a wrong PIN is reported with the time to wait")
  func penalised() async throws {
    let report = SecondFactorReport(
      .verify, .penalised(.seconds(30)), allowed: [.pin], remaining: 2)
    let sdk = FakeSDK([
      Turn(records: [Records.proving(1, report)], callbacks: [.secondFactor(Self.one, report)]),
      Turn(failure: CallFailure(.wrongState, "no input is taken yet")),
    ])
    var session = makeSession(over: sdk)
    _ = try await session.start(Start(intent: "qr"))
    do {
      _ = try await session.perform(Self.submit(nil, [Answer("pin", .text("2580"))]))
      Issue.record("it was taken")
    } catch { #expect(error.help == "`wait 30s` before the next answer") }
  }

  // MARK: Outside events

  @Test("Outside events are passed to the surroundings, and their effects are looked up")
  func happens() async throws {
    let sdk = FakeSDK([
      Turn(records: [Records.active()], callbacks: [.sessionLogin(Self.one, .loggedIn)]),
      Turn(),
      Turn(
        records: [Records.ended(1, .loggedOut, .loggedOut)],
        callbacks: [.sessionStop(Self.one, .loggedOut)], isLate: true),
    ])
    var session = makeSession(over: sdk)
    _ = try await session.start(Start(intent: "qr"))
    let event = Move.outside("server_logout", parameters: [Answer("account", .text("jane"))])
    let response = try await session.perform(event)
    #expect(sdk.calls.suffix(2) == ["happen server-logout account=jane", "look"])
    #expect(response.outcome == .finished)
  }

  @Test("An account is deleted by the app by its name or its id")
  func deletes() async throws {
    for name in ["sam", "a2"] {
      let turn = Turn(
        records: [Records.active()], callbacks: [.sessionLogin(Self.one, .loggedIn)])
      let sdk = FakeSDK([turn, Turn()], accounts: [Records.jane, Records.sam])
      var session = makeSession(over: sdk, isSimulated: false)
      _ = try await session.start(Start(intent: "app-login"))
      let parameters = [Answer("account", .text(name))]
      _ = try await session.perform(.outside("delete-account", parameters: parameters))
      #expect(sdk.calls.last == "deleteAccount a2")
    }
  }

  @Test("With a real SDK nothing can be created or triggered")
  func real() async throws {
    for intent in ["qr", "deep-link", "push", "enroll"] {
      var session = makeSession(over: FakeSDK([]), isSimulated: false)
      await #expect(throws: EngineFailure.self) {
        _ = try await session.start(Start(intent: intent))
      }
      do { _ = try await session.start(Start(intent: intent)) } catch {
        #expect(error.kind == .simulatedOnly)
        #expect(error.help == "give it to the SDK: `start \(intent) with data = …`")
      }
    }
    let turn = Turn(records: [Records.active()], callbacks: [.sessionLogin(Self.one, .loggedIn)])
    let sdk = FakeSDK([turn])
    var session = makeSession(over: sdk, isSimulated: false)
    let given = [Answer("data", .secret(Secret("code")))]
    #expect(try await session.start(Start(intent: "qr", parameters: given)).settled == .success)
    for event in ["server-logout", "qr", "app-activity"] {
      do {
        _ = try await session.perform(.outside(event, parameters: []))
        Issue.record("\(event) happened")
      } catch { #expect(error.kind == .simulatedOnly && error.help != nil, "\(event)") }
    }
    #expect(sdk.calls == ["startSession qr code"])
  }
}
