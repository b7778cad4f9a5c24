import FlowText
import FlowDiagnostics
import CommandSupport
import FlowInterpreter
import FlowSyntax
import Testing

@testable import FlowTestRunner

@Suite("The verdict of a flow")
struct FlowVerdictTests {
  struct Case: Sendable {
    var ending: FlowVerdict.Ending
    var attempts = 1
    var until: String?
    var status: FlowReport.Status
    var complaint: ProblemKind?
  }

  static let cases = [
    Case(ending: .passed, status: .passed), Case(ending: .passed, attempts: 3, status: .flaky),
    Case(ending: .failed, attempts: 3, status: .failed), Case(ending: .fault, status: .broken),
    Case(ending: .interrupted, status: .missed),
    Case(ending: .failed, until: "2026-11-22", status: .known),
    Case(
      ending: .failed, until: "2026-11-21", status: .unexpected,
      complaint: .knownFailureOver),
    Case(ending: .failed, until: "2027-01-01", status: .known),
    Case(ending: .passed, until: "2026-12-31", status: .unexpected, complaint: .unexpectedPass),
    Case(
      ending: .passed, attempts: 2, until: "2026-12-31", status: .unexpected,
      complaint: .unexpectedPass),
    Case(ending: .fault, until: "2026-12-31", status: .broken),
    Case(ending: .interrupted, until: "2026-12-31", status: .missed),
  ]

  @Test("By its last attempt, and by whether it is known to fail", arguments: cases)
  func verdict(test: Case) throws {
    let today = try #require(CalendarDay("2026-11-22"))
    let script = test.until.map { "known \"why\" until \"\($0)\"\n" } ?? ""
    let program = Program.load(SourceFile(name: "a.flow", text: script + "otherwise stop")).program
    let flow = try #require(program.flows.first)
    let plan = try #require(RunPlan.make(program: program, flow: flow).plans.first)
    let status = FlowVerdict.status(
      test.ending, attempts: test.attempts, until: plan.known?.until, today: today)
    #expect(status == test.status)
    let complaint = plan.known.flatMap { FlowVerdict.complaint(test.ending, $0, today: today) }
    #expect(complaint?.kind == test.complaint)
  }
}
