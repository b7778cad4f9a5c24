import FlowHost
import FlowInterpreter
import FlowManual
import FlowTerminal
import FlowText

/// `flow help`: shows the page of a command or a topic, and searches all of them.
enum HelpCommand {
  /// The maximum length of an excerpt, in characters.
  private static let excerptMax = 90

  /// Prints the page that some words name, or the pages that are about the words.
  ///
  /// - Parameters:
  ///   - words: The words after `help`.
  ///   - commands: The commands.
  ///   - host: The command's access to the outside.
  /// - Returns: The exit status.
  static func run(_ words: [String], _ commands: [CommandSpec], _ host: Host) -> ExitStatus {
    guard let first = words.first else {
      host.output.writeText(Help.overview(commands))
      return .success
    }
    let style = ColorOption.style(host.output, host.environment)
    if words.count == 1, let command = commands.first(where: { $0.name == first }) {
      host.output.writeText(Help.page(command))
      return .success
    }
    if words.count == 1, let topic = Manual.topic(first) {
      host.output.print(TopicPage(topic: topic, style: style).text)
      return .success
    }
    let search = HelpSearch(HelpEntry.all(commands, host))
    let results = search.results(for: words)
    guard !results.isEmpty else {
      host.errors.print(usage(nothing(about: words, commands, search)))
      return .usage
    }
    let width = (results.map(\.command.count).max() ?? 0) + 2
    for result in results {
      host.output.print(style("\(Columns.pad(result.command, width))", as: .name))
      host.output.print("\(result.title)\n")
      if let line = excerpt(result.text) { host.output.print("    \(line)\n") }
    }
    // The best match is usually what the user needs, so its page is printed too.
    if let best = results.first, !best.blocks.isEmpty {
      host.output.print("\n" + TopicPage(best.title, best.blocks, style).text)
    }
    return .success
  }

  /// The first sentence of a text, cut if it is long.
  private static func excerpt(_ text: String) -> String? {
    let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    let end = words.firstRange(of: ". ")?.lowerBound ?? words.endIndex
    let sentence = words[..<end]
    guard !sentence.isEmpty else { return nil }
    guard sentence.count > excerptMax else { return String(sentence) }
    return (TopicPage.wrapped(String(sentence), excerptMax).first ?? "") + " …"
  }

  private static func nothing(
    about words: [String], _ commands: [CommandSpec], _ search: HelpSearch
  ) -> UsageFault {
    let names = commands.map(\.name) + Manual.topics.map(\.name)
    let wanted = words.joined(separator: " ")
    let nearest =
      Suggestion.nearest(wanted, among: names).first
      ?? words.lazy.compactMap { Suggestion.nearest($0, among: search.vocabulary).first }.first
    return UsageFault(
      message: "unknown command or topic `\(wanted)`",
      help: nearest.map { "did you mean `flow help \($0)`?" }
        ?? "`flow help` lists the commands and the topics")
  }
}
