import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner

/// `flow test`: runs flows as tests.
enum TestCommand {
  static let coverageMin = OptionSpec(
    name: "--coverage-min", value: "N", meaning: "fail with status 5 below N percent")

  static let spec = CommandSpec(
    name: "test", operands: "[PATH…]",
    summary: "run flows as tests, many at a time, with reports",
    details: [
      "Every flow of the files, and of every .flow file below folders (the current one, where none",
      "is named), is a test: what it expects must hold, and success where it expects nothing. Each",
      "row of a `for` is a test of its own. Nobody is asked: a flow that needs a person fails.",
      "",
      "--shard 2/5 runs the second of five parts, which are the same in every run. GitLab's",
      "CI_NODE_INDEX and CI_NODE_TOTAL, a Kubernetes Job's JOB_COMPLETION_INDEX with FLOW_SHARDS,",
      "and FLOW_SHARD=2/5 say it by themselves.",
      "",
      "A flow that fails is run again as often as --retry says; one that passes then is told as",
      "flaky. Flows that are `known` to fail count as failed only once they pass, or once their",
      "day is over.",
      "",
      "Nothing is sent to a real issuer whose host --live doesn't name, and there scripts read only",
      "the variables that --env or flow.json names. Sign-ins at an issuer begin one",
      "every two seconds (--rate), two flows of one user never run at once, none is run again",
      "after a refusal, and the first lockout, or limit (429) that stays, ends the run.",
      "",
      "With --compare each flow runs twice, on its simulated org (that of --org, or the script's)",
      "and at the issuer, and fails where the two part: in steps, choices, messages' keys or the",
      "end. With an administrator's token in FLOW_API_TOKEN, or in the file of --secrets, the rule",
      "that decided is compared, too, with what the org's own policy simulation says.",
    ],
    operandCount: 0...Int.max,
    options: [
      OptionSpec.only,
      OptionSpec(
        name: "--tag", value: "TAG", repeats: true, meaning: "run the flows that have this tag"),
      OptionSpec(
        name: "--not-tag", value: "TAG", repeats: true,
        meaning: "leave out the flows that have this tag"),
      OptionSpec(name: "--jobs", short: "-j", value: "N", meaning: "flows at a time (the cores)"),
      OptionSpec(name: "--shard", value: "I/N", meaning: "run the I-th of N parts of the suite"),
      OptionSpec(
        name: "--order", value: "ORDER",
        meaning: "files (default), random, or random:SEED to repeat one",
        words: ["files", "random"]),
      OptionSpec(name: "--retry", value: "N", meaning: "run a flow that failed again, N times (0)"),
      OptionSpec(name: "--fail-fast", meaning: "begin no flow once one has failed"),
      OptionSpec.timeout,
      OptionSpec(name: "--run-timeout", value: "TIME", meaning: "end the whole run then"),
      OptionSpec.variable, OptionSpec.secrets,
      OptionSpec.profile,
      OptionSpec.root,
    ] + OptionSpec.simulation + OptionSpec.counterparts + OptionSpec.permissions + [
      OptionSpec(
        name: "--rate", value: "N/s", meaning: "sign-ins that begin at an issuer: 1/s, 20/m (30/m)"),
      OptionSpec(
        name: "--compare",
        meaning: "run each flow on a simulated org and at the issuer: do they part?"),
      OptionSpec.report, OptionSpec.append,
      OptionSpec(
        name: "--coverage", meaning: "count what of orgs and scripts the flows cover"),
      coverageMin,
      OptionSpec(
        name: "--watch", meaning: "stay, and run flows again whose files change, until Ctrl-C"),
      OptionSpec(name: "--slow", value: "N", meaning: "name the N slowest flows"),
      OptionSpec(name: "--quiet", short: "-q", meaning: "print what failed, and the summary"),
    ],
    examples: [
      ("flow test", "every flow below the current folder"),
      ("flow test policies --tag smoke --fail-fast", "a few, until one fails"),
      ("flow test --report junit:results.xml --report html:results.html", "with reports"),
      ("flow test --watch", "while one writes them"),
      ("flow test --shard 2/5", "the second of five machines' part"),
      (
        "flow test live --live acme.okta.com --env JANE_PASSWORD --jobs 4",
        "at a real org, which the flows or --issuer name"
      ),
      (
        "flow test --compare --config app.json --live acme.okta.com",
        "the simulated org against the real one"
      ),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(ParsedArguments.Fault) {
      let options = try TestOptions(arguments, host)
      let style = try Style.of(host.output, arguments, host.environment)
      let errors = try Style.of(host.errors, arguments, host.environment)
      var session = try TestSession(options, host, output: style, errors: errors)
      return try await session.run()
    } catch {
      host.errors.write(usage(error))
      return .usage
    }
  }
}
