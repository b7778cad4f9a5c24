import FlowHost
import FlowInterpreter
import FlowTerminal

/// `flow man`: the manual page.
enum ManualCommand {
  static let spec = CommandSpec(
    name: "man", operands: "",
    summary: "print the manual page, for man",
    details: [
      "Prints a page of section 1 in roff: every command with its options and examples, the exit",
      "status, the variables.",
    ],
    operandCount: 0...0, options: [],
    examples: [
      ("flow man | man -l -", "read it"),
      ("flow man > /usr/local/share/man/man1/flow.1", "install it, for man flow"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    host.output.write(ManualPage(commands: CommandTable.all).text)
    return .success
  }
}
