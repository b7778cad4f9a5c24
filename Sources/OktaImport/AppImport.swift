import FlowHTTP
import FlowSyntax

/// Reads the apps of an export that have authentication policies.
struct AppImport: ImportPart {
  let whole: OktaImport

  /// An app, its authentication policy and its policy for signing up.
  struct App {
    var value: Exported
    var policy: ExportCatalog.Policy
    /// The policy for signing up; `nil` if the export doesn't have it.
    var registration: ExportCatalog.Policy?

    var id: String { value.json["id"]?.string ?? value.path }
  }

  /// The active apps whose authentication policies are in the export, in the order of the export.
  var linkedApps: [App] {
    catalog.apps.compactMap { app in
      guard app.json["status"]?.string?.uppercased() != "INACTIVE" else { return nil }
      func policy(_ link: String, _ type: String) -> ExportCatalog.Policy? {
        let mapped = app.json["id"]?.string.flatMap { catalog.mappings[$0] }
        let id = app.linked(link, "policies") ?? (link == "accessPolicy" ? mapped : nil)
        return id.flatMap { id in catalog.policies.first { $0.id == id && $0.type == type } }
      }
      return policy("accessPolicy", "ACCESS_POLICY").map { found in
        App(
          value: app, policy: found,
          registration: policy("profileEnrollment", "PROFILE_ENROLLMENT"))
      }
    }
  }

  /// Names the apps.
  func name(_ apps: [App]) {
    for app in apps {
      let label = app.value.json["label"]?.string ?? app.value.json["name"]?.string ?? "app"
      _ = names.add(app: app.id, label)
    }
  }

  /// Returns the lines of several apps and of the policies that they share.
  func lines(_ apps: [App]) -> [OrgLine] {
    var policies: [ExportCatalog.Policy] = []
    for app in apps where !policies.contains(where: { $0.id == app.policy.id }) {
      policies.append(app.policy)
    }
    var titles: [String: String] = [:]
    var lines = signOnImport.staySignedIn(policies)
    for policy in policies {
      let name = policy.value.json["name"]?.string ?? policy.id
      let title = names.unused(name, "sign-on-policy")
      titles[policy.id] = title
      lines.append(
        OrgLine(
          "sign-on-policy \(TextLiteral.quoted(title))", policy.value,
          block: signOnImport.rules(of: policy)))
    }
    var registrations: [String: [OrgLine]] = [:]
    for policy in apps.compactMap(\.registration) where registrations[policy.id] == nil {
      registrations[policy.id] = registrationImport.registration(of: policy)
    }
    reportUnused(apps)
    for app in apps {
      let own = app.registration.flatMap { registrations[$0.id] } ?? []
      lines.append(line(app, titles[app.policy.id] ?? "", own))
    }
    let taken = Set(apps.map { "\($0.value.file) \($0.value.path)" })
    for app in catalog.apps where !taken.contains("\(app.file) \(app.path)") {
      if app.json["status"]?.string?.uppercased() == "INACTIVE" {
        app.note("the app is inactive")
      } else {
        ledger.subject = "app \(app.json["label"]?.string ?? app.path)"
        app.warn(
          "the app is left out: its authentication policy isn't in the export", isWhole: true)
      }
    }
    let open = apps.filter { app in
      let id = app.value.json["id"]?.string ?? ""
      return !catalog.knowsAssignments(of: id) || !knowsMembers(of: id)
    }
    for app in open {
      app.value.caution("the export doesn't say who is assigned to the app: everyone is")
    }
    return lines
  }

  private func line(_ app: App, _ policy: String, _ registration: [OrgLine]) -> OrgLine {
    var block: [OrgLine] = []
    let client = app.value.json["credentials"]?["oauthClient"]?["client_id"]?.string
    if let client {
      block.append(OrgLine("client-id \(TextLiteral.quoted(client))", app.value))
    }
    block.append(OrgLine("sign-on-policy \(TextLiteral.quoted(policy))", app.value))
    if let assigned = assigned(app.value) { block.append(assigned) }
    block += registration.map(\.copy)
    return OrgLine(
      "app \(TextLiteral.quoted(names.apps[app.id] ?? app.id))", app.value, block: block)
  }

  /// Returns the line `assigned group "Staff", user "jane@example.com"`; `nil` if everyone is
  /// assigned.
  private func assigned(_ app: Exported) -> OrgLine? {
    let id = app.json["id"]?.string ?? ""
    guard catalog.knowsAssignments(of: id), knowsMembers(of: id) else { return nil }
    let all = catalog.assignments[id] ?? []
    var groups: [String] = []
    var users: [String] = []
    for value in all {
      guard let id = value.json["id"]?.string else { continue }
      value.settle()
      if id.hasPrefix("00g") {
        if names.isEveryone(id) { return nil }
        groups.append(names.group(value, id) ?? id)
      } else if value.json["scope"]?.string?.uppercased() != "GROUP" {
        if let login = names.login(id) {
          users.append(login)
        } else {
          value.note("the user isn't in the export")
        }
      }
    }
    var parts: [String] = []
    if !groups.isEmpty { parts.append("group \(OrgText.list(groups))") }
    if !users.isEmpty { parts.append("user \(OrgText.list(users))") }
    // No user of the export is assigned.
    if parts.isEmpty { parts.append("group \(TextLiteral.quoted("nobody"))") }
    return OrgLine("assigned \(parts.joined(separator: ", "))", app)
  }

  /// Whether the export says who is in each group that is assigned to an app.
  private func knowsMembers(of app: String) -> Bool {
    (catalog.assignments[app] ?? []).allSatisfy { value in
      guard let id = value.json["id"]?.string, id.hasPrefix("00g") else { return true }
      return names.isEveryone(id) || names.knownGroup(id) != nil
    }
  }

  /// Reports the policies for signing up that no app uses.
  private func reportUnused(_ apps: [App]) {
    for policy in whole.policies("PROFILE_ENROLLMENT")
    where !apps.contains(where: { $0.registration?.id == policy.id }) {
      policy.value.note("no app of the export uses this sign-up policy")
      policy.value.settle()
    }
  }
}
