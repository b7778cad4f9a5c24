package import FlowChecker
package import FlowDiagnostics
package import FlowEngine
import FlowScript

/// An org that the check of a script has made from settings, kept for the script's runs.
package struct BuiltOrg: Sendable {
  private let model: any Sendable
  private let settings: [Setting]

  /// Keeps an org, with the settings from which it was made.
  init(_ model: any Sendable, of settings: [Setting]) {
    self.model = model
    self.settings = settings
  }

  /// The org, if it has the type and was made from the same settings; otherwise `nil`.
  func model<Model>(of settings: [Setting], as type: Model.Type) -> Model? {
    settings == self.settings ? model as? Model : nil
  }
}

extension OrgReader.Reading {
  /// Makes a reading that keeps the org, unless the settings have problems.
  package init(
    _ diagnostics: [Diagnostic], words: OrgWords?, model: (any Sendable)?, of settings: [Setting]
  ) {
    self.init(
      diagnostics, words: words,
      model: diagnostics.isEmpty ? model.map { BuiltOrg($0, of: settings) } : nil)
  }

  /// The org, if it has the type and was made from the same settings; otherwise `nil`.
  package func model<Model>(of settings: [Setting], as type: Model.Type) -> Model? {
    (model as? BuiltOrg)?.model(of: settings, as: type)
  }
}
