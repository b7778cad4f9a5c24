import FlowEngine
import FlowText

/// Makes the problem for a setting that its block doesn't have.
///
/// The help names the settings that the user may have meant.
struct UnknownSetting {
  private let setting: Setting
  /// The settings that the block has.
  private let here: [SettingDescription]
  /// The settings of the other blocks.
  private let elsewhere: [SettingDescription]
  /// The name of the block; `nil` for the org itself.
  private let block: String?

  /// Makes a value that describes the unknown setting.
  ///
  /// - Parameters:
  ///   - setting: The setting in the text.
  ///   - path: The names of the enclosing blocks.
  ///   - schema: Every setting of the org.
  init(_ setting: Setting, in path: [String], schema: [SettingDescription]) {
    self.setting = setting
    here = schema.filter { $0.block == path[...] }
    elsewhere = schema.filter { $0.block != path[...] }
    block = path.last
  }

  /// The problem, with help.
  var problem: SettingProblem {
    let place = block.map { "`\($0)`" } ?? "an org"
    let meant = meant
    var problem = SettingProblem(
      .unknown, "`\(setting.name)` isn't a setting of \(place)", at: setting.place,
      help: help(meant), word: setting.name, candidates: here.map(\.name))
    problem.meant = meant.map(\.name)
    return problem
  }

  /// The block's settings whose names are similar to the word.
  private var near: [String] { Suggestion.nearest(setting.name, among: here.map(\.name)) }

  /// The block's settings for which users often write the word, or a similar word.
  private var meant: [SettingDescription] {
    let word = setting.name.normalizedWord
    let exact = named(by: word, in: here)
    // A short word is similar to many others, so it needs an exact match.
    guard exact.isEmpty, near.isEmpty, word.utf8.count > 3,
      !elsewhere.contains(where: { $0.name == setting.name })
    else { return exact }
    let words = Suggestion.nearest(word, among: here.flatMap(\.otherWords))
    return here.filter { $0.otherWords.contains(where: words.contains) }
  }

  /// Returns the settings for which users often write a word.
  private func named(by word: String, in settings: [SettingDescription]) -> [SettingDescription] {
    settings.filter { $0.otherWords.contains(word) }
  }

  private func help(_ meant: [SettingDescription]) -> String? {
    let near = near
    let question = Prose.didYouMean(meant.isEmpty ? near : meant.map(\.name))
    if meant.count == 1, let question { return "\(question) write it as \(meant[0].form)" }
    let parts = [question, meant.isEmpty ? help(elsewhere: near.isEmpty) : nil].compactMap { $0 }
    guard parts.isEmpty else { return parts.joined(separator: " ") }
    let names = here.map { Prose.ticked($0.name) }
    let owner = block.map { "`\($0)`" } ?? "an org"
    return "the settings of \(owner) are \(Prose.list(names, "and"))"
  }

  /// A help text that names the blocks that have the setting, or a setting that the word often
  /// means.
  private func help(elsewhere isAsked: Bool) -> String? {
    let same = elsewhere.filter {
      $0.name == setting.name || $0.oldNames.contains(setting.name)
    }
    if let name = same.first?.name {
      return "`\(name)` is a setting of \(Prose.list(same.map(\.owner), "and"))"
    }
    let others = isAsked ? named(by: setting.name.normalizedWord, in: elsewhere) : []
    guard !others.isEmpty else { return nil }
    return "did you mean "
      + Prose.list(others.map { "`\($0.name)` of \($0.owner)" }, "or") + "?"
  }
}

extension SettingDescription {
  /// The names of the enclosing blocks.
  fileprivate var block: ArraySlice<String> { path.dropLast() }

  /// The block that has the setting, such as `user`, or the org.
  package var owner: String {
    block.isEmpty ? "the org" : block.reversed().map { "`\($0)`" }.joined(separator: " in ")
  }
}
