import FlowHost
import FlowInterpreter
import FlowRecorder
import FlowTerminal

/// `flow run`: runs scripts.
enum RunCommand {
  static let spec = CommandSpec(
    name: "run", operands: "FILE…",
    summary: "run scripts, against a simulated org or a real issuer",
    details: [
      "Runs every flow of the files, and prints a line a step as it happens, then the outcome",
      "and what was expected. A script that names no org runs against a built-in one.",
      "`-` reads a script from the standard input.",
      "",
      "`env NAME` and `secret NAME` are looked up in the environment, secrets then in the file",
      "of --secrets (a line NAME=value each), and then asked for. At a real issuer a script reads",
      "only the variables that --env or flow.json names, and those that begin with FLOW_.",
      "",
      "A real issuer is what the options say, then FLOW_ISSUER, FLOW_CLIENT_ID,",
      "FLOW_CLIENT_SECRET, FLOW_REDIRECT_URI and FLOW_SCOPES, then the file of --config, then",
      "the script's own `org NAME at \"https://…\"`. --trace says where each came from.",
      "An issuer that only the script names needs --live HOST, or a yes at the terminal.",
      "Codes by e-mail come from the inbox of --inbox, else of FLOW_INBOX: a mail service with",
      "Mailpit's API (http://127.0.0.1:8025), maildir:PATH, or command:… that prints the newest",
      "message; `inbox sms` and `inbox voice` come from a command alone.",
      "",
      "A simulated org does wrong what --fault says: when (any, an endpoint, a step, or email,",
      "sms, voice for what is sent), how often (once, 2nd, from 3rd, 3 times), a colon, and what:",
      "latency 2s, 429 [retry-after 2] [ion], 500 to 504, drop, truncate, expired, html 403,",
      "unknown-step, missing key, order reversed, … `fault \"…\"` in an org says the same.",
      "",
      "A proxy is taken from HTTPS_PROXY and NO_PROXY, but never for this machine.",
    ],
    operandCount: 0...Int.max,
    options: [
      OptionSpec.only,
      OptionSpec.variable,
      OptionSpec(
        name: "--use", value: "FILE[:NAME]", repeats: true,
        meaning: "use a profile in every flow; with no script, sign in by it alone"),
      OptionSpec.secrets, OptionSpec.passkeys, OptionSpec.root, OptionSpec.timeout,
    ] + OptionSpec.simulation + [
      OptionSpec(
        name: "--interactive", short: "-i",
        meaning: "ask for every step that no rule answers"),
      OptionSpec(name: "--no-input", meaning: "never ask; fail instead"),
    ] + OptionSpec.counterparts + OptionSpec.permissions + [
      OptionSpec(
        name: "--tokens", value: "FILE", meaning: "keep the tokens in this file (mode 0600)"),
      OptionSpec(name: "--revoke", meaning: "revoke the tokens once they have come"),
      OptionSpec(
        name: "--cassette", value: "FILE",
        meaning: "keep the traffic of one flow in this file, without secrets"),
      OptionSpec(name: "--force", meaning: "write over the file of --cassette"),
      OptionSpec(name: "--quiet", short: "-q", meaning: "print problems alone"),
      OptionSpec(name: "--trace", meaning: "print everything that was offered and tried"),
      OptionSpec(name: "--json", meaning: "print JSON: one object a flow, one line each"),
    ],
    examples: [
      ("flow run sign-in.flow", "run it against the org it names, or the built-in one"),
      ("flow run -i two-lines.flow", "what no rule answers is asked"),
      ("flow run --use jane.flow sign-in.flow", "with a profile's answers"),
      (
        "flow run sign-in.flow --issuer https://acme.okta.com/oauth2/default "
          + "--client-id 0oa1 --redirect-uri com.example:/callback",
        "against a real org"
      ),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(ParsedArguments.Fault) {
      guard !arguments.operands.isEmpty || arguments.has("--use") else {
        throw ParsedArguments.Fault(
          message: "`flow run` needs a script, or a profile with `--use`",
          help: "for example `flow run sign-in.flow`")
      }
      var options = try RunOptions(arguments, host)
      options.cassetteFile = arguments.value("--cassette")
      options.replacesCassette = arguments.has("--force")
      let output = try Style.of(host.output, arguments, host.environment)
      let errors = try Style.of(host.errors, arguments, host.environment)
      let recording = options.cassetteFile == nil ? nil : Recording(acceptsAnyEnd: false)
      var runner = try ScriptRunner(
        options, host, output: output, errors: errors, recorder: recording)
      let status = await runner.run()
      guard let recording, let path = options.cassetteFile else { return status }
      return recording.keep(at: path, after: status, host)
    } catch {
      host.errors.write(usage(error))
      return .usage
    }
  }
}
