import FlowManual
import FlowTerminal

/// The texts of `--help`.
enum Help {
  /// Returns the output of `flow --help`.
  static func overview(_ commands: [CommandSpec]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    let topicWidth = Manual.topics.map(\.name.count).max() ?? 0
    let lines = commands.map { command in
      "  " + Columns.pad(command.name, width + 2) + command.summary
    }
    let topics = Manual.topics.map { topic in
      "  " + Columns.pad(topic.name, topicWidth + 2) + phrase(topic.summary)
    }
    return """
      flow: run, check and test sign-in scripts

      Usage: flow COMMAND [OPTIONS] [ARGUMENTS]

      \(lines.joined(separator: "\n"))

      Topics of the manual (`flow help TOPIC` prints one, `flow help WORDS` searches all):
      \(topics.joined(separator: "\n"))

      Options:
        --help, -h     show this help; after a command, the help of the command
        --version, -V  show the version

      Start with `flow init DIR`. `flow run FILE.flow` without an org runs against a built-in one.
      Exit status: 0 everything as expected, 1 a flow failed, 2 a script or org is wrong,
      3 the server or network failed, or the output can't be written, 4 usage,
      5 coverage below the minimum, 130 interrupted, 141 the output's reader has closed it.

      """
  }

  /// Returns the output of `flow COMMAND --help`.
  static func page(_ command: CommandSpec) -> String {
    let operands = command.operands.isEmpty ? "" : " " + command.operands
    var text = "flow \(command.name): \(command.summary)\n\n"
    text += "Usage: flow \(command.name) [OPTIONS]\(operands)\n\n"
    if !command.details.isEmpty { text += command.details.joined(separator: "\n") + "\n\n" }
    text += "Options:\n"
    let heads = command.allOptions.map(head)
    let width = min(heads.map(\.count).max() ?? 0, 28)
    for (option, head) in zip(command.allOptions, heads) {
      text +=
        "  " + Columns.pad(head, width + 2) + option.meaning + (option.repeats ? " (repeats)" : "")
      text += "\n"
    }
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples { text += "  \(example.line)\n      \(example.meaning)\n" }
    }
    return text
  }

  /// Makes a list's text from a sentence: without a capital letter and a full stop.
  private static func phrase(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst().dropLast()
  }

  private static func head(_ option: OptionSpec) -> String {
    var head = option.name
    if let short = option.short { head = short + ", " + head }
    if let value = option.value { head += " " + value }
    return head
  }
}
