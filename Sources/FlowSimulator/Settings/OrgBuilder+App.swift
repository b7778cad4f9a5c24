import FlowEngine

// Codes, and the client.
extension OrgBuilder {
  mutating func readCodes(_ setting: Setting) {
    withoutValue(setting)
    for inner in reader.known(setting.block ?? [], in: ["codes"]) {
      if inner.name == "expire" {
        policy.codes.life = reader.duration(inner) ?? policy.codes.life
      } else {
        policy.codes.attempts = reader.whole(inner, in: 1...100) ?? policy.codes.attempts
      }
    }
  }

  mutating func readApp(_ setting: Setting) {
    if !setting.values.isEmpty {
      policy.app.label = reader.one(setting, Org.form("app"), \.name) ?? policy.app.label
    }
    for inner in reader.known(setting.block ?? [], in: ["app"]) {
      switch inner.name {
      case "client-id":
        policy.app.clientID = reader.one(inner, Org.form("app", "client-id"), \.name)
      case "redirect":
        policy.app.redirects = reader.names(inner, Org.form("app", "redirect")).map(\.name)
      case "logout-redirect":
        let form = Org.form("app", "logout-redirect")
        policy.app.logoutRedirects = reader.names(inner, form).map(\.name)
      case "consent":
        policy.app.consent = reader.names(inner, Org.form("app", "consent")).map(\.name)
      default:
        policy.app.secret = reader.one(inner, Org.form("app", "secret"), \.secret)
      }
    }
  }

  /// Reports a value at a setting that has only a block.
  mutating func withoutValue(_ setting: Setting) {
    guard let term = setting.values.first?.first else { return }
    reader.malformed(setting, at: term, Org.form(setting.name))
  }
}
