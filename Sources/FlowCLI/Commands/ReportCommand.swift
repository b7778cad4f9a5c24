import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner
import FlowText

/// `flow report`: reports of test runs that are over.
enum ReportCommand {
  typealias Fault = UsageFault

  /// What is done.
  enum Action: String, CaseIterable {
    case merge, schema
  }

  static let spec = CommandSpec(
    name: "report", operands: "merge|schema [FILE…]",
    summary: "make reports of test runs: merge those of shards",
    details: [
      "`merge` reads reports of `flow test --report json:FILE`, of the shards of a suite or of any",
      "other runs, and makes those of one run: the same totals, the same flows. Several runs may",
      "be in a file. A flow that was run again counts as the newest run has it. A run without its",
      "end, a shard that is missing and a file that is not there are named in every report, and the",
      "status is 3; a flow that failed makes it 1. A file that is no such report makes it 2.",
      "Without --report it prints a summary alone.",
      "",
      "`schema` prints the JSON Schema (draft 2020-12) of a line of such a report. A newer version",
      "may add members; where it changes one, the number in `version` counts up.",
    ],
    operandCount: 1...4096, options: [SharedOptions.report, SharedOptions.coverageMin],
    examples: [
      ("flow report merge shard-*.jsonl --report junit:results.xml", "five shards, one result"),
      ("flow report merge --report html:report.html run.jsonl", "a page of a run that is over"),
      ("flow report schema", "what a line is made of"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(Fault) {
      let word = arguments.operands[0]
      guard let action = Action(rawValue: word) else {
        let actions = Action.allCases.map(\.rawValue).joined(separator: " or ")
        throw Fault(
          message: "`flow report` is followed by \(actions), not `\(word)`", help: nil)
      }
      let files = Array(arguments.operands.dropFirst())
      switch action {
      case .schema:
        guard files.isEmpty, !arguments.has(SharedOptions.report),
          !arguments.has(SharedOptions.coverageMin)
        else {
          throw Fault(message: "`flow report schema` takes nothing else", help: nil)
        }
        host.output.writeLine(EventSchema.json)
        return .success
      case .merge:
        guard !files.isEmpty else {
          throw Fault(
            message: "no report to merge", help: "write `flow report merge FILE.jsonl…`")
        }
        let options = try ReportOption.all(arguments.texts(SharedOptions.report))
        let errorStyle = try ColorOption.style(host.errors, arguments, host.environment)
        let least = try arguments.value(SharedOptions.coverageMin)
        return MergeSession(
          files: files, options: options, coverageMin: least, host: host, style: errorStyle
        ).run()
      }
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }
}
