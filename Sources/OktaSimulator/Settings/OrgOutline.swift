public import FlowDiagnostics
public import FlowEngine
import SimulatorKit

/// The names in an org's settings that flows can use.
public struct OrgOutline: Sendable, Hashable {
  /// The logins of the users.
  public var users: [String]
  /// The logins of users who have an open session in their browser.
  public var usersWithSession: [String]
  /// Every normalized word for an authenticator that the org doesn't have.
  public var lackingAuthenticators: [String]
  /// The names of the apps; empty if the org has a single app without a name.
  public var apps: [String]
  /// The names of the sign-on rules, including `default`.
  public var rules: [String]
  /// The names of the rules in the global session policy, including `default`.
  public var sessionRules: [String]
  /// The names of the zones; empty if flows can name any zone.
  public var zones: [String]
  /// Whether the domain that an unknown user enters can lead to an identity provider.
  public var routesByDomain: Bool
  /// Whether users can sign up.
  public var allowsRegistration: Bool
  /// Whether users can recover a password.
  public var allowsRecovery: Bool
  /// Whether users can unlock an account.
  public var allowsUnlock: Bool
  /// The groups that have a user.
  public var groups: [String]
  /// The types that users have.
  public var types: [String]
  /// The groups and types that rules name although no user has them.
  public var nobodies: [Nobody]
  /// The requirements that mix `and` and `or` without parentheses.
  public var mixedRequirements: [MixedRequirement]

  /// A requirement that mixes `and` and `or` without parentheses.
  public struct MixedRequirement: Sendable, Hashable {
    /// The location of the requirement.
    public var place: SourceRange
    /// The requirement with the parentheses with which it is read.
    public var reading: String
  }

  /// A group or a user type that a rule names although no user of the org has it.
  public struct Nobody: Sendable, Hashable {
    /// `group` or `type`.
    public var kind: String
    /// The name of the group or type.
    public var name: String
    /// The location of the name in the rule.
    public var place: SourceRange
  }

  /// Reads the settings of an org, for the checker and for later runs.
  ///
  /// - Parameters:
  ///   - name: The name in the `org` declaration.
  ///   - settings: The settings of the org.
  /// - Returns: The problems in the order of the text; the names for flows, or `nil` if the
  ///   settings have errors; and the org, or `nil` if there are any problems.
  public static func inspect(
    name: String, settings: [Setting]
  ) -> (problems: [SettingProblem], outline: OrgOutline?, blueprint: OrgBlueprint?) {
    let reading = OrgReading(name: name, settings)
    let problems = reading.problems
    let isSound = problems.allSatisfy { isOfUser($0, in: settings) }
    return (
      problems, isSound ? OrgOutline(reading) : nil,
      problems.isEmpty ? reading.blueprint : nil
    )
  }

  /// Whether a problem is an unknown setting of a user, which doesn't affect other settings.
  private static func isOfUser(_ problem: SettingProblem, in settings: [Setting]) -> Bool {
    guard problem.kind == .unknown,
      let setting = settings.last(where: { $0.place.start <= problem.place.start })
    else { return false }
    return setting.name == "user" && setting.place != problem.place
  }

  private static func names(_ names: [String?]) -> [String] {
    distinct(names.compactMap { $0 } + [OrgPolicy.defaultRule])
  }

  private static func distinct<Name: Hashable>(_ names: [Name]) -> [Name] {
    var seen: Set<Name> = []
    return names.filter { seen.insert($0).inserted }
  }
}

extension OrgOutline {
  /// Collects the names in an org's settings that flows can use.
  ///
  /// A name that one of several apps has can be used.
  fileprivate init(_ reading: OrgReading) {
    let draft = reading.main
    let policy = draft.policy
    let policies = reading.apps.map(\.draft.policy)
    let lacking = Authenticator.allCases.filter { policy.methods(of: $0).isEmpty }
    let users = draft.people + policies.compactMap { $0.registration?.newcomer }
    let groups = OrgOutline.distinct(users.flatMap { $0.groups })
    let types = OrgOutline.distinct(users.compactMap { $0.userType })
    // Uses closures because a key path to a member of an account would be created at each use.
    self.init(
      users: draft.people.map { $0.login },
      usersWithSession: draft.people.filter { $0.session != nil }.map { $0.login },
      lackingAuthenticators: lacking.flatMap { $0.words + [$0.key] },
      apps: reading.apps.compactMap(\.name),
      rules: OrgOutline.names(policies.flatMap { $0.rules.map(\.name) }),
      sessionRules: OrgOutline.names(policy.sessionRules.map(\.name)),
      zones: OrgOutline.distinct(policies.flatMap { $0.zones.map(\.name) }),
      routesByDomain: policies.contains { $0.routings.contains { !$0.providers.isEmpty } },
      allowsRegistration: policies.contains(where: \.isOpenToNewcomers),
      allowsRecovery: policy.offersRecovery
        || draft.people.contains { $0.recoveryToken != nil },
      allowsUnlock: policy.recoveries.contains { !$0.unlock.isEmpty },
      groups: groups, types: types,
      nobodies: OrgOutline.distinct(reading.apps.flatMap(\.draft.namedGroups)).filter { nobody in
        !(nobody.kind == "group" ? groups : types).contains(nobody.name)
      }, mixedRequirements: OrgOutline.distinct(reading.apps.flatMap(\.draft.mixedRequirements)))
  }
}
