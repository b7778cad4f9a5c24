import FlowSimulation
import FlowText
import FlowEngine
import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowLanguageServer
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText

/// `flow names`: the words that an engine has for steps, authenticators, methods and capabilities.
enum NamesCommand {
  static let spec = CommandSpec(
    name: "names", operands: "[ENGINE [WORD]]",
    summary: "list the words of an engine: steps, authenticators, methods, events",
    details: [
      "Prints how a flow can begin and what can happen meanwhile; every step that is known with its",
      "fields, what can be chosen, what it means and a line of a script that answers it; then the",
      "authenticators, methods and capabilities. With a word, what that means: a step, all steps",
      "that begin with it, an authenticator, a method, an event.",
      "An engine may offer a step that isn't listed, and a script may answer it. The engine is",
      "`idx` where none is named.",
    ],
    operandCount: 0...2,
    options: [SharedOptions.json.described(as: "print JSON: one object")],
    examples: [
      ("flow names idx", "all words of the Identity Engine"),
      ("flow names idx challenge-authenticator", "one step, with the other words for its fields"),
      ("flow names nextauth", "all words of nextAuth sessions"),
      ("flow names mobile-idp", "all words of the mobile identity provider flow"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do {
      let style = try Style.of(host.output, arguments, host.environment)
      let engine = try engine(arguments.operands.first ?? EngineCatalog.usual, host)
      var names = EngineNames(engine)
      if arguments.operands.count > 1 { names = try names.meant(by: arguments.operands[1]) }
      if arguments.has(SharedOptions.json) {
        host.output.writeLine(names.json)
      } else {
        let isOne = arguments.operands.count > 1
        host.output.write(isOne ? names.details(style) : names.overview(style))
      }
      return .success
    } catch {
      host.errors.write(usage(error))
      return .usage
    }
  }

  private static func engine(
    _ name: String, _ host: Host
  ) throws(UsageFault) -> EngineVocabulary {
    let engines = host.engines.catalog.engines
    if let engine = engines.first(where: { $0.engine == name }) { return engine }
    let nearest = Suggestion.nearest(name, among: engines.map(\.engine)).first
    throw UsageFault(
      message: "there is no engine `\(name.terminalSafe)` whose words are known",
      help: nearest.map { "did you mean `\($0)`?" }
        ?? "there is \(engines.map { "`\($0.engine)`" }.joined(separator: ", "))")
  }
}
