package import FlowDiagnostics
package import FlowEngine

/// Finds the locations of an org's settings.
package struct SettingPlaces {
  package let settings: [Setting]

  package init(_ settings: [Setting]) {
    self.settings = settings
  }

  /// Returns the location of an org's setting; `nil` if the org doesn't have it.
  ///
  /// If a value is given, the setting's first value must be equal.
  package func setting(_ name: String, _ value: String? = nil) -> SourceRange? {
    settings.first { setting in
      setting.name == name && (value == nil || setting.values.first?.first?.name == value)
    }?.place
  }

  /// Returns the location of a setting in a block, or of the block if it doesn't have the setting.
  ///
  /// The block is the setting `outer` whose first value is `value`.
  package func inner(_ name: String, of outer: String, _ value: String) -> SourceRange? {
    let setting = settings.first { setting in
      setting.name == outer && setting.values.first?.first?.name == value
    }
    return setting?.block?.first { $0.name == name }?.place ?? setting?.place
  }

  /// Whether the org has a setting with a name.
  package func has(_ name: String) -> Bool { settings.contains { $0.name == name } }

  /// Returns the locations of all settings with a name, in order.
  package func all(_ name: String) -> [SourceRange] {
    settings.filter { $0.name == name }.map(\.place)
  }
}
