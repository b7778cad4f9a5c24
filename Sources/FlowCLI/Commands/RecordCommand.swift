import FlowText
import FlowEngine
import FlowHost
import FlowRecorder
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowTerminal
import IDXEngine

/// `flow record`: signs in by hand, and writes the script that does it again.
enum RecordCommand {
  static let spec = CommandSpec(
    name: "record", operands: "[OUTPUT.flow]",
    summary: "sign in by hand, and write the script that does it again",
    details: [
      "Shows each step as it is and asks how to answer it; what happens goes to the standard",
      "error. Then writes the script, to OUTPUT.flow or the standard output: identifiers as",
      "they are, passwords as `secret NAME`, codes as `inbox`, `totp` or `prompt`, the end as",
      "`expect`. An answer that was refused and given anew is left out, and so is a wait in",
      "vain. The script is held against the recording before it is written.",
      "",
      "--cassette keeps what was sent and answered, without secrets, for `flow replay`.",
      "",
      "Ctrl-D ends the recording where it is, and the script stops there. Ctrl-C and a failure",
      "write nothing. In each case the transaction is cancelled on the server.",
    ],
    operandCount: 0...1,
    options: [
      OptionSpec(
        name: "--intent", value: "INTENT",
        meaning: "what to begin: sign-in (default), register, recover-password, unlock-account",
        words: intents),
      OptionSpec(name: "--cassette", value: "FILE", meaning: "keep the traffic in this file"),
      OptionSpec(name: "--force", meaning: "write over files that are there"),
      OptionSpec.secrets, OptionSpec.passkeys, OptionSpec.timeout,
    ] + OptionSpec.simulation + OptionSpec.counterparts + OptionSpec.permissions + [
      OptionSpec(name: "--quiet", short: "-q", meaning: "print problems alone")
    ],
    examples: [
      ("flow record sign-in.flow", "sign in at the built-in org, and keep how"),
      (
        "flow record jane.flow --org acme.flow --cassette jane.json",
        "with the traffic, for `flow replay`"
      ),
    ],
    run: run)

  private static let intents = IDXEngine.vocabulary.intents.map(\.name)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(ParsedArguments.Fault) {
      let intent = try intent(arguments)
      var options = try RunOptions(arguments, host)
      options.files = []
      let replaces = arguments.has("--force")
      let script = arguments.operands.first
      let cassette = arguments.value("--cassette")
      for path in [script, cassette].compactMap({ $0 }) {
        try WrittenPath.check(path, replaces: replaces)
      }
      if let script, let cassette { try WrittenPath.checkCassette(cassette, isNoneOf: [script]) }
      let session = RecordSession(
        options: options, intent: intent, script: script, cassette: cassette, host: host,
        style: try Style.of(host.errors, arguments, host.environment))
      guard host.terminal != nil else {
        throw ParsedArguments.Fault(
          message: "`flow record` needs somebody at a terminal",
          help: "`flow run FILE --cassette FILE` records a script")
      }
      return try await session.run()
    } catch {
      host.errors.write(usage(error))
      return .usage
    }
  }

  private static func intent(
    _ arguments: ParsedArguments
  ) throws(ParsedArguments.Fault) -> String {
    guard let word = arguments.value("--intent") else { return intents[0] }
    guard intents.contains(word) else {
      throw ParsedArguments.Fault(
        message: "a recording can't begin with `\(word.terminalSafe)`",
        help: Suggestion.nearest(word, among: intents).first.map { "did you mean `\($0)`?" }
          ?? "it can begin with \(intents.joined(separator: ", "))")
    }
    return word
  }
}
