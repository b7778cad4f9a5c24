import FlowDiagnostics
import FlowHost
import FlowScript
package import FlowSyntax

/// The passwords, keys and devices of an org's users, as the settings define them.
package struct OrgPeople {
  private var settings: [String: (name: String, setting: OrgSetting)] = [:]
  private let script: Script
  private let folder: String?

  /// Finds the `user` settings of an org.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - folder: The folder of the scripts that will use the values. Paths of files are then
  ///     relative to this folder. `nil` if no script uses the values.
  package init(_ org: Program.Located<FlowSyntax.Org>, usedIn folder: String? = nil) {
    script = org.script
    self.folder = folder
    for setting in org.node.settings where org.script.text(setting.name) == "user" {
      guard case .text(let login)? = setting.values.first?.first else { continue }
      let name = TextLiteral.read(login, in: org.script.source).plainText
      settings[name.lowercased()] = (name, setting)
    }
  }

  /// Returns the values of a user.
  ///
  /// A user who signs up doesn't have any.
  func values(of login: String?) -> PersonValues {
    guard let found = login.flatMap({ settings[$0.lowercased()] }) else {
      return PersonValues(login: login ?? "")
    }
    return OrgPeople.person(found.name, found.setting, script, folder)
  }

  private static func person(
    _ login: String, _ user: OrgSetting, _ script: Script, _ folder: String?
  ) -> PersonValues {
    var person = PersonValues(login: login)
    for setting in user.block ?? [] {
      guard let atoms = setting.values.first, let first = atoms.first else { continue }
      let text = text(of: first, script, folder)
      switch script.text(setting.name) {
      case "password": person.password = text
      case "google-otp": person.codeKey = text
      case "okta-verify": person.appKey = text
      case "security-question": person.answer = atoms.last.map { self.text(of: $0, script, folder) }
      case "passkey": person.passkeys.append(text)
      case "activation-token": person.activationToken = text
      case "recovery-token": person.recoveryToken = text
      case "temporary-access-code": person.devices["tac"] = text
      case let name: person.devices[name] = text
      }
    }
    return person
  }

  /// Returns a file value as a script in a folder writes it, with a path relative to the folder.
  private static func text(_ path: String, seenFrom folder: String, _ script: Script) -> String {
    let own = script.source.name.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let full = (own.map(String.init) + [path]).joined(separator: "/")
    return "file " + TextLiteral.quoted(FilePath.relative(full, to: folder))
  }

  private static func text(
    of atom: SettingAtom, _ script: Script, _ folder: String?
  ) -> String {
    let text = script.source.text(atom.range)
    guard let folder, case .value(.call(let call)) = atom, call.kind == .file else { return text }
    let literal = TextLiteral.read(call.text, in: script.source)
    let path = literal.plainText
    guard literal.names.isEmpty, !path.hasPrefix("/") else { return text }
    return self.text(path, seenFrom: folder, script)
  }
}
