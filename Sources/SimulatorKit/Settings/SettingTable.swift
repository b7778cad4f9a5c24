package import FlowEngine

/// The settings of a block, each declared once.
///
/// The reader of an org, the checker, help and editors all use this table.
package struct SettingTable<Block>: Sendable {
  private let path: [String]
  private let entries: [SettingEntry<Block>]

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - path: The names of the enclosing blocks; empty for the settings of an org.
  ///   - entries: The settings, in the order of help.
  package init(of path: String..., entries: [SettingEntry<Block>]) {
    self.path = path
    self.entries = entries
  }

  /// The descriptions of the settings, each followed by the settings of its own block.
  package var descriptions: [SettingDescription] {
    entries.flatMap { [$0.description(in: path)] + $0.value.inner() }
  }

  /// Returns the syntax of a setting.
  package func form(of name: String) -> String {
    entries.first { $0.name == name }?.form ?? "`\(name)`"
  }

  /// The settings without the blocks that coverage ignores because they may contain secrets.
  package func covered(_ settings: [Setting]) -> [Setting] {
    settings.map { setting in
      var setting = setting
      if !entries.contains(where: { $0.hasName(setting.name) && $0.isCovered }) {
        setting.block = nil
      }
      return setting
    }
  }

  /// Reads the settings of a block.
  ///
  /// The method reports each setting that the block doesn't have, that is repeated although it must
  /// not be, or that has braces although it must not.
  ///
  /// - Parameters:
  ///   - settings: The settings between the braces.
  ///   - block: The value that the settings change.
  ///   - reader: The collector of problems.
  package func read(_ settings: [Setting], into block: inout Block, _ reader: SettingReader) {
    let known = known(settings, reader)
    for order in SettingOrder.allCases {
      for (entry, setting) in known where entry.order == order {
        entry.value.read(&block, SettingLine(setting, form: entry.form, reader: reader))
      }
    }
  }

  private func known(
    _ settings: [Setting], _ reader: SettingReader
  ) -> [(entry: SettingEntry<Block>, setting: Setting)] {
    var known: [(entry: SettingEntry<Block>, setting: Setting)] = []
    for setting in settings {
      guard let entry = entries.first(where: { $0.hasName(setting.name) }) else {
        reader.report(unknown: setting, in: path)
        continue
      }
      if setting.block != nil, !entry.value.hasBlock {
        reader.report(
          SettingProblem(
            .value, "`\(setting.name)` takes no settings in braces", at: setting.place,
            help: "write it as \(entry.form)"))
      }
      if !entry.isRepeatable, let other = known.first(where: { $0.entry.name == entry.name }) {
        reader.report(
          SettingProblem(
            .duplicate, "`\(setting.name)` is set twice", at: setting.place,
            other: other.setting.place))
        continue
      }
      known.append((entry, setting))
    }
    return known
  }
}

/// The order in which a setting of a block is read, relative to the block's other settings.
package enum SettingOrder: Sendable, CaseIterable {
  /// Before the other settings, because they depend on this one.
  case first
  case second
  /// In the order of the text.
  case usual
  /// After the other settings, because this one depends on them.
  case last
}

/// The declaration of a setting: its name, its documentation, and how it changes the block.
package struct SettingEntry<Block>: Sendable {
  let name: String
  let form: String
  private let meaning: String
  private let usual: String
  private let example: String?
  private let otherWords: [String]
  private let oldNames: [String]
  let isRepeatable: Bool
  let isCovered: Bool
  let order: SettingOrder
  let value: SettingValue<Block>

  /// Declares a setting.
  ///
  /// - Parameters:
  ///   - name: The setting's name.
  ///   - form: The setting's syntax.
  ///   - meaning: The setting's meaning.
  ///   - usual: The default value.
  ///   - example: An example line, whose value isn't the default; by default the syntax.
  ///   - otherWords: The words that users often write instead of the name.
  ///   - oldNames: The former names, which still work.
  ///   - repeats: Whether the setting may appear more than once.
  ///   - isCovered: Whether coverage reads the setting's block, which then can't contain secrets.
  ///   - order: When the setting is read, relative to the block's other settings.
  ///   - value: Reads the setting's value and changes the block.
  package init(
    _ name: String, _ form: String, _ meaning: String, usual: String,
    example: String? = nil, notAs otherWords: [String] = [], formerly oldNames: [String] = [],
    repeats: Bool = false, isCovered: Bool = false, order: SettingOrder = .usual,
    _ value: SettingValue<Block>
  ) {
    self.name = name
    self.form = form
    self.meaning = meaning
    self.usual = usual
    self.example = example
    self.otherWords = otherWords
    self.oldNames = oldNames
    isRepeatable = repeats
    self.isCovered = isCovered
    self.order = order
    self.value = value
  }

  /// Whether a name is the name of the setting, or an old spelling of it.
  func hasName(_ name: String) -> Bool { self.name == name || oldNames.contains(name) }

  func description(in path: [String]) -> SettingDescription {
    SettingDescription(
      path: path + [name], form: form, meaning: meaning, usual: usual,
      example: example ?? form.split(separator: "`").first.map(String.init) ?? name,
      otherWords: otherWords, oldNames: oldNames, isRepeatable: isRepeatable,
      hasBlock: value.hasBlock)
  }
}
