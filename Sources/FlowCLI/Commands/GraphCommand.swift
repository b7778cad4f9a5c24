import FlowSimulation
import FlowText
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText
import GraphDrawing

/// `flow graph`: prints the state machine of an engine.
enum GraphCommand {
  /// The languages in which the command can print the machine.
  enum Format: String, CaseIterable {
    case mermaid, dot, svg
  }

  static let format = Option(
    "--format", "FORMAT", oneOf: Format.self, "mermaid (default), dot or svg")

  static let spec = CommandSpec(
    name: "graph", operands: "ENGINE",
    summary: "print the state machine of an engine: Mermaid, DOT or SVG",
    details: [
      "Prints the states of an engine and the transitions between them. GitHub and many wikis draw",
      "Mermaid. Graphviz draws DOT. Every browser draws SVG.",
    ],
    operandCount: 1...1,
    options: [
      format
    ],
    examples: [
      ("flow graph nextauth", "the sessions of the nextAuth Mobile SDK, as Mermaid"),
      ("flow graph idx --format svg > idx.svg", "the Identity Engine as a picture"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let format = try arguments.value(GraphCommand.format) ?? .mermaid
      let graph = try graph(arguments.operands[0], host)
      switch format {
      case .mermaid: host.output.write(GraphText.mermaid(graph))
      case .dot: host.output.write(GraphText.dot(graph))
      case .svg: host.output.write(GraphSVG(graph).text)
      }
      return .success
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private static func graph(_ name: String, _ host: Host) throws(UsageFault) -> StateGraph {
    let graphs = host.engines.catalog.definitions.map(\.graph)
    if let graph = graphs.first(where: { $0.name == name }) { return graph }
    let names = graphs.map(\.name)
    throw UsageFault(
      message: "unknown engine `\(name)`, or one without a table of states",
      help: Suggestion.nearest(name, among: names).first.map { "did you mean `\($0)`?" }
        ?? "the engines with one are \(names.map { "`\($0)`" }.joined(separator: ", "))")
  }
}
