import FlowHost
import OktaSimulator
import FlowSyntax

/// Determines which users claims apply to.
struct ClaimScope {
  private let org: OktaSimulator.Org
  private let script: Script
  private let groups: [String]?

  /// Prepares to determine the users of claims.
  ///
  /// - Parameters:
  ///   - org: The org of the users.
  ///   - script: The script with the claims.
  ///   - groups: The groups of which users must also be members; `nil` for all users.
  init(_ org: OktaSimulator.Org, in script: Script, groups: [String]? = nil) {
    self.org = org
    self.script = script
    self.groups = groups
  }

  /// The word of a claim that is about apps: `for app in "payroll"`.
  static let app = "app"

  /// The claims of a script that are about apps, each with the names of the apps.
  static func apps(in found: OrgSource.Found) -> [(claim: Claim, names: [String])] {
    guard let script = found.program.scripts.first else { return [] }
    let scope = ClaimScope(found.org, in: script)
    return script.claims.compactMap { claim in
      for case .scope(_, let name, let atoms) in claim.lines where script.text(name) == app {
        return (claim, atoms.compactMap(scope.name))
      }
      return nil
    }
  }

  /// Whether a claim applies to the app whose users see the org.
  func isAboutApp(_ claim: Claim) -> Bool {
    claim.lines.allSatisfy { line in
      guard case .scope(_, let name, let atoms) = line, script.text(name) == ClaimScope.app else {
        return true
      }
      return org.appName.map(atoms.compactMap(self.name).contains) ?? false
    }
  }

  /// Whether a claim names the apps that it is about.
  func namesApps(_ claim: Claim) -> Bool {
    claim.lines.contains { line in
      if case .scope(_, let name, _) = line { script.text(name) == ClaimScope.app } else { false }
    }
  }

  /// Whether a claim applies to any user of the org or to users who sign up.
  func isAboutSomebody(_ claim: Claim) -> Bool {
    org.userLogins.contains { speaks(claim, of: $0) }
      || org.isOpenToNewcomers && speaks(claim, of: nil)
  }

  /// Whether a claim applies to every user of a class.
  func speaks(_ claim: Claim, ofAll kind: WalkKind) -> Bool {
    kind.logins.isEmpty
      ? speaks(claim, of: nil) : kind.logins.allSatisfy { speaks(claim, of: $0) }
  }

  /// Returns explorations with only the users that a claim applies to.
  ///
  /// Explorations of the same class should be adjacent.
  func scoped(_ explorations: [Exploration], _ claim: Claim) -> [Exploration] {
    guard groups != nil || claim.lines.contains(where: isAboutUsers) else { return explorations }
    var last: (kind: WalkKind, logins: UserLogins?)?
    return explorations.compactMap { exploration in
      let kind = exploration.kind
      if last?.kind != kind {
        let logins = kind.logins.filter { speaks(claim, of: $0) }
        let isMeant = kind.index == nil ? speaks(claim, of: nil) : !logins.isEmpty
        last = (kind, isMeant ? logins : nil)
      }
      guard let logins = last?.logins else { return nil }
      var scoped = exploration
      scoped.kind.logins = logins
      return scoped
    }
  }

  /// Whether a line of a claim names the users that the claim is about.
  private func isAboutUsers(_ line: Claim.Line) -> Bool {
    if case .scope(_, let name, _) = line { script.text(name) != ClaimScope.app } else { false }
  }

  /// Whether a claim applies to a user.
  ///
  /// `nil` stands for a user who signs up.
  private func speaks(_ claim: Claim, of login: String?) -> Bool {
    if let groups, Set(groups).isDisjoint(with: org.groups(of: login)) { return false }
    return claim.lines.allSatisfy { line in
      guard case .scope(_, let name, let atoms) = line, script.text(name) != ClaimScope.app else {
        return true
      }
      return isMember(login, atoms)
    }
  }

  /// Whether a user matches `group staff, admins`, `user "…"` or `type "…"`.
  private func isMember(_ login: String?, _ atoms: [SettingAtom]) -> Bool {
    guard case .word(let first)? = atoms.first else { return false }
    let names = atoms.dropFirst().compactMap(name)
    switch script.text(first) {
    case "group": return !Set(names).isDisjoint(with: org.groups(of: login))
    case "type": return org.userType(of: login).map(names.contains) ?? false
    case "user":
      return login.map { login in names.contains { $0.lowercased() == login.lowercased() } }
        ?? false
    default: return false
    }
  }

  private func name(_ atom: SettingAtom) -> String? {
    switch atom {
    case .word(let name): script.text(name)
    case .text(let text): TextLiteral.read(text, in: script.source).plainText
    case .number, .duration, .value, .mark: nil
    }
  }
}
