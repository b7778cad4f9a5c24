package import FlowDiagnostics
import FlowEngine
import FlowInterpreter
package import FlowSyntax
package import SimulatorKit

/// The settings of an engine's simulated orgs, with their documentation.
package struct EngineSettings {
  /// Every setting, each followed by the settings of its own block.
  package let all: [SettingDescription]

  /// Makes the list.
  init(_ all: [SettingDescription]) {
    self.all = all
  }

  /// The setting with a name in a block; `nil` if there is none.
  package func setting(_ path: ArraySlice<String>) -> SettingDescription? {
    all.first { setting in
      setting.path.dropLast() == path.dropLast()
        && path.last.map { setting.name == $0 || setting.oldNames.contains($0) } == true
    }
  }

  /// Finds the name of a setting at a location.
  ///
  /// - Parameters:
  ///   - offset: The location.
  ///   - org: The org that contains the location.
  ///   - hasValues: Whether a location in a value of a setting counts as one in its name.
  /// - Returns: The names of the enclosing blocks and of the setting, and the location of the
  ///   setting's name or value; `nil` if the location has no name.
  package static func name(
    at offset: Int, in org: Program.Located<FlowSyntax.Org>, orValue hasValues: Bool = false
  ) -> (path: [String], range: SourceRange)? {
    guard org.node.address == nil else { return nil }
    func isIn(_ range: SourceRange) -> Bool { range.start <= offset && offset <= range.end }
    var path: [String] = []
    var settings = org.node.settings
    while let setting = settings.first(where: { isIn($0.range) }) {
      path.append(org.script.text(setting.name))
      if isIn(setting.name.range) { return (path, setting.name.range) }
      if hasValues, let value = setting.values.joined().first(where: { isIn($0.range) }) {
        return (path, value.range)
      }
      settings = setting.block ?? []
    }
    return nil
  }
}
