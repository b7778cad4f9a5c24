package import FlowChecker
package import FlowDiagnostics
package import FlowEngine
import FlowScript

/// An org that was read while its script was checked, for the runs against it.
package struct BuiltOrg: Sendable {
  private let model: any Sendable
  private let settings: [Setting]

  /// Keeps the result of settings.
  init(_ model: any Sendable, of settings: [Setting]) {
    self.model = model
    self.settings = settings
  }

  /// The result of the settings; `nil` if other values have been looked up since.
  func model<Model>(of settings: [Setting], as type: Model.Type) -> Model? {
    settings == self.settings ? model as? Model : nil
  }
}

extension OrgReader.Reading {
  /// A reading that keeps the result of the settings, unless there is something wrong with them.
  package init(
    _ diagnostics: [Diagnostic], words: OrgWords?, model: (any Sendable)?, of settings: [Setting]
  ) {
    self.init(
      diagnostics, words: words,
      model: diagnostics.isEmpty ? model.map { BuiltOrg($0, of: settings) } : nil)
  }

  /// The result of the same settings.
  package func model<Model>(of settings: [Setting], as type: Model.Type) -> Model? {
    (model as? BuiltOrg)?.model(of: settings, as: type)
  }
}
