import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

@Suite("Which of several phones was chosen")
struct ChosenPhoneTests {
  @Test("A step's line names the phone in the words of a script")
  func line() async throws {
    let run = try await RunOptionTests.run(
      """
      org acme {
        authenticators password, phone via sms
        user "jane@example.com" {
          password "Correct-Horse-1"
          phone "+15551234567"
          phone "+15557654321" nickname "Work"
        }
        sign-on { require password and phone }
      }
      let word = "Correct-Horse-1"
      on identify                        answer identifier = "jane@example.com"
      on challenge password              answer passcode = word
      on select-authenticator            choose "Work"
      on authenticator-verification-data choose sms
      on challenge phone                 answer code = inbox sms
      """)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("  choose \"+1 XXX-XXX-4321\" "), "\(run.output)")
    #expect(run.output.contains("  choose phone via sms "))
  }
}
