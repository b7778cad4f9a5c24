import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// Checks the rules that concern several apps of a device.
struct AppRules {
  let draft: MobileIdPDraft
  let blocks: [MobileIdPDraft.Block]

  /// Checks that schemes and ids are unique (rule K4), and that a named provider has that role.
  func checkSchemes() {
    for block in blocks {
      let app = draft.org.apps[block.index]
      for earlier in blocks.prefix(block.index) {
        let other = draft.org.apps[earlier.index]
        if !app.id.isEmpty, app.id == other.id, app.scheme != other.scheme || isHostile(app, other)
        {
          draft.reader.report(
            SettingProblem(
              .duplicate, "`\(other.name)` and `\(app.name)` have the same id `\(app.id)`",
              at: block.place, other: earlier.place))
        }
        guard !isHostile(app, other), let scheme = shared(app, other) else { continue }
        draft.reader.report(
          SettingProblem(
            .duplicate, "`\(other.name)` and `\(app.name)` have the same scheme `\(scheme)`",
            at: block.place,
            help: "give each app a scheme of its own; only `role hostile` may claim another's",
            other: earlier.place))
      }
      guard let name = app.provider, let provider = draft.org.app(named: name),
        provider.role != .provider,
        let setting = block.settings.first(where: { $0.name == "provider" })
      else { continue }
      draft.reader.report(
        SettingProblem(
          .value, "`\(name)` isn't a provider", at: setting.valuePlace,
          help: "write `role provider` in the app `\(name)`", word: name,
          candidates: draft.org.apps.filter { $0.role == .provider }.map(\.name)))
    }
  }

  private func isHostile(_ app: MobileIdPOrg.App, _ other: MobileIdPOrg.App) -> Bool {
    app.role == .hostile || other.role == .hostile
  }

  /// A scheme that two apps have, so that a message for one can reach the other; `nil` if there is
  /// none.
  private func shared(_ app: MobileIdPOrg.App, _ other: MobileIdPOrg.App) -> String? {
    func schemes(_ app: MobileIdPOrg.App) -> [String] {
      [app.scheme, CustomScheme(of: app.callback)?.name ?? ""].filter { !$0.isEmpty }
    }
    return schemes(app).first { schemes(other).contains($0) }
  }

  /// Checks that all apps have the same platform.
  ///
  /// A hostile app without a platform gets the platform of the other apps.
  func checkPlatforms() {
    func setting(_ block: MobileIdPDraft.Block) -> Setting? {
      block.settings.last { $0.name == "platform" }
    }
    let others = blocks.filter { draft.org.apps[$0.index].role != .hostile }
    guard let first = others.first ?? blocks.first(where: { setting($0) != nil }) else { return }
    let expected = draft.org.apps[first.index]
    for block in blocks {
      let app = draft.org.apps[block.index]
      if app.role == .hostile, setting(block) == nil {
        draft.org.apps[block.index].platform = expected.platform
        continue
      }
      if app.platform == .android, app.messages == .ios,
        let messages = block.settings.last(where: { $0.name == "messages" })
      {
        draft.reader.report(
          SettingProblem(
            .value, "`messages ios` is how the iOS SDK writes, but `\(app.name)` runs on Android",
            at: messages.valuePlace, help: "write `messages strict`"))
      }
      guard app.platform != expected.platform else { continue }
      let own = setting(block)
      draft.reader.report(
        SettingProblem(
          .value,
          "`\(app.name)` runs on `\(app.platform.rawValue)` and `\(expected.name)` on "
            + "`\(expected.platform.rawValue)`: apps on two platforms can't open each other",
          at: own?.valuePlace ?? block.place,
          help: own == nil
            ? "write `platform \(expected.platform.rawValue)` in it too"
            : "write `platform \(app.platform.rawValue)` in all apps, or in none"))
    }
  }
}

extension Setting {
  /// The location of the setting's first value, or of its name if it has no value.
  fileprivate var valuePlace: SourceRange { values.first?.first?.place ?? place }
}
