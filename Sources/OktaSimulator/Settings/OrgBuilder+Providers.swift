import FlowEngine
import SimulatorKit

// Signing in elsewhere, and what links in mails carry.
extension OrgBuilder {
  /// `idp "Google" { signs-in "jane@example.com"; domains example.com }`.
  mutating func readProvider(_ setting: Setting) {
    guard let name = reader.one(setting, Org.form("idp"), \.name) else { return }
    guard !policy.providers.contains(where: { $0.name == name }) else {
      reader.report(
        SettingProblem(
          .duplicate, "there are two identity providers `\(name)`", at: setting.place))
      return
    }
    var provider = IdentityProvider(name: name, kind: IdentityProvider.kind(of: name))
    for inner in reader.known(setting.block ?? [], in: ["idp"]) {
      let form = Org.form("idp", inner.name)
      switch inner.name {
      case "type":
        provider.kind = reader.one(inner, form, \.name)?.uppercased() ?? provider.kind
      case "signs-in":
        provider.login = reader.one(inner, form, \.name)
        if let login = provider.login { logins.append((login, inner.place)) }
      default:
        provider.domains = reader.names(inner, form).map { domain in
          let name = domain.name.lowercased()
          return name.hasPrefix("@") ? String(name.dropFirst()) : name
        }
      }
    }
    policy.providers.append(provider)
  }

  /// Reports who comes back from elsewhere and is nobody here.
  mutating func reportUnknownLogins() {
    for (login, place) in logins where placesOfPeople[login.lowercased()] == nil {
      reader.report(
        SettingProblem(
          .value, "this org has no user `\(login)`", at: place, word: login,
          candidates: people.map(\.login)))
    }
  }

  /// What a link in a mail carries; no two people have the same.
  mutating func readToken(
    _ setting: Setting, _ account: inout Account, _ token: WritableKeyPath<Account, Secret?>
  ) {
    guard let secret = reader.one(setting, Org.form("user", setting.name), \.secret) else {
      return
    }
    guard !people.contains(where: { $0[keyPath: token] == secret }) else {
      reader.report(
        SettingProblem(.duplicate, "two users have this token", at: setting.place))
      return
    }
    account[keyPath: token] = secret
  }
}
