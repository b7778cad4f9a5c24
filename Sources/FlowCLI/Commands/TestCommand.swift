import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner

/// `flow test`: runs flows as tests.
enum TestCommand {
  static let tag = Option("--tag", "TAG", repeats: true, "run the flows that have this tag")
  static let notTag = Option(
    "--not-tag", "TAG", repeats: true, "leave out the flows that have this tag")
  static let jobs = Option(
    "--jobs", short: "-j", "N", in: 1...TestOptions.jobsMax,
    "run N flows at a time (the number of cores)")
  static let shard = Option("--shard", "I/N", "run the I-th of N parts of the suite")
  static let order = Option(
    "--order", "ORDER", words: ["files", "random"],
    "files (default), random, or random:SEED to repeat one")
  static let retry = Option(
    "--retry", "N", in: 0...TestOptions.retriesMax, "run a failed flow again, up to N times (0)")
  static let failFast = Flag("--fail-fast", "start no new flow after a failure")
  static let runTimeout = Option(
    "--run-timeout", "TIME", "end the whole run after this long", read: RunOptions.duration)
  static let rate = Option(
    "--rate", "N/s", "the rate of new sign-ins at an issuer: 1/s, 20/m (30/m)", read: Rate.read)
  static let compare = Flag(
    "--compare", "run each flow on a simulated org and at the issuer, and compare")
  static let append = Flag(
    "--append", "append to the file of a json report")
  static let coverage = Flag("--coverage", "measure how much of orgs and scripts the flows cover")
  static let watch = Flag("--watch", "run flows again when their files change, until Ctrl-C")
  static let slow = Option("--slow", "N", in: 0...TestOptions.slowMax, "list the N slowest flows")

  static let spec = CommandSpec(
    name: "test", operands: "[PATH…]",
    summary: "run flows as tests, many at a time, with reports",
    details: [
      "Every flow is a test: the flows of the files, and of every .flow file below the folders.",
      "Without a path, the folder is the current one. A test passes if all its expectations are",
      "true. Without expectations, it passes if the sign-in succeeds. Each row of a `for` is a",
      "separate test. flow asks nothing: if a flow needs a person, it fails.",
      "",
      "--shard 2/5 runs the second of five shards. A shard has the same flows in every run. The",
      "shard can also come from variables: FLOW_SHARD=2/5, GitLab's CI_NODE_INDEX and",
      "CI_NODE_TOTAL, or the JOB_COMPLETION_INDEX of a Kubernetes Job with FLOW_SHARDS.",
      "",
      "--retry runs a failed flow again. If the flow then passes, it is reported as flaky. A flow",
      "that is `known` to fail counts as failed only if it passes, or if it fails after its day.",
      "",
      "At a real issuer:",
      "  - Nothing is sent unless --live names the host.",
      "  - Scripts read only the variables that --env or flow.json names, and those that begin",
      "    with FLOW_, except flow's own credentials.",
      "  - A new sign-in begins every two seconds (--rate).",
      "  - Two flows of one user never run at the same time.",
      "  - A flow that was refused isn't run again.",
      "  - The first lockout, or a limit (429) that doesn't clear, ends the run.",
      "",
      "With --compare, each flow runs twice: on its simulated org (that of --org, or of the",
      "script) and at the issuer. The flow fails if the runs differ in steps, choices, keys of",
      "messages, or the outcome. With an administrator's token in FLOW_API_TOKEN, or in the file",
      "of --secrets, flow also compares which rule decides: it asks the real org to simulate its",
      "policies.",
    ],
    operandCount: 0...Int.max,
    options: [
      SharedOptions.only,
      tag,
      notTag,
      jobs,
      shard,
      order,
      retry,
      failFast,
      SharedOptions.timeout,
      runTimeout,
      SharedOptions.variable, SharedOptions.secrets,
      SharedOptions.profile,
      SharedOptions.root,
    ] + SharedOptions.simulation + SharedOptions.counterparts + SharedOptions.permissions + [
      rate,
      compare,
      SharedOptions.report, append,
      coverage,
      SharedOptions.coverageMin,
      watch,
      slow,
      SharedOptions.quiet.described(as: "print only failures and the summary"),
    ],
    examples: [
      ("flow test", "every flow below the current folder"),
      ("flow test policies --tag smoke --fail-fast", "a few, until one fails"),
      ("flow test --report junit:results.xml --report html:results.html", "with reports"),
      ("flow test --watch", "run them during editing"),
      ("flow test --shard 2/5", "the flows of the second of five machines"),
      (
        "flow test live --live acme.okta.com --env JANE_PASSWORD --jobs 4",
        "at a real org that the flows or --issuer name"
      ),
      (
        "flow test --compare --config app.json --live acme.okta.com",
        "the simulated org against the real one"
      ),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let options = try TestOptions(arguments, host)
      let style = try ColorOption.style(host.output, arguments, host.environment)
      let errors = try ColorOption.style(host.errors, arguments, host.environment)
      var session = try TestSession(options, host, output: style, errors: errors)
      return try await session.run()
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }
}
