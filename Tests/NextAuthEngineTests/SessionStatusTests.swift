import NextAuthEngine
import Testing

@Suite("States by name")
struct SessionStatusTests {
  @Test("The documentation's other word for WAITING_FOR_USER_INPUT is understood")
  func input() {
    #expect(SessionStatus(named: "INPUT") == .waitingForUserInput)
    #expect(SessionStatus(named: "ACTIVE") == .active)
    #expect(SessionStatus(named: "active") == nil)
  }
}
