import FlowDiagnostics
import FlowEngine
import FlowSyntax
import SimulatorKit

/// Finds the settings of an org whose names are written in an old spelling.
///
/// Such a setting is read like any other.
struct OldSettings {
  private let script: Script
  /// The settings that have an old name.
  private let renamed: [SettingDescription]

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - script: The script of the org.
  ///   - all: Every setting of the org.
  init(_ script: Script, _ all: [SettingDescription]) {
    self.script = script
    renamed = all.filter { !$0.oldNames.isEmpty }
  }

  /// Warns of each of them.
  ///
  /// - Parameters:
  ///   - settings: The settings of a block.
  ///   - path: The current names of the blocks around them.
  /// - Returns: The warnings in the order of the text.
  func warnings(in settings: [OrgSetting], of path: [String] = []) -> [Diagnostic] {
    guard !renamed.isEmpty else { return [] }
    return settings.flatMap { setting -> [Diagnostic] in
      let name = script.text(setting.name)
      let old = renamed.first { $0.path.dropLast() == path[...] && $0.oldNames.contains(name) }
      let inner = warnings(in: setting.block ?? [], of: path + [old?.name ?? name])
      guard let old else { return inner }
      let problem = Problem.oldSpelling(word: name, current: old.name)
      return [Diagnostic(problem, at: Place(script.source, setting.name.range))] + inner
    }
  }
}
