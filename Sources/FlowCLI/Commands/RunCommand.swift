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
      "Runs every flow of the files. Prints a line for each step as it happens, then the outcome",
      "and the expectations. If a script names no org, it runs against a built-in org. `-` reads a",
      "script from the standard input.",
      "",
      "`env NAME` reads an environment variable. `secret NAME` is looked up in the environment,",
      "then in a file of secrets (one NAME=value per line), and then you are asked at the",
      "terminal. The file is that of --secrets, or else the one that flow.json names, or else",
      "flow.env. At a real issuer, a script reads only the variables that --env or flow.json",
      "names, and those that begin with FLOW_, except FLOW_CLIENT_SECRET, FLOW_API_TOKEN and",
      "FLOW_INBOX.",
      "",
      "Each setting of a real issuer comes from the first of these that has it; --trace shows",
      "which:",
      "  1. the options",
      "  2. FLOW_ISSUER, FLOW_CLIENT_ID, FLOW_CLIENT_SECRET, FLOW_REDIRECT_URI, FLOW_SCOPES",
      "  3. the file of --config",
      "  4. the script: `org NAME at \"https://…\"`",
      "",
      "If only the script names the issuer, you must allow it: with --live HOST, or with a yes at",
      "the terminal. FLOW_CLIENT_SECRET is sent only if FLOW_ISSUER or the file of --config names",
      "the issuer.",
      "",
      "The codes of a real issuer come from the inbox of --inbox, or else of FLOW_INBOX:",
      "  http://127.0.0.1:8025  a mail service with Mailpit's API",
      "  maildir:PATH           a folder of emails",
      "  command:…              a program that prints the latest message (--allow-run)",
      "",
      "Only a program can deliver codes for `inbox sms` and `inbox voice`.",
      "",
      "--fault injects a fault into a simulated org, like `fault \"…\"` in the org. A fault has:",
      "  1. where: any, an endpoint, a step, or email, sms, voice for messages",
      "  2. optionally how often: once, 2nd, from 3rd, 3 times",
      "  3. a colon",
      "  4. what: latency 2s, 429 [retry-after 2] [ion], 500 to 504, drop, truncate, expired,",
      "     html 403, unknown-step, missing key, order reversed, …",
      "",
      "HTTPS_PROXY names the proxy, and NO_PROXY the hosts without one. Requests to this machine",
      "never use a proxy.",
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
