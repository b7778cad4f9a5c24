import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner

/// `flow shrink`: cuts a failing flow and its org down.
enum ShrinkCommand {
  static let runs = Option(
    "--runs", "N", in: 1...1_000_000, "run flows at most so often (\(ShrinkOptions.defaultRuns))")

  static let spec = CommandSpec(
    name: "shrink", operands: "FILE",
    summary: "cut a failing flow and its org down to the smallest that fails alike",
    details: [
      "Runs the flows of a file until one fails, and takes away whatever it fails without: imports,",
      "other flows, people, policies and settings of the org, profiles, statements, rows, words.",
      "Prints what is left, formatted, as one file that imports nothing, or writes it to --output.",
      "In the end no statement or setting, and no run of words in one, can be taken away.",
      "",
      "It fails alike where the same problem ends it, with the same id and words, after the same",
      "step; where an expectation doesn't hold, it is the same expectation, perhaps with fewer of",
      "its tests, and what is found is the same. It has no mistake or warning of `flow check` that",
      "the file hasn't. What is printed was run again.",
      "",
      "Flows run in this process, against simulated orgs alone, by a clock that waits for nothing",
      "and with the same random numbers each time. Secrets stay the references that they are.",
      "Comments and claims are dropped. A file with errors isn't shrunk: they are told, with status",
      "2. Where every flow passes there is nothing to shrink: that ends with status 1.",
      "Ctrl-C ends it, and what is the smallest by then is printed, with status 130.",
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
      SharedOptions.quiet.described(as: "print the flow and problems alone"),
    ],
    examples: [
      ("flow shrink policies/staff.flow -o small.flow", "the first flow of it that fails"),
      ("flow shrink staff.flow --only 'from the office*'", "one of several"),
      ("flow shrink sign-in.flow --org org.flow", "with the org of another file in it"),
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
