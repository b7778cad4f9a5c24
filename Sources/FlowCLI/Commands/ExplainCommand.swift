import FlowRuntime
import FlowSyntax

/// `flow explain`: the page on a problem.
enum ExplainCommand {
  static let spec = CommandSpec(
    name: "explain", operands: "[PROBLEM]",
    summary: "explain a problem by its id, such as no-rule",
    details: [
      "Prints what a problem means, an example that produces it, and how to mend it. The id",
      "stands in brackets in every problem: error[no-rule]. Without one, lists them all.",
    ],
    operandCount: 0...1, options: [],
    examples: [("flow explain no-rule", "what it means that no rule answers a step")],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    let ids = Problem.ID.allCases
    guard let word = arguments.operands.first else {
      let width = (ids.map(\.rawValue.count).max() ?? 0) + 2
      for id in ids { host.output.write(Help.pad(id.rawValue, width) + id.page.title + "\n") }
      return .success
    }
    guard let id = Problem.ID(rawValue: word) else {
      let nearest = Suggestion.nearest(word, among: ids.map(\.rawValue))
      let fault = ParsedArguments.Fault(
        message: "there is no problem `\(word.terminalSafe)`",
        help: nearest.first.map { "did you mean `\($0)`?" } ?? "`flow explain` lists them all")
      host.errors.write(usage(fault))
      return .usage
    }
    host.output.write(id.page.text)
    return .success
  }
}
