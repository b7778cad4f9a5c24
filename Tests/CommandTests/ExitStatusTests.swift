import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

@Suite("Exit status")
struct ExitStatusTests {
  /// A script, and the status of running it against the built-in org.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: String
    var status: FlowTerminal.ExitStatus
  }

  static let cases: [Case] = [
    Case(
      testDescription: "0: an expected refusal",
      script: """
        on identify answer identifier = "jane@example.com"
        on challenge password answer passcode = "not it"
        expect failure
        """, status: .success),
    Case(
      testDescription: "0: an expected stop", script: "on identify stop\nexpect stopped",
      status: .success),
    Case(
      testDescription: "1: an expectation that fails",
      script: "on identify stop\nexpect success", status: .failed),
    Case(
      testDescription: "1: fail", script: "on identify fail \"on purpose\"", status: .failed),
    Case(testDescription: "1: no rule answers", script: "on nothing submit", status: .failed),
    Case(
      testDescription: "1: the server refuses",
      script: "on identify answer identifier = \"nobody@example.com\"", status: .failed),
    Case(
      testDescription: "1: an expectation in a rule that fails",
      script: "on identify { expect has passcode\n stop }\nexpect stopped", status: .failed),
    Case(
      testDescription: "2: a mistake in the script", script: "on identify", status: .wrongScript),
    Case(
      testDescription: "2: a missing value",
      script: "on identify answer identifier = env NOWHERE", status: .wrongScript),
    Case(
      testDescription: "2: no user to ask", script: "on identify prompt identifier",
      status: .wrongScript),
    Case(
      testDescription: "2: an invalid org",
      script: "org o { user \"jane\" { pasword \"x\" } }\non identify submit", status: .wrongScript),
    Case(
      testDescription: "2: a form that can't run yet",
      script: "on identify when used password submit", status: .wrongScript),
  ]

  @Test("Each cause has its status", arguments: cases)
  func status(of test: Case) async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("run", try folder.write("script.flow", test.script))
    #expect(run.status == test.status, "\(run.all)")
    let shown = test.status == .success ? 0 : 1
    #expect(run.errors.count(of: "error[") == shown, "\(run.all)")
  }

  @Test("The statuses are the documented ones")
  func values() {
    #expect(FlowTerminal.ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 130, 141])
  }
}
