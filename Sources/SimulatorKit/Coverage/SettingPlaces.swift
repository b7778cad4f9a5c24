package import FlowDiagnostics
package import FlowEngine

/// Where the settings of an org stand, found in the settings that it was read from.
package struct SettingPlaces {
  package let settings: [Setting]

  package init(_ settings: [Setting]) {
    self.settings = settings
  }

  /// Where a setting of the org stands that is known by its first value, or that has none.
  package func setting(_ name: String, _ value: String? = nil) -> SourceRange? {
    settings.first { setting in
      setting.name == name && (value == nil || setting.values.first?.first?.name == value)
    }?.place
  }

  /// Where a setting stands in the block of one that is known by its first value, else that one.
  package func inner(_ name: String, of outer: String, _ value: String) -> SourceRange? {
    let setting = settings.first { setting in
      setting.name == outer && setting.values.first?.first?.name == value
    }
    return setting?.block?.first { $0.name == name }?.place ?? setting?.place
  }

  /// Whether the org says anything by a setting.
  package func has(_ name: String) -> Bool { settings.contains { $0.name == name } }

  /// Where the settings of a name stand, in order.
  package func all(_ name: String) -> [SourceRange] {
    settings.filter { $0.name == name }.map(\.place)
  }
}
