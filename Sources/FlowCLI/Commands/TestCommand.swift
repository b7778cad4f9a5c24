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
    "--jobs", short: "-j", "N", in: 1...TestOptions.jobsMax, "flows at a time (the cores)")
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
      "Every flow of the files, and of every .flow file below folders (default: the current one),",
      "is a test. All its expectations must hold; without any, it must succeed. Each row of a",
      "`for` is a separate test. Nothing is asked: a flow that needs a person fails.",
      "",
      "--shard 2/5 runs the second of five shards, which are the same in every run. The shard can",
      "also come from GitLab's CI_NODE_INDEX and CI_NODE_TOTAL, from a Kubernetes Job's",
      "JOB_COMPLETION_INDEX with FLOW_SHARDS, or from FLOW_SHARD=2/5.",
      "",
      "--retry runs a failed flow again; if it passes then, it is reported as flaky. Flows that",
      "are `known` to fail count as failed only if they pass, or after their date.",
      "",
      "Nothing is sent to a real issuer unless --live names its host, and there scripts read only",
      "the variables that --env or flow.json names. Sign-ins at an issuer begin one every two",
      "seconds (--rate), two flows of one user never run at once, none is run again after a",
      "refusal, and the first lockout, or limit (429) that stays, ends the run.",
      "",
      "With --compare each flow runs twice, on its simulated org (that of --org, or the script's)",
      "and at the issuer, and fails if the runs differ: in steps, choices, messages' keys or the",
      "outcome. With an administrator's token in FLOW_API_TOKEN, or in the file of --secrets, the",
      "deciding rule is also compared with the org's own policy simulation.",
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
      ("flow test --shard 2/5", "the part of the second of five machines"),
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
