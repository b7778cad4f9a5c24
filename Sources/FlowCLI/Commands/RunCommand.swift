import FlowHost
import FlowInterpreter
import FlowRecorder
import FlowTerminal
import FlowText

/// `flow run`: runs scripts.
enum RunCommand {
  static let interactive = Flag(
    "--interactive", short: "-i", "ask for every step that no rule answers")
  static let noInput = Flag("--no-input", "never ask; fail instead")
  static let revoke = Flag("--revoke", "revoke the tokens after the sign-in")

  static let spec = CommandSpec(
    name: "run", operands: "FILE…",
    summary: "run scripts, against a simulated org or a real issuer",
    details: [
      "Runs every flow of the files, and prints a line for each step as it happens, then the",
      "outcome and the expectations. A script that names no org runs against a built-in one. `-`",
      "reads a script from the standard input.",
      "",
      "`env NAME` and `secret NAME` are looked up in the environment, secrets then in the file of",
      "--secrets (one NAME=value per line), and then at the terminal. At a real issuer a script",
      "reads only the variables that --env or flow.json names, and those that begin with FLOW_.",
      "",
      "The settings of a real issuer come from the options, then FLOW_ISSUER, FLOW_CLIENT_ID,",
      "FLOW_CLIENT_SECRET, FLOW_REDIRECT_URI and FLOW_SCOPES, then the file of --config, then the",
      "script's own `org NAME at \"https://…\"`. --trace shows the source of each. An issuer that",
      "only the script names needs --live HOST, or a yes at the terminal. Codes by email come from",
      "the inbox of --inbox, else of FLOW_INBOX: a mail service with Mailpit's API",
      "(http://127.0.0.1:8025), maildir:PATH, or command:… that prints the latest message; `inbox",
      "sms` and `inbox voice` work only with a command.",
      "",
      "--fault injects faults into a simulated org: when (any, an endpoint, a step, or email, sms,",
      "voice for messages), how often (once, 2nd, from 3rd, 3 times), a colon, and the fault:",
      "latency 2s, 429 [retry-after 2] [ion], 500 to 504, drop, truncate, expired, html 403,",
      "unknown-step, missing key, order reversed, … `fault \"…\"` in an org does the same.",
      "",
      "The proxy comes from HTTPS_PROXY and NO_PROXY, but is never used for this machine.",
    ],
    operandCount: 0...Int.max,
    options: [
      SharedOptions.only,
      SharedOptions.variable,
      SharedOptions.profile.described(
        as: "use a profile in every flow; with no script, sign in with it"),
      SharedOptions.secrets, SharedOptions.passkeys, SharedOptions.root, SharedOptions.timeout,
    ] + SharedOptions.simulation + [
      interactive,
      noInput,
    ] + SharedOptions.counterparts + SharedOptions.permissions + [
      SharedOptions.tokens,
      revoke,
      SharedOptions.cassette.described(
        as: "save the traffic of one flow in this file, without secrets"),
      SharedOptions.force.described(as: "overwrite the file of --cassette"),
      SharedOptions.quiet,
      SharedOptions.trace,
      SharedOptions.json,
    ],
    examples: [
      ("flow run sign-in.flow", "run it against the org it names, or the built-in one"),
      ("flow run -i two-lines.flow", "ask for the steps that no rule answers"),
      ("flow run --use jane.flow sign-in.flow", "with a profile's answers"),
      (
        "flow run sign-in.flow --issuer https://acme.okta.com/oauth2/default "
          + "--client-id 0oa1 --redirect-uri com.example:/callback",
        "against a real org"
      ),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      guard !arguments.operands.isEmpty || arguments.has(SharedOptions.profile) else {
        throw UsageFault(
          message: "`flow run` needs a script, or a profile with `--use`",
          help: "for example `flow run sign-in.flow`")
      }
      var options = try RunArguments.options(arguments, host)
      options.cassetteFile = arguments.text(SharedOptions.cassette)
      options.replacesCassette = arguments.has(SharedOptions.force)
      let output = try ColorOption.style(host.output, arguments, host.environment)
      let errors = try ColorOption.style(host.errors, arguments, host.environment)
      let recording = options.cassetteFile == nil ? nil : Recording(acceptsAnyEnd: false)
      var runner = try ScriptRunner(
        options, host, output: output, errors: errors, recorder: recording)
      let status = await runner.run()
      guard let recording, let path = options.cassetteFile else { return status }
      return RecordedTraffic(recording).keep(at: path, after: status, host)
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }
}
