import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

@Suite("The scenarios of nextAuth sessions, as scripts")
struct NextAuthScenarioTests {
  static let scripts = ScenarioScripts("nextauth")

  /// The scenarios that no script can express, because its engine makes no such call.
  ///
  /// A server that answers while a session is being stopped, and calls that are invalid in a state:
  /// the table of the machine's own tests has them.
  static let leftOut: Set = [22, 36, 45, 46, 47, 48]

  @Test(
    "Each runs as expected on its own org, without an option or a user's input",
    arguments: scripts.names)
  func runs(script: String) async { await Self.scripts.holdRun(of: script) }

  @Test("Each passes the check, including warnings", arguments: scripts.names)
  func checks(script: String) async { await Self.scripts.holdCheck(of: script) }

  @Test("Every scenario has a flow that begins with its number, or is listed as left out")
  func areThere() throws {
    let numbers = try Self.scripts.numbers()
    #expect(numbers.union(Self.leftOut) == Set(1...52))
    #expect(numbers.isDisjoint(with: Self.leftOut))
  }

  @Test("The tour's trace has every callback, each session's callbacks in the machine's order")
  func tour() async throws {
    let run = await Shell()("run", "--trace", Self.scripts.path("tour.flow"))
    #expect(run.status == .success, "\(run.all)")
    let marker = "called back "
    let callbacks = run.output.split(separator: "\n").compactMap { line -> String? in
      let text = line.drop { $0 == " " }
      guard text.hasPrefix(marker) else { return nil }
      return String(text.dropFirst(marker.count).prefix { $0 != "," })
    }
    #expect(
      callbacks == [
        "SessionUpdate 1 STARTING",
        "SessionUpdate 1 READY_FOR_USER_INTERACTION",
        "SessionReadyForUserInteraction 1",
        "SessionUpdate 1 WAITING_FOR_USER_INPUT",
        "ConfirmEnrol 1 jane",
        "SecondFactor 1 VERIFY NEEDED",
        "SessionUpdate 1 ACTIVE",
        "SecondFactor 1 VERIFY SUCCESS",
        "SessionLogin 1 LOGGED_IN",
        "SessionUpdate 1 DONE",
        "SessionStop 1 logged-out",
        "SessionUpdate 2 STARTING",
        "SessionUpdate 2 READY_FOR_USER_INTERACTION",
        "SessionReadyForUserInteraction 2",
        "SessionUpdate 2 WAITING_FOR_USER_INPUT",
        "ConfirmLogin 2 sam or jane",
        "SecondFactor 2 VERIFY NEEDED",
        "SecondFactor 2 VERIFY PIN_FAIL",
        "SessionUpdate 2 ACTIVE",
        "SecondFactor 2 VERIFY SUCCESS",
        "SessionLogin 2 LOGGED_IN",
        "SessionUpdate 3 STARTING",
        "SessionUpdate 3 WAITING_FOR_USER_INPUT",
        "SecondFactor 3 VERIFY NEEDED",
        "SessionUpdate 3 ACTIVE",
        "SecondFactor 3 VERIFY SUCCESS",
        "SessionLogin 3 LOGGED_IN",
        "SessionUpdate 3 DONE",
        "SessionStop 3 logged-out",
      ])
  }
}
