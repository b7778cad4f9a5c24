import NextAuthEngine
import Testing

/// The facts about sessions, only from their callbacks.
@Suite("A ledger of an SDK's callbacks")
struct SessionLedgerTests {
  private static let one = SessionID(1)
  private static let failed = SessionError(code: 48, name: "refused", message: "refused")

  private static let confirm = Callback.confirmLogin(
    one, accounts: [Records.jane, Records.sam], announce: ShownInfo(logo: "l"),
    isSecondFactorNeeded: true)
  private static let success = Callback.secondFactor(one, .init(.verify, .success))
  private static let login = Callback.sessionLogin(one, .loggedIn)

  static let lives: [([Callback], SessionStatus, HistoryStatus)] = [
    ([.sessionUpdate(one, .starting)], .starting, .none),
    ([.sessionReadyForUserInteraction(one)], .readyForUserInteraction, .none),
    ([confirm], .waitingForUserInput, .none),
    ([confirm, .secondFactor(one, Records.needed)], .waitingForUserInput, .none),
    ([.secondFactor(one, Records.needed), success], .active, .none),
    ([success, login], .active, .loggedIn),
    ([success, .sessionLogin(one, .loggedInOneShot)], .done, .loggedInOneShot),
    (
      [success, .sessionLogin(one, .loggedInOneShot), .sessionStop(one, .completed)], .done,
      .loggedInOneShot
    ),
    ([login, .sessionStop(one, .loggedOut)], .done, .loggedOut),
    ([confirm, .sessionStop(one, .denied)], .done, .aborted),
    ([confirm, .userErrorMessage(one, failed)], .error, .error),
    ([confirm, .userErrorMessage(one, failed), .sessionStop(one, .failed)], .error, .error),
    ([confirm, .sessionStop(one, .failed)], .error, .error),
    ([login, .userErrorMessage(one, failed)], .error, .loggedOut),
  ]

  @Test("A session is the sum of its callbacks", arguments: lives)
  func life(callbacks: [Callback], status: SessionStatus, history: HistoryStatus) async {
    let ledger = SessionLedger()
    for callback in callbacks { ledger.tell(callback) }
    #expect(ledger.sessions.map(\.status) == [status])
    #expect(ledger.sessions.map(\.history) == [history])
    let told = await ledger.callbacks(after: 0, until: nil)
    #expect(told.callbacks == callbacks)
    #expect(await ledger.callbacks(after: told.place, until: nil).callbacks.isEmpty)
  }

  @Test("A session waits for what its last callback asks for, and for nothing after the end")
  func input() {
    let ledger = SessionLedger()
    ledger.tell(Self.confirm)
    #expect(ledger.sessions[0].input == .confirmation(.init(isSecondFactorNeeded: true)))
    #expect(ledger.sessions[0].candidates == [Records.jane, Records.sam])
    #expect(ledger.sessions[0].announce?.logo == "l")
    #expect(ledger.sessions[0].server == "bank.example")
    ledger.tell(.secondFactor(Self.one, Records.needed))
    #expect(ledger.sessions[0].input == .secondFactor(Records.needed))
    ledger.tell(.sessionStop(Self.one, .cancelled))
    #expect(ledger.sessions[0].input == nil && ledger.sessions[0].reason == .cancelled)
  }

  @Test("An enrollment is recognized by its confirmation")
  func enrollment() {
    let ledger = SessionLedger()
    ledger.tell(
      .confirmEnrol(
        Self.one, account: Records.sam, existing: [Records.jane], visualHash: "ab12"))
    #expect(ledger.sessions[0].isRegistration)
    #expect(
      ledger.sessions[0].input
        == .confirmation(
          .init(isSecondFactorNeeded: false, existing: [Records.jane], visualHash: "ab12")))
  }

  @Test("Facts outside callbacks are recorded, before the first callback or after it")
  func change() {
    let ledger = SessionLedger()
    ledger.tell(.sessionUpdate(SessionID(7), .starting))
    ledger.change(SessionID(7)) { $0.origin = .push }
    ledger.change(SessionID(8)) { $0.origin = .deepLink }
    ledger.tell(.sessionUpdate(SessionID(8), .starting))
    #expect(ledger.sessions.map(\.origin) == [.push, .deepLink])
  }

  @Test("An error without a session changes none, and is still reported")
  func noSession() async {
    let ledger = SessionLedger()
    ledger.tell(.userErrorMessage(nil, Self.failed))
    #expect(ledger.sessions.isEmpty)
    let told = await ledger.callbacks(after: 0, until: nil).callbacks
    #expect(told == [.userErrorMessage(nil, Self.failed)])
  }
}
