import FlowEngine
import Testing

@testable import NextAuthEngine

/// A script's view of sessions and their callbacks.
@Suite("A script's view of nextAuth sessions")
struct ResponseTests {
  private static func response(
    _ records: [SessionRecord], _ callbacks: [Callback] = [], accounts: [Account] = [],
    history: [HistoryItem] = [], endings: [SessionID: String] = [:]
  ) -> Response {
    var view = SessionView()
    view.records = records
    view.note(callbacks)
    view.accounts = accounts
    view.history = history
    view.endings = endings
    return view.response
  }

  private static let one = SessionID(1)

  // MARK: Steps

  @Test("A session that is ready is a step without fields, and can be stopped")
  func ready() {
    let response = Self.response([
      Records.session(1, .readyForUserInteraction) { record in
        record.announce = ShownInfo(logo: "https://l", texts: [.init("title", "Sign in")])
      }
    ])
    let step = response.steps[0]
    #expect(response.steps.map(\.name) == ["ready"])
    #expect(step.subjects.map(\.word) == ["login", "qr"])
    #expect(step.fields.isEmpty && step.choices.isEmpty)
    #expect(step.capabilities.map(\.name) == ["stop"])
    #expect(response.capabilities.map(\.name) == ["stop"])
    #expect(
      step.showing == [Fact("logo", .text("https://l")), Fact("title", .text("Sign in"))])
    #expect(response.outcome == nil && response.settled == nil)
  }

  @Test("A confirmation offers the accounts as choices and as the values of a field")
  func confirmation() {
    let step = Self.response([Records.confirming()]).steps[0]
    #expect(step.name == "confirm-login")
    #expect(step.choices.map(\.naming.words) == [["jane", "a1"], ["sam", "a2"]])
    let account = step.fields[0]
    #expect(account.isChoice && account.isRequired && account.value == nil)
    #expect(account.aliases == ["identifier", "username"])
    #expect(account.accepted.map(\.value) == [.text("jane"), .text("sam")])
    #expect(step.fields[1].name == "userInput" && !step.fields[1].isRequired)
    #expect(step.capabilities.map(\.name) == ["deny", "stop"])
  }

  @Test(
    "If only one account is possible, the field already has it", arguments: SessionKind.allCases)
  func onlyAccount(kind: SessionKind) {
    let step = Self.response([Records.confirming(1, [Records.jane], kind: kind)]).steps[0]
    #expect(step.name == (kind == .login ? "confirm-login" : "confirm-enroll"))
    #expect(step.fields[0].value == .text("jane"))
  }

  @Test("Accounts of one name are distinguished by their ids")
  func sameName() {
    let other = Account(id: "a3", displayName: "jane", server: "bank.example")
    let step = Self.response([Records.confirming(1, [Records.jane, other])]).steps[0]
    #expect(step.choices.map(\.details) == [["a1"], ["a3"]])
    #expect(step.fields[0].accepted.map(\.value) == [.text("a1"), .text("a3")])
  }

  /// The allowed and required inputs of a second factor.
  struct Factors: Sendable, CustomTestStringConvertible {
    var testDescription: String { "\(report)" }
    var report: SecondFactorReport
    var fields: [String]
    var required: [String]

    init(_ report: SecondFactorReport, _ fields: [String], _ required: [String]) {
      self.report = report
      self.fields = fields
      self.required = required
    }
  }

  static let factors: [Factors] = [
    Factors(.init(.verify, .needed, allowed: [.pin]), ["pin"], ["pin"]),
    Factors(.init(.verify, .needed, allowed: [.biometric]), ["biometric"], ["biometric"]),
    Factors(.init(.verify, .needed, allowed: [.pin, .biometric]), ["pin", "biometric"], []),
    Factors(
      .init(.firstSet, .needed, allowed: [.pin, .biometric], required: [.pin]),
      ["pin", "biometric"], ["pin"]),
    Factors(
      .init(.firstSet, .needed, allowed: [.pin, .biometric], required: [.pin, .biometric]),
      ["pin", "biometric"], ["pin", "biometric"]),
    Factors(
      .init(.firstSet, .needed, allowed: [.pin, .biometric]), ["pin", "biometric"], []),
  ]

  @Test(
    "A second factor asks for the allowed factors, and requires the required one",
    arguments: factors)
  func secondFactor(factors: Factors) {
    let step = Self.response([Records.proving(1, factors.report)]).steps[0]
    #expect(step.name == "second-factor")
    #expect(step.fields.map(\.name) == factors.fields)
    #expect(step.fields.filter(\.isRequired).map(\.name) == factors.required)
    #expect(step.capabilities.map(\.name) == ["cancel", "deny", "stop"])
    let context = factors.report.context == .verify ? "verify" : "first-set"
    #expect(step.subjects.map(\.word) == [context, "jane"])
    for field in step.fields {
      #expect(field.isSecret == (field.name == "pin"))
      #expect(field.kind == (field.name == "pin" ? .text : .boolean))
    }
  }

  @Test("The session that takes input has the first step, and hides the ready ones")
  func order() {
    let ready = Records.session(1, .readyForUserInteraction)
    let active = Records.active(2)
    let input = Records.proving(3)
    #expect(
      Self.response([ready, active, input]).steps.map(\.name) == ["second-factor", "active"])
    #expect(Self.response([active, ready]).steps.map(\.name) == ["ready", "active"])
    let two = Self.response([ready, Records.session(4, .readyForUserInteraction)])
    #expect(two.steps.map(\.name) == ["ready", "ready"])
  }

  // MARK: Endings

  /// The end of a session, the keyword, and the run's result.
  struct Ending: Sendable, CustomTestStringConvertible {
    var testDescription: String { "\(history.rawValue) \(reason.rawValue) \(word ?? "")" }
    var status = SessionStatus.done
    var history: HistoryStatus
    var reason: EndReason
    var word: String?
    var outcome: Outcome
  }

  static let endings: [Ending] = [
    Ending(history: .loggedInOneShot, reason: .completed, outcome: .success),
    Ending(history: .loggedOut, reason: .loggedOut, outcome: .finished),
    Ending(history: .loggedOut, reason: .loggedOut, word: "stop", outcome: .finished),
    Ending(history: .aborted, reason: .denied, word: "deny", outcome: .cancelled),
    Ending(history: .aborted, reason: .denied, word: "stop", outcome: .stopped),
    Ending(history: .aborted, reason: .cancelled, word: "cancel", outcome: .cancelled),
    Ending(history: .aborted, reason: .stopped, word: "stop", outcome: .stopped),
    Ending(history: .aborted, reason: .timedOut, outcome: .failure),
    Ending(status: .error, history: .error, reason: .failed, outcome: .failure),
    Ending(status: .error, history: .loggedOut, reason: .failed, outcome: .failure),
  ]

  @Test("The end of a session is the end of the run", arguments: endings)
  func outcome(ending: Ending) {
    let record = Records.ended(1, ending.history, ending.reason, status: ending.status)
    let endings = ending.word.map { [Self.one: $0] } ?? [:]
    let response = Self.response([record], endings: endings)
    #expect(response.outcome == ending.outcome)
    #expect(response.steps.isEmpty && response.capabilities.isEmpty && response.settled == nil)
  }

  @Test("The reason is the script's keyword that has ended the session")
  func reason() {
    let denied = Records.ended(1, .aborted, .denied)
    for (word, reason) in [("stop", "stopped"), ("deny", "denied")] {
      let response = Self.response([denied], endings: [Self.one: word])
      #expect(response.facts.contains(Fact("reason", .text(reason))))
    }
    let loggedOut = Self.response(
      [Records.ended(1, .loggedOut, .loggedOut)], endings: [Self.one: "stop"])
    #expect(loggedOut.facts.contains(Fact("reason", .text("logged-out"))))
  }

  @Test("A run ends when no session continues, with the result of the last one that changed")
  func lastEnding() {
    let stopped = Records.ended(1, .aborted, .stopped)
    let done = Records.ended(2, .loggedInOneShot, .completed)
    let last: [Callback] = [.sessionStop(SessionID(1), .stopped)]
    #expect(Self.response([stopped, done], last).outcome == .stopped)
    #expect(Self.response([stopped, done]).outcome == .success)
    #expect(Self.response([stopped, Records.active(2)]).outcome == nil)
  }

  @Test("A run can end if every session is logged in, and not if one waits")
  func settled() {
    #expect(Self.response([Records.active()]).settled == .success)
    let ended = Records.ended(2, .aborted, .denied)
    #expect(Self.response([Records.active(), ended]).settled == .success)
    #expect(Self.response([Records.active(), Records.proving(2)]).settled == nil)
    #expect(Self.response([Records.session(1, .active)]).settled == nil)
  }

  @Test("A start that began no session finishes the run, and a refused one fails it")
  func noSession() {
    #expect(Self.response([]).outcome == .finished)
    let refused = Self.response([], [.userErrorMessage(nil, Self.unreadable)])
    #expect(refused.outcome == .failure)
    #expect(refused.messages == [Message(.error, "the data can't be read", key: "32")])
    #expect(refused.facts.contains(Fact("code", .number(32))))
  }

  private static let unreadable = SessionError(
    code: 32, name: "qr-parsing", message: "the data can't be read")

  // MARK: Messages

  private static func report(
    _ event: SecondFactorEvent, allowed: Set<SecondFactor> = [.pin], left: Int? = nil
  ) -> SecondFactorReport {
    SecondFactorReport(.verify, event, allowed: allowed, remaining: left)
  }

  static let events: [(SecondFactorEvent, Int?, Message?)] = [
    (.needed, nil, nil), (.success, nil, nil),
    (
      .pinFail, 2,
      Message(.error, "the PIN is wrong, 2 attempts left", key: "PIN_FAIL", field: "pin")
    ),
    (
      .pinFail, 1,
      Message(.error, "the PIN is wrong, 1 attempt left", key: "PIN_FAIL", field: "pin")
    ),
    (.pinBlocked, nil, Message(.error, "the PIN is blocked", key: "PIN_BLOCKED", field: "pin")),
    (
      .penalised(.seconds(30)), 2,
      Message(
        .error, "no PIN is accepted for another 30s, 2 attempts left", key: "PENALISED",
        field: "pin")
    ),
    (
      .biometricsFail, nil,
      Message(
        .error, "the biometric is not recognized", key: "BIOMETRICS_FAIL", field: "biometric")
    ),
    (
      .biometricsRemoved, nil,
      Message(
        .error, "the device's biometrics have changed, and are no longer registered",
        key: "BIOMETRICS_REMOVED", field: "biometric")
    ),
  ]

  @Test("A failed second factor is an error, which names its event", arguments: events)
  func event(event: SecondFactorEvent, left: Int?, message: Message?) {
    let report = Self.report(event, left: left)
    let response = Self.response([Records.proving(1, report)], [.secondFactor(Self.one, report)])
    #expect(response.messages == [message].compactMap { $0 })
    #expect(response.facts.contains(Fact("event", .text(event.name))))
    let count = response.facts.first { $0.name == "attempts-left" }?.value
    #expect(count == left.map { .number(Double($0)) })
  }

  @Test("After the last event the error says why the session ended, and nothing repeats it")
  func lastEvent() {
    let blocked = SessionError(code: nil, name: "pin-blocked", message: "the PIN is blocked")
    var record = Records.ended(1, .error, .failed, status: .error)
    record.error = blocked
    let response = Self.response(
      [record],
      [
        .secondFactor(Self.one, Self.report(.pinBlocked, allowed: [])),
        .userErrorMessage(Self.one, blocked), .sessionStop(Self.one, .failed),
      ])
    #expect(response.messages == [Message(.error, "the PIN is blocked", key: "pin-blocked")])
    #expect(response.outcome == .failure)
    #expect(response.facts.contains(Fact("event", .text("PIN_BLOCKED"))))
    #expect(response.facts.contains(Fact("error", .text("pin-blocked"))))
  }

  @Test("A failure of another session than the current one is a warning")
  func otherSession() {
    let callbacks: [Callback] = [.sessionStop(SessionID(2), .timedOut)]
    let ended = Records.ended(2, .aborted, .timedOut)
    let during = Self.response([Records.proving(), ended], callbacks)
    #expect(during.messages.map(\.severity) == [.warning])
    let alone = Self.response([ended], callbacks)
    #expect(alone.messages == [Message(.error, "the session has timed out", key: "timed-out")])
  }

  // MARK: Facts

  @Test("Conditions can use every fact of the current session, and of the device")
  func facts() throws {
    let secret = Secret("credentials-of-jane")
    let item = HistoryItem(
      session: Self.one, status: .loggedIn, kind: .login, account: Records.jane,
      server: "bank.example", time: .zero)
    let record = Records.active { record in
      record.isAppLogin = true
      record.origin = .app
      record.credentials = secret
      record.announce = ShownInfo(texts: [.init("title", "Sign in")])
      record.info = ShownInfo(texts: [.init("balance", "12 EUR")])
    }
    let response = Self.response(
      [record], [.secondFactor(Self.one, Self.report(.success, allowed: []))],
      accounts: [Records.jane, Records.sam], history: [item])
    #expect(
      response.facts == [
        Fact("state", .text("ACTIVE")), Fact("history", .text("LOGGED_IN")),
        Fact("kind", .text("login")), Fact("origin", .text("app")),
        Fact("app-login", .boolean(true)), Fact("account", .text("jane")),
        Fact("server", .text("bank.example")), Fact("context", .text("VERIFY")),
        Fact("event", .text("SUCCESS")), Fact("announce.title", .text("Sign in")),
        Fact("info.balance", .text("12 EUR")), Fact("credentials", .secret(secret)),
        Fact("accounts", .list([.text("jane"), .text("sam")])), Fact("sessions", .number(1)),
        Fact("history.list", .list([.text("jane LOGGED_IN")])),
      ])
    #expect(response.steps[0].showing == [Fact("balance", .text("12 EUR"))])
  }

  @Test("Every reported fact is in the vocabulary")
  func knownFacts() {
    let known = Set(NextAuthEngine.vocabulary.knownFacts.map(\.name))
    var failed = Records.ended(1, .error, .failed, status: .error)
    failed.error = Self.unreadable
    var hashed = Records.confirming(1, [Records.jane], kind: .enrol)
    hashed.input = .confirmation(.init(isSecondFactorNeeded: true, visualHash: "ab12"))
    hashed.credentials = Secret("x")
    let told = [
      Self.response([failed], [.secondFactor(Self.one, Self.report(.pinFail, left: 1))]),
      Self.response([hashed]), Self.response([Records.active()]),
    ].flatMap(\.facts).map(\.name)
    #expect(Set(told) == known)
    #expect(Facts.absence(of: "state") == nil)
    for name in known.subtracting(["state", "history", "kind", "origin", "server", "app-login"])
    where !["accounts", "sessions", "history.list"].contains(name) {
      #expect(Facts.absence(of: name) != nil, "\(name)")
    }
  }

  // MARK: Callbacks

  @Test("Callbacks are reported in their order, each on a line")
  func callbacks() {
    let announce = ShownInfo(logo: "l", texts: [.init("title", "t")])
    let all: [(Callback, String)] = [
      (.sessionUpdate(Self.one, .active), "SessionUpdate 1 ACTIVE"),
      (.sessionReadyForUserInteraction(Self.one), "SessionReadyForUserInteraction 1"),
      (
        .confirmLogin(
          Self.one, accounts: [Records.jane, Records.sam], announce: announce,
          isSecondFactorNeeded: true),
        "ConfirmLogin 1 jane or sam, second factor needed, announces logo and title"
      ),
      (
        .confirmEnrol(Self.one, account: Records.sam, existing: [Records.jane], visualHash: "ab"),
        "ConfirmEnrol 1 sam, existing jane, visual hash ab"
      ),
      (
        .secondFactor(Self.one, Self.report(.pinFail, left: 2)),
        "SecondFactor 1 VERIFY PIN_FAIL, 2 left, allowed pin"
      ),
      (
        .secondFactor(
          Self.one,
          SecondFactorReport(
            .firstSet, .needed, allowed: [.biometric, .pin], required: [.pin])),
        "SecondFactor 1 FIRST_SET NEEDED, allowed pin and biometric, required pin"
      ),
      (
        .secondFactor(Self.one, Self.report(.penalised(.milliseconds(1500)))),
        "SecondFactor 1 VERIFY PENALISED, for 2s, allowed pin"
      ),
      (
        .secondFactor(Self.one, Self.report(.error(49), allowed: [])),
        "SecondFactor 1 VERIFY ERROR, 49"
      ),
      (.sessionLogin(Self.one, .loggedIn), "SessionLogin 1 LOGGED_IN"),
      (.userErrorMessage(nil, Self.unreadable), "UserErrorMessage - 32 qr-parsing"),
      (.sessionStop(Self.one, .loggedOut), "SessionStop 1 logged-out"),
    ]
    let response = Self.response([Records.active()], all.map(\.0))
    #expect(response.callbacks == all.map(\.1))
  }
}
