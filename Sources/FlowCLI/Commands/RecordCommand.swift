import FlowEngine
import FlowHost
import FlowInterpreter
import FlowRecorder
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText
import IDXEngine

/// `flow record`: makes a script from a sign-in that the user performs.
enum RecordCommand {
  private static let intents = IDXEngine.vocabulary.intents.map(\.name)
  static let intent = Option(
    "--intent", "INTENT", words: intents,
    "what to begin: sign-in (default), register, recover-password, unlock-account"
  ) { (word) throws(UsageFault) in
    if intents.contains(word) { return word }
    throw UsageFault(
      message: "a recording can't begin with `\(word)`",
      help: Suggestion.nearest(word, among: intents).first.map { "did you mean `\($0)`?" }
        ?? "it can begin with \(intents.joined(separator: ", "))")
  }

  static let spec = CommandSpec(
    name: "record", operands: "[OUTPUT.flow]",
    summary: "sign in by hand, and write a script that repeats it",
    details: [
      "Shows each step and asks how to answer it. These questions are on the standard error. Then",
      "writes a script to OUTPUT.flow, or to the standard output. The script contains:",
      "  - identifiers as you typed them",
      "  - passwords as `secret NAME`",
      "  - codes as `inbox`, `totp` or `prompt`",
      "  - the outcome as `expect`",
      "",
      "The script leaves out refused answers that you then corrected, and waits without a result.",
      "Before the script is written, it is checked against the recording.",
      "",
      "--cassette saves the requests and responses, without secrets, for `flow replay`.",
      "",
      "Ctrl-D ends the recording at the current step, and the script stops there. After Ctrl-C or",
      "a failure, nothing is written. In each case, flow cancels the transaction on the server.",
    ],
    operandCount: 0...1,
    options: [
      intent,
      SharedOptions.cassette,
      SharedOptions.force.described(as: "overwrite existing files"),
      SharedOptions.secrets, SharedOptions.passkeys, SharedOptions.timeout,
    ] + SharedOptions.simulation + SharedOptions.counterparts + SharedOptions.permissions + [
      SharedOptions.quiet
    ],
    examples: [
      ("flow record sign-in.flow", "record a sign-in at the built-in org"),
      (
        "flow record jane.flow --org acme.flow --cassette jane.json",
        "with the traffic, for `flow replay`"
      ),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let intent = try arguments.value(RecordCommand.intent) ?? intents[0]
      var options = try RunArguments.options(arguments, host)
      options.files = []
      let replaces = arguments.has(SharedOptions.force)
      let script = arguments.operands.first
      let cassette = arguments.text(SharedOptions.cassette)
      for path in [script, cassette].compactMap({ $0 }) {
        try WrittenPath.check(path, replaces: replaces)
      }
      if let script, let cassette { try WrittenPath.checkCassette(cassette, isNoneOf: [script]) }
      let session = RecordSession(
        options: options, intent: intent, script: script, cassette: cassette, host: host,
        style: try ColorOption.style(host.errors, arguments, host.environment))
      guard host.terminal != nil else {
        throw UsageFault(
          message: "`flow record` needs a user at a terminal",
          help: "`flow run FILE --cassette FILE` records a script")
      }
      return try await session.run()
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }
}
