import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// An org while its settings are read: a draft for each of its apps.
struct OrgReading {
  /// The draft of an app, and the app's name if the settings have one.
  struct App {
    var name: String?
    var draft: OrgDraft
    /// The settings that the draft was read from.
    var settings: [Setting]
  }

  /// The apps in the order of the settings; never empty.
  private(set) var apps: [App] = []
  /// The problems in the order of the text, each once.
  private(set) var problems: [SettingProblem]

  /// The draft of the first app.
  ///
  /// It has the users, which are the same in all apps.
  var main: OrgDraft { apps[0].draft }

  /// Reads the settings of an org.
  ///
  /// - Parameters:
  ///   - name: The name in the `org` declaration.
  ///   - settings: The settings in its braces.
  init(name: String, _ settings: [Setting]) {
    let divided = AppSettings(settings)
    problems = divided.problems
    var clients: [String: SourceRange] = [:]
    for app in divided.apps {
      let draft = OrgDraft(name: name, people: apps.first?.draft)
      draft.read(app.settings)
      if app.isAssigned, !draft.policy.rules.isEmpty { draft.policy.rules[0].isAssignment = true }
      if divided.apps.count > 1 {
        // Each app must be known by its client id.
        let id = draft.policy.app.clientID ?? app.name ?? ""
        draft.policy.app.clientID = id
        if let place = app.place, let other = clients.updateValue(place, forKey: id) {
          problems.append(
            SettingProblem(
              .duplicate, "two apps have the client id `\(id)`", at: place, other: other))
        }
      }
      problems += draft.problems
      apps.append(App(name: app.name, draft: draft, settings: app.settings))
    }
    for app in divided.unused {
      let draft = OrgDraft(name: name, people: apps[0].draft)
      draft.read(app.settings)
      problems += draft.problems
    }
    var seen: Set<SettingProblem> = []
    problems = problems.filter { seen.insert($0).inserted }
      .sorted { $0.place.start < $1.place.start }
  }

  /// The org that the settings describe.
  ///
  /// Call it only if the settings have no problems.
  var blueprint: OrgBlueprint {
    for app in apps { app.draft.complete(app.settings) }
    var blueprint = main.blueprint
    if apps.count > 1 {
      blueprint.apps = apps.map { (name: $0.name ?? "", policy: $0.draft.policy) }
    }
    return blueprint
  }
}
