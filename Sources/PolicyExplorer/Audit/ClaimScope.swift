import OktaSimulator
import FlowSyntax

/// The users that claims are about.
struct ClaimScope {
  private let org: OktaSimulator.Org
  private let script: Script
  private let groups: [String]?

  /// - Parameters:
  ///   - org: The org of the people.
  ///   - script: The claims.
  ///   - groups: The groups of which a user must also be a member; `nil` if that doesn't matter.
  init(_ org: OktaSimulator.Org, in script: Script, groups: [String]? = nil) {
    self.org = org
    self.script = script
    self.groups = groups
  }

  /// Whether a claim is about any user of the org, or about users who sign up.
  func isAboutSomebody(_ claim: Claim) -> Bool {
    org.walkKinds.contains { kind in
      let logins: [String?] = kind.logins.isEmpty ? [nil] : kind.logins
      return logins.contains { speaks(claim, of: $0) }
    }
  }

  /// Whether a claim is about every user of a class.
  func speaks(_ claim: Claim, ofAll kind: WalkKind) -> Bool {
    kind.logins.isEmpty
      ? speaks(claim, of: nil) : kind.logins.allSatisfy { speaks(claim, of: $0) }
  }

  /// An exploration with only the people that a claim is about; `nil` if it is about none of them.
  func scoped(_ exploration: Exploration, _ claim: Claim) -> Exploration? {
    guard exploration.kind.index != nil else {
      return speaks(claim, of: nil) ? exploration : nil
    }
    var scoped = exploration
    scoped.kind.logins.removeAll { !speaks(claim, of: $0) }
    return scoped.kind.logins.isEmpty ? nil : scoped
  }

  /// Whether a claim is about a user; `nil` is a user who signs up.
  private func speaks(_ claim: Claim, of login: String?) -> Bool {
    if let groups, Set(groups).isDisjoint(with: org.groups(of: login)) { return false }
    return claim.lines.allSatisfy { line in
      if case .scope(_, _, let atoms) = line { isMember(login, atoms) } else { true }
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
