import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner

/// `flow shrink`: reduces a failing flow and its org to the parts that make it fail.
enum ShrinkCommand {
  static let runs = Option(
    "--runs", "N", in: 1...1_000_000, "run flows at most N times (\(ShrinkOptions.defaultRuns))")

  static let spec = CommandSpec(
    name: "shrink", operands: "FILE",
    summary: "reduce a failing flow and its org to the smallest file with the same failure",
    details: [
      "Runs the flows of a file until one fails, and removes everything that the failure doesn't",
      "need: imports, other flows, users, policies and settings of the org, profiles, statements,",
      "rows, words. Prints the result, formatted, as one file without imports, or writes it to",
      "--output. At the end no statement or setting, and no run of words in one, can be removed.",
      "",
      "The failure is the same if the same problem ends the flow, with the same id and words,",
      "after the same step. A failed expectation must be the same expectation, perhaps with fewer",
      "tests, and the actual value must be the same. The result has no mistake or warning of `flow",
      "check` that the file doesn't have. The printed file was run again.",
      "",
      "Flows run in this process, only against simulated orgs, with a clock that never waits and",
      "with the same random numbers each time. Secrets stay references. Comments and claims are",
      "dropped. A file with errors isn't shrunk: its errors are printed, with status 2. If every",
      "flow passes, there is nothing to shrink, and the status is 1. Ctrl-C ends the command; the",
      "smallest file so far is printed, with status 130.",
    ],
    operandCount: 1...1,
    options: [
      SharedOptions.only
    ] + OutputOption.options("the flow") + [
      runs,
      SharedOptions.variable, SharedOptions.profile, SharedOptions.secrets, SharedOptions.root,
      SharedOptions.timeout,
    ] + SharedOptions.simulation + [
      SharedOptions.org,
      SharedOptions.quiet.described(as: "print only the flow and problems"),
    ],
    examples: [
      ("flow shrink policies/staff.flow -o small.flow", "the first flow that fails"),
      ("flow shrink staff.flow --only 'from the office*'", "only the flows with these names"),
      ("flow shrink sign-in.flow --org org.flow", "with the org of another file"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let options = try ShrinkOptions(arguments, host)
      let style = try ColorOption.style(host.errors, arguments, host.environment)
      var session = try ShrinkSession(options, host, style: style)
      return try await session.run()
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }
}
