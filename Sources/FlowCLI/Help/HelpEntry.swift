import FlowEngine
import FlowHost
import FlowManual
import FlowScript
import FlowSimulation
import SimulatorKit

/// An entry of help.
///
/// An entry is a section of the manual, a command, an option, a setting, a word of an engine, or a
/// problem.
struct HelpEntry {
  /// The command line that shows the entry.
  var command: String
  /// The heading.
  var title: String
  /// The name in the language or on the command line, such as `no-rule` or `--shard`.
  var name = ""
  /// Other words that identify the entry, such as the title of the page that contains it.
  var context = ""
  /// Words that users may search for instead of the heading's.
  var searchWords = ""
  /// The entry's text.
  var text: String
  /// The blocks of a section of the manual; empty for other entries.
  var blocks: [ManualBlock] = []
  /// The weight in a search relative to a section of the manual, which has 1.
  var weight = 1.0

  /// All entries of help, starting with the manual.
  static func all(_ commands: [CommandSpec], _ host: Host) -> [HelpEntry] {
    Manual.topics.flatMap(sections) + commands.flatMap(entries)
      + host.engines.catalog.engines.flatMap { engine in
        settings(host.engines.settings(of: engine.engine).all, of: engine.engine) + words(engine)
      }
      + Manual.problems.compactMap(Manual.page).map { page in
        HelpEntry(
          command: "flow explain \(page.id)", title: page.title, name: page.id,
          context: page.id, text: page.meaning + " " + page.cure, weight: 0.55)
      }
  }

  private static func sections(_ topic: ManualTopic) -> [HelpEntry] {
    topic.sections.map { section in
      HelpEntry(
        command: "flow help \(topic.name)", title: section.heading,
        context: "\(topic.name) \(topic.title) \(topic.summary)",
        searchWords: section.searchWords,
        text: section.blocks.map(text).joined(separator: "\n"), blocks: section.blocks)
    }
  }

  private static func text(_ block: ManualBlock) -> String {
    switch block {
    case .heading(let text): text
    case .text(let lines), .code(let lines): lines.joined(separator: " ")
    case .table(let rows):
      rows.dropFirst().map { $0.joined(separator: ": ") }.joined(separator: ". ")
    }
  }

  private static func entries(_ command: CommandSpec) -> [HelpEntry] {
    let own = HelpEntry(
      command: "flow help \(command.name)", title: "\(command.name): \(command.summary)",
      name: command.name,
      text: command.details.joined(separator: " "), weight: 0.8)
    return [own]
      + command.options.map(\.spec).map { option in
        HelpEntry(
          command: "flow help \(command.name)",
          title: option.value.map { "\(option.name) \($0)" } ?? option.name, name: option.name,
          context: command.name,
          text: option.meaning, weight: 0.45)
      }
  }

  private static func settings(
    _ settings: [SettingDescription], of engine: String
  ) -> [HelpEntry] {
    settings.map { setting in
      let words = setting.path + setting.otherWords
      return HelpEntry(
        command: "flow names \(engine) settings \(setting.name)",
        title: setting.path.joined(separator: " "), name: setting.name,
        context: words.joined(separator: " "),
        text: "\(setting.meaning) \(setting.form)", weight: 0.4)
    }
  }

  private static func words(_ engine: EngineVocabulary) -> [HelpEntry] {
    let steps = engine.steps.map { ($0.name, $0.meaning) }
    let words = (engine.subjects + engine.methods + engine.capabilities)
      .map { ($0.naming.word, $0.meaning) }
    let facts =
      engine.parameters.map { ($0.name, $0.meaning) }
      + engine.knownFacts.map { ($0.name, $0.meaning) }
    return (steps + words + facts).map { name, meaning in
      HelpEntry(
        command: "flow names \(engine.engine) \(name)", title: name, name: name, text: meaning,
        weight: 0.25)
    }
  }
}
