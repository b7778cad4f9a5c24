import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

@Suite("A code that comes too late")
struct CodeExpiryTests {
  /// Signs in, waits, and answers with the code from before the wait.
  private static func script(expire: String) -> String {
    """
    org slow {
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password and email }
      codes   { expire \(expire) }
    }

    on identify              answer identifier = "jane@example.com"
    on challenge password    answer passcode = secret JANE_PASSWORD
    on challenge email       poll every 2s for 6s
    on challenge email once  answer code = inbox email
    """
  }

  private func run(_ text: String) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    return await Shell(environment: ["JANE_PASSWORD": "Correct-Horse-1"])(
      "run", try folder.write("late.flow", text))
  }

  @Test("A script waits, answers with the code, and sees the server's message")
  func expired() async throws {
    let expected = "\nexpect failure message contains \"Invalid code\""
    let late = try await run(Self.script(expire: "5s") + expected)
    #expect(late.status == .success, "\(late.all)")
    #expect(late.output.contains("poll, 3 times, timed out"), "\(late.all)")
    let inTime = try await run(Self.script(expire: "1m") + "\nexpect success")
    #expect(inTime.status == .success, "\(inTime.all)")
  }
}
