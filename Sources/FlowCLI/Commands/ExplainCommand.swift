import FlowDiagnostics
import FlowHost
import FlowInterpreter
import FlowManual
import FlowSyntax
import FlowTerminal
import FlowText

/// `flow explain`: shows the page about a problem, or how a script answers a captured response.
enum ExplainCommand {
  static let response = Option("--response", "FILE", "a captured IDX response, JSON")

  static let spec = CommandSpec(
    name: "explain", operands: "[PROBLEM | FILE]",
    summary: "explain a problem by its id, or how a script answers a response",
    details: [
      "With the id of a problem, prints what the problem means, an example, and how to fix it.",
      "Every problem shows its id in brackets: error[no-rule]. Without an id, lists all ids.",
      "",
      "With a script and --response, prints how the flows of the script answer a captured",
      "response: for each rule whether it answers and why, and then the request. Nothing is sent.",
      "Missing values, such as codes and secrets, are replaced by placeholders.",
    ],
    operandCount: 0...1,
    options: [
      response,
      SharedOptions.only, SharedOptions.profile, SharedOptions.variable, SharedOptions.secrets,
    ],
    examples: [
      ("flow explain no-rule", "the page on steps that no rule answers"),
      ("flow explain sign-in.flow --response page.json", "which rule answers this page"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    if let path = arguments.text(ExplainCommand.response) {
      return await explain(path, arguments, host)
    }
    let ids = Manual.problems
    guard let word = arguments.operands.first else {
      let width = (ids.map(\.count).max() ?? 0) + 2
      for page in ids.compactMap(Manual.page) {
        host.output.writeText(Columns.pad(page.id, width) + page.title + "\n")
      }
      return .success
    }
    guard let page = Manual.page(OldProblemID.replacement(for: word) ?? word) else {
      host.errors.print(usage(unknown(word, among: ids)))
      return .usage
    }
    host.output.writeText(page.text)
    return .success
  }

  /// Returns the fault for a word that isn't the id of a problem.
  ///
  /// If the word names a script, the help mentions `--response`.
  private static func unknown(_ word: String, among ids: [String]) -> UsageFault {
    if word.hasSuffix(".flow") {
      return UsageFault(
        message: "a script is explained against a captured response",
        help: "`flow explain \(word) --response FILE`, with a captured response")
    }
    let nearest = Suggestion.nearest(word, among: ids)
    return UsageFault(
      message: "unknown problem `\(word)`",
      help: nearest.first.map { "did you mean `\($0)`?" } ?? "`flow explain` lists them all")
  }

  /// Shows how a script answers a captured response.
  private static func explain(
    _ path: String, _ arguments: ParsedArguments, _ host: Host
  ) async -> ExitStatus {
    do throws(UsageFault) {
      guard !arguments.operands.isEmpty else {
        throw UsageFault(
          message: "`--response` needs a script",
          help: "for example `flow explain sign-in.flow --response page.json`")
      }
      let options = try RunArguments.options(arguments, host)
      let style = try ColorOption.style(host.output, arguments, host.environment)
      let errors = try ColorOption.style(host.errors, arguments, host.environment)
      var status = ExitStatus.success
      guard let page = InspectCommand.read(path, host, &status) else { return status }
      var explainer = ResponseExplainer(options, page, host, style, errors: errors)
      return try await explainer.run()
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }
}
