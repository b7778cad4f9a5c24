import FlowEngine
import SimulatorKit

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
        policy.app.redirects = redirects(inner, Org.form("app", "redirect"))
      case "logout-redirect":
        policy.app.logoutRedirects = redirects(inner, Org.form("app", "logout-redirect"))
      case "consent":
        policy.app.consent = reader.names(inner, Org.form("app", "consent")).map(\.name)
      case "refresh-grace": readRefreshGrace(inner)
      case "audience":
        let audience = reader.one(inner, Org.form("app", "audience"), \.name)
        policy.app.audience = audience ?? policy.app.audience
      default:
        policy.app.secret = reader.one(inner, Org.form("app", "secret"), \.secret)
      }
    }
  }

  /// Addresses that a browser may be sent to.
  private mutating func redirects(_ setting: Setting, _ form: SettingForm) -> [String] {
    reader.names(setting, form).map { name, term in
      if RedirectAddress(name) == nil {
        reader.report(
          SettingProblem(
            .value, "`\(name)` is an address that no browser can be sent back to",
            at: term.place,
            help: "write an absolute address without a fragment, such as `com.example:/callback`"))
      }
      return name
    }
  }

  private mutating func readRefreshGrace(_ setting: Setting) {
    let form = Org.form("app", "refresh-grace")
    let grace = reader.one(setting, form) { term in
      term.duration.flatMap { $0 <= App.refreshGraceMax ? $0 : nil }
    }
    policy.app.refreshGrace = grace ?? .zero
  }

  /// Reports a value at a setting that has only a block.
  mutating func withoutValue(_ setting: Setting) {
    guard let term = setting.values.first?.first else { return }
    reader.malformed(setting, at: term, Org.form(setting.name))
  }
}
