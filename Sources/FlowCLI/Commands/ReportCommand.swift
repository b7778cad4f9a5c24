import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner
import FlowText

/// `flow report`: merges the reports of test runs, or prints their schema.
enum ReportCommand {
  typealias Fault = UsageFault

  /// The actions of the command.
  enum Action: String, CaseIterable {
    case merge, schema
  }

  static let spec = CommandSpec(
    name: "report", operands: "merge|schema [FILE…]",
    summary: "make reports of test runs: merge the reports of shards",
    details: [
      "`merge` reads reports of `flow test --report json:FILE`, and makes one report of all their",
      "flows. The reports can be of the shards of a suite, or of any other runs. A file may",
      "contain several runs. If a flow was run again, its latest run counts. Without --report,",
      "`merge` prints only a summary. The status is:",
      "  1  if a flow failed",
      "  2  if a file isn't such a report",
      "  3  if a run isn't finished, or a shard or a file is missing; the report names it",
      "",
      "`schema` prints the JSON Schema (draft 2020-12) of a line of such a report. A newer version",
      "of flow may add members. If it changes a member, it increases `version`.",
    ],
    operandCount: 1...4096, options: [SharedOptions.report, SharedOptions.coverageMin],
    examples: [
      ("flow report merge shard-*.jsonl --report junit:results.xml", "five shards, one result"),
      ("flow report merge --report html:report.html run.jsonl", "a page of a finished run"),
      ("flow report schema", "the members of a line"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(Fault) {
      let word = arguments.operands[0]
      guard let action = Action(rawValue: word) else {
        let actions = Action.allCases.map(\.rawValue).joined(separator: " or ")
        throw Fault(
          message: "`flow report` takes \(actions), not `\(word)`", help: nil)
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
