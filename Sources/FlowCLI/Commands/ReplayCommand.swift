import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowRecorder
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText

/// `flow replay`: runs a flow against a recording, without a server.
enum ReplayCommand {
  static let spec = CommandSpec(
    name: "replay", operands: "FILE",
    summary: "run a flow against a recorded cassette, without a server",
    details: [
      "Compares each request of the flow with the recorded one: the method, the path, and the body",
      "without secrets. While they are the same, the flow gets the recorded responses. At the",
      "first difference, the replay ends, and prints each member that differs with the recorded",
      "value. Nothing is sent, and no one is asked. Secrets, codes and answers that aren't",
      "available are replaced by placeholders, which count as the same.",
    ],
    operandCount: 1...1,
    options: [
      SharedOptions.cassette.described(as: "the recording"),
      SharedOptions.only, SharedOptions.variable, SharedOptions.profile, SharedOptions.secrets,
      SharedOptions.root,
      SharedOptions.quiet,
      SharedOptions.trace,
      SharedOptions.json,
    ],
    examples: [
      ("flow replay sign-in.flow --cassette sign-in.json", "compare the flow with its recording")
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      guard let path = arguments.text(SharedOptions.cassette) else {
        throw UsageFault(
          message: "`--cassette` is missing",
          help: "for example `flow replay sign-in.flow --cassette sign-in.json`")
      }
      let options = try RunArguments.options(arguments, host)
      let output = try ColorOption.style(host.output, arguments, host.environment)
      let errors = try ColorOption.style(host.errors, arguments, host.environment)
      let cassette: Cassette
      do throws(PlainFailure) { cassette = try Cassette(contentsOf: path) } catch {
        let place = error.place.map { ":\($0)" } ?? ""
        host.errors.print("flow: \(path)\(place): \(error.message)\n")
        return .wrongScript
      }
      var session = try ReplaySession(options, cassette, host, output: output, errors: errors)
      return try await session.run()
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }
}
