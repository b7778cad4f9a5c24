import FlowDiagnostics
import FlowSyntax

/// What the people of an org know and have, as its own settings say it.
struct OrgPeople {
  private var values: [String: PersonValues] = [:]

  /// Reads the `user` settings of an org.
  init(_ org: Program.Located<FlowSyntax.Org>) {
    for setting in org.node.settings where org.script.text(setting.name) == "user" {
      guard case .text(let login)? = setting.values.first?.first else { continue }
      let name = TextLiteral.read(login, in: org.script.source).plainText
      values[name.lowercased()] = OrgPeople.person(name, setting, org.script)
    }
  }

  /// What somebody knows and has; nothing of whoever signs up.
  func values(of login: String?) -> PersonValues {
    login.flatMap { values[$0.lowercased()] } ?? PersonValues(login: login ?? "")
  }

  private static func person(
    _ login: String, _ user: OrgSetting, _ script: Script
  ) -> PersonValues {
    var person = PersonValues(login: login)
    for setting in user.block ?? [] {
      guard let atoms = setting.values.first, let first = atoms.first else { continue }
      let text = script.source.text(first.range)
      switch script.text(setting.name) {
      case "password": person.password = text
      case "google-otp": person.codeKey = text
      case "okta-verify": person.appKey = text
      case "security-question": person.answer = atoms.last.map { script.source.text($0.range) }
      case "passkey": person.passkeys.append(text)
      case "activation-token": person.activationToken = text
      case "recovery-token": person.recoveryToken = text
      case let name: person.devices[name] = text
      }
    }
    return person
  }
}
