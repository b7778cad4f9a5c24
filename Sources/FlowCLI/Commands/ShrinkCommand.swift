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
      "Runs the flows of a file until one fails. Then removes everything that the failure doesn't",
      "need: imports, other flows, users, policies and settings of the org, profiles, statements,",
      "rows and words. Prints the result as one formatted file without imports, or writes it to",
      "--output. From this file, no other statement, setting or run of words can be removed.",
      "",
      "The failure counts as the same if the same problem, with the same id and words, ends the",
      "flow after the same step. A failed expectation must be the same expectation with the same",
      "actual value, but may have fewer tests. The result has no mistake or warning of",
      "`flow check` that the original file doesn't have. Before the result is printed, it is run",
      "once more.",
      "",
      "All runs are in this process and against simulated orgs. Their clock never waits, and their",
      "random numbers are the same each time. Secrets stay references, such as `secret NAME`.",
      "Comments and claims are removed. The status is:",
      "  1    if every flow passes, so that there is nothing to shrink",
      "  2    if the file has errors, which are printed",
      "  130  after Ctrl-C; the smallest file so far is printed",
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
