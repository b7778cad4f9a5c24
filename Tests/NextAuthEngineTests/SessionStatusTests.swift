import NextAuthEngine
import Testing

@Suite("States by name")
struct SessionStatusTests {
  @Test("The documentation's other name for WAITING_FOR_USER_INPUT is accepted")
  func input() {
    #expect(SessionStatus(named: "INPUT") == .waitingForUserInput)
    #expect(SessionStatus(named: "ACTIVE") == .active)
    #expect(SessionStatus(named: "active") == nil)
  }
}
