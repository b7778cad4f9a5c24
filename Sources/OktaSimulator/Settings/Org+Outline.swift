public import FlowEngine
import SimulatorKit

extension Org {
  /// What an org has, as far as flows name it.
  public struct Outline: Sendable, Hashable {
    /// The names to sign in with.
    public var users: [String]
    /// Those of them in whose browser a session is open.
    public var usersWithSession: [String]
    /// Every word for an authenticator that the org doesn't have, normalized.
    public var lackingAuthenticators: [String]
    /// The names of the sign-on rules, that of a rule without one included.
    public var rules: [String]
    /// The names of the rules of the global session policy, likewise.
    public var sessionRules: [String]
    /// The zones that it knows; empty where any is taken.
    public var zones: [String]
    /// Whether somebody unknown may be sent to an identity provider by what they typed.
    public var routesByDomain: Bool
    /// Whether people can sign up.
    public var allowsRegistration: Bool
    /// Whether people can have their password recovered.
    public var allowsRecovery: Bool
    /// Whether people can unlock their account.
    public var allowsUnlock: Bool
    /// The groups that somebody is in.
    public var groups: [String]
    /// The types that somebody is of.
    public var types: [String]
    /// The groups and types that rules name, and nobody is of.
    public var nobodies: [Nobody]
  }

  /// A group or a type that a rule names, and that nobody of the org is in.
  public struct Nobody: Sendable, Hashable {
    /// `group` or `type`.
    public var kind: String
    /// What the rule names.
    public var name: String
    /// Where.
    public var place: SettingPlace
  }

  /// Reads the settings of an org, for a checker and for the runs after it.
  ///
  /// - Parameters:
  ///   - name: The name after `org`.
  ///   - settings: The settings in its braces.
  /// - Returns: What is wrong with them, by place; what flows can name of the org, unless the
  ///   settings are wrong; and the org, if nothing is wrong.
  public static func inspect(
    name: String, settings: [Setting]
  ) -> (problems: [SettingProblem], outline: Outline?, blueprint: OrgBlueprint?) {
    let draft = OrgDraft(name: name)
    draft.read(settings)
    let problems = draft.problems
    let isSound = problems.allSatisfy { isOfUser($0, in: settings) }
    return (
      problems, isSound ? outline(draft) : nil,
      problems.isEmpty ? draft.blueprint(of: settings) : nil
    )
  }

  private static func outline(_ draft: OrgDraft) -> Outline {
    let policy = draft.policy
    let lacking = Authenticator.allCases.filter { policy.methods(of: $0).isEmpty }
    let everybody = draft.people + (policy.registration.map { [$0.newcomer] } ?? [])
    let groups = distinct(everybody.flatMap { $0.groups })
    let types = distinct(everybody.compactMap { $0.userType })
    // Closures: a key path to a part of an account is made anew at each use.
    return Outline(
      users: draft.people.map { $0.login },
      usersWithSession: draft.people.filter { $0.session != nil }.map { $0.login },
      lackingAuthenticators: lacking.flatMap { $0.words + [$0.key] },
      rules: names(policy.rules.map(\.name)),
      sessionRules: names(policy.sessionRules.map(\.name)),
      zones: policy.zones.map(\.name),
      routesByDomain: policy.providers.contains { !$0.domains.isEmpty },
      allowsRegistration: policy.isOpenToNewcomers,
      allowsRecovery: policy.offersRecovery
        || draft.people.contains { $0.recoveryToken != nil },
      allowsUnlock: policy.recoveries.contains { !$0.unlock.isEmpty },
      groups: groups, types: types,
      nobodies: draft.namedGroups.filter { nobody in
        !(nobody.kind == "group" ? groups : types).contains(nobody.name)
      })
  }

  /// Whether a problem is a setting of a user that there isn't: it changes nothing of what is read.
  private static func isOfUser(_ problem: SettingProblem, in settings: [Setting]) -> Bool {
    guard problem.kind == .unknown,
      let setting = settings.last(where: { $0.place.start <= problem.place.start })
    else { return false }
    return setting.name == "user" && setting.place != problem.place
  }

  private static func names(_ names: [String?]) -> [String] {
    distinct(names.compactMap { $0 } + [OrgPolicy.defaultRule])
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
