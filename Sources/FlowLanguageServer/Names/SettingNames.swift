import FlowEngine
package import FlowHTTP
package import FlowTerminal
package import FlowText
package import SimulatorKit

/// Some settings of an engine's simulated orgs, as text and as JSON.
package struct SettingNames {
  private let engine: String
  private let settings: [SettingDescription]

  /// Makes a list.
  package init(of engine: String, _ settings: [SettingDescription]) {
    self.engine = engine
    self.settings = settings
  }

  /// Finds the settings for a word.
  ///
  /// - Parameter word: The name of a setting or of a block, a synonym of a setting, or else a word
  ///   of the documentation.
  /// - Returns: The settings.
  /// - Throws: `UsageFault` if no setting is found.
  package func about(_ word: String) throws(UsageFault) -> SettingNames {
    let name = Naming.normalized(word)
    var found = settings.filter { setting in
      setting.path.suffix(2).contains(name)
        || (setting.otherWords + setting.oldNames).contains(name)
    }
    if found.isEmpty {
      let text = word.lowercased()
      found = settings.filter { setting in
        [setting.form, setting.meaning, setting.usual].contains {
          $0.lowercased().contains(text)
        }
      }
    }
    guard found.isEmpty else { return SettingNames(of: engine, found) }
    let nearest = Suggestion.nearest(name, among: settings.map(\.name))
    throw UsageFault(
      message: "the engine `\(engine)` has no setting for `\(word)`",
      help: Prose.didYouMean(nearest).map { "\($0)" }
        ?? "`flow names \(engine) settings` lists them")
  }

  // MARK: Text

  /// Each setting with its form, its default and an example.
  package func details(_ style: Style) -> TerminalText {
    settings.map { Self.details(of: $0, style) }.joined(separator: "\n")
  }

  /// A setting with its form, its default and an example.
  package static func details(of setting: SettingDescription, _ style: Style) -> TerminalText {
    let rows = [
      ("form", setting.form), ("default", setting.usual), ("example", setting.example),
    ]
    let head = style("\(setting.name)", as: .bold)
    let lines = rows.map { "  \(Columns.pad($0, 9))\($1)\n" as TerminalText }
    return "\(head), a setting of \(setting.owner): \(setting.meaning)\n\(lines.joined())"
  }

  // MARK: JSON

  /// The settings, as an object.
  package var json: JSON {
    [
      "engine": .string(engine),
      "settings": .array(
        settings.map { setting in
          [
            "name": .string(setting.name), "path": Self.list(setting.path),
            "form": .string(setting.form), "meaning": .string(setting.meaning),
            "default": .string(setting.usual),
            "example": .string(setting.example), "otherWords": Self.list(setting.otherWords),
            "repeats": .bool(setting.isRepeatable), "hasBlock": .bool(setting.hasBlock),
          ]
        }),
    ]
  }

  private static func list(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
}
