import FlowHost
import FlowInterpreter
import FlowManual
import FlowTerminal
import FlowText

/// `flow man`: prints the manual page, or a page of the manual.
enum ManualCommand {
  static let spec = CommandSpec(
    name: "man", operands: "[TOPIC]",
    summary: "print the manual page, or a page of the manual, for man",
    details: [
      "Prints the manual page of section 1 in roff, the format of man: every command with its",
      "options and examples, the exit status, and the environment variables. With a topic, prints",
      "the page of `flow help TOPIC` in roff.",
    ],
    operandCount: 0...1, options: [],
    examples: [
      ("flow man | man -l -", "read it"),
      ("flow man values | man -l -", "read one page of the manual"),
      ("flow man > /usr/local/share/man/man1/flow.1", "install it, for man flow"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    let page = ManualPage(commands: CommandTable.all)
    guard let name = arguments.operands.first else {
      host.output.write(page.text)
      return .success
    }
    guard let topic = Manual.topic(name) else {
      let nearest = Suggestion.nearest(name, among: Manual.topics.map(\.name)).first
      host.errors.print(
        usage(
          UsageFault(
            message: "unknown topic `\(name)`",
            help: nearest.map { "did you mean `flow man \($0)`?" } ?? "`flow help` lists them")))
      return .usage
    }
    host.output.write(page.text(of: topic))
    return .success
  }
}
