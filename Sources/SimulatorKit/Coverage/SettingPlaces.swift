package import FlowDiagnostics
package import FlowEngine

/// The locations of an org's settings, found in the settings that it was read from.
package struct SettingPlaces {
  package let settings: [Setting]

  package init(_ settings: [Setting]) {
    self.settings = settings
  }

  /// Returns the location of a setting of the org that is identified by its first value, or has
  /// none.
  package func setting(_ name: String, _ value: String? = nil) -> SourceRange? {
    settings.first { setting in
      setting.name == name && (value == nil || setting.values.first?.first?.name == value)
    }?.place
  }

  /// Returns the location of a setting in the block of another, which is identified by its first
  /// value, or else of the latter.
  package func inner(_ name: String, of outer: String, _ value: String) -> SourceRange? {
    let setting = settings.first { setting in
      setting.name == outer && setting.values.first?.first?.name == value
    }
    return setting?.block?.first { $0.name == name }?.place ?? setting?.place
  }

  /// Whether the org has a setting.
  package func has(_ name: String) -> Bool { settings.contains { $0.name == name } }

  /// Returns the locations of all settings with a name, in order.
  package func all(_ name: String) -> [SourceRange] {
    settings.filter { $0.name == name }.map(\.place)
  }
}
