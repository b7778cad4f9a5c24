import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// An org while its settings are read.
///
/// It collects the values, and checks them after all settings were read.
final class OrgDraft {
  let name: String
  let reader = SettingReader(schema: Org.schema)
  var policy = OrgPolicy()
  var people: [Account] = []
  var passkeyNames: Set<String> = []
  /// Whether the settings declare zones.
  var declaresZones = false
  /// The routing rules that stand for the `domains` of identity providers.
  ///
  /// They come after the written rules.
  var domainRoutings: [RoutingRule] = []
  /// The groups and user types that rules name, with their locations.
  private(set) var namedGroups: [OrgOutline.Nobody] = []

  /// The requirements that mix `and` and `or` without parentheses.
  private(set) var mixedRequirements: [OrgOutline.MixedRequirement] = []

  /// Whether the users are read.
  ///
  /// Otherwise another draft has read them.
  private let readsPeople: Bool

  /// The passkeys to make for the users.
  private var passkeys: [OrgBlueprint.PasskeyOrder] = []
  /// The location of each user, by login in lower case.
  private var placesOfPeople: [String: SourceRange] = [:]
  /// The logins of the users that identity providers sign in, with their locations.
  private var logins: [(login: String, place: SourceRange)] = []
  /// The users that rules name, with their locations.
  private(set) var namedUsers: [(login: String, place: SourceRange)] = []
  /// The zones that conditions name.
  private(set) var namedZones: [(name: String, place: SourceRange)] = []
  /// The names of the rules of each policy.
  private var ruleNames: [String: Set<String>] = [:]
  /// The first rule of each policy that has no condition.
  private var catchAlls: [String: SourceRange] = [:]

  /// Begins to read an org.
  ///
  /// - Parameters:
  ///   - name: The name in the `org` declaration.
  ///   - other: A draft of the same org for another app, which has read the users.
  init(name: String, people other: OrgDraft? = nil) {
    self.name = name
    if let other {
      people = other.people
      placesOfPeople = other.placesOfPeople
    }
    readsPeople = other == nil
    policy.authenticators = [OfferedAuthenticator(authenticator: .password, methods: .password)]
  }

  /// Reads the settings of an org.
  func read(_ settings: [Setting]) {
    var draft = self
    let settings = readsPeople ? settings : settings.filter { $0.name != "user" }
    OrgSettings.table.read(settings, into: &draft, reader)
    policy.routings += domainRoutings
    for (login, place) in logins { checkLogin(login, at: place) }
    guard policy.registration == nil else { return }
    // Users who sign up can have any login.
    for (login, place) in namedUsers { checkLogin(login, at: place) }
  }

  /// Keeps the settings, which are used to find locations.
  func complete(_ settings: [Setting]) { policy.settings = OrgSettings.table.covered(settings) }

  /// The org that the settings describe, as the users of a single app see it.
  ///
  /// Call it only if the settings have no problems.
  var blueprint: OrgBlueprint {
    OrgBlueprint(name: name, policy: policy, people: people, passkeys: passkeys)
  }

  /// The problems, in the order of the text.
  var problems: [SettingProblem] { reader.problems.sorted { $0.place.start < $1.place.start } }

  private func checkLogin(_ login: String, at place: SourceRange) {
    guard placesOfPeople[login.lowercased()] == nil else { return }
    reader.report(
      SettingProblem(
        .value, "this org has no user `\(login)`", at: place, word: login,
        candidates: people.map(\.login)))
  }

  // MARK: Deferred checks

  /// Records the login and the location of a user.
  ///
  /// Returns `false` and reports a problem if another user has the same login.
  func declare(user login: String, at place: SourceRange) -> Bool {
    guard let other = placesOfPeople.updateValue(place, forKey: login.lowercased()) else {
      return true
    }
    reader.report(
      SettingProblem(.duplicate, "there are two users `\(login)`", at: place, other: other))
    return false
  }

  /// Records the login of a user that an identity provider signs in.
  func note(login: String, at place: SourceRange) { logins.append((login, place)) }

  /// Records the login of a user that a rule names.
  func note(user login: String, at place: SourceRange) { namedUsers.append((login, place)) }

  /// Records a zone that a rule names.
  func note(zone name: String, at place: SourceRange) { namedZones.append((name, place)) }

  /// Records a requirement that mixes `and` and `or` without parentheses.
  func note(mixed line: SettingLine) {
    mixedRequirements.append(
      OrgOutline.MixedRequirement(place: line.place, reading: RequirementReading(line).text))
  }

  /// Records a group or a user type that a rule names.
  func note(_ nobody: OrgOutline.Nobody) { namedGroups.append(nobody) }

  /// The number of passkeys of the user whose settings are being read.
  var passkeysOfNextUser: Int {
    // A user's passkeys are the last ones while its settings are read.
    passkeys.reversed().prefix { $0.person == people.count }.count
  }

  /// Records a passkey of the user whose settings are being read.
  func order(passkey name: String, _ traits: Traits, at place: SourceRange) {
    passkeys.append(
      OrgBlueprint.PasskeyOrder(person: people.count, name: name, traits: traits, place: place))
  }

  // MARK: Common checks

  /// Reports a problem if the org doesn't have the authenticator that a setting needs.
  func needs(_ authenticator: Authenticator, _ line: SettingLine) {
    guard policy.methods(of: authenticator).isEmpty else { return }
    reader.report(
      SettingProblem(
        .value, "this org has no authenticator `\(authenticator.rawValue)`", at: line.place,
        help: "add it to `authenticators`"))
  }

  /// Returns the name of a rule; `nil` if it doesn't have one.
  ///
  /// Reports a problem if another rule has the same name.
  func ruleName(_ line: SettingLine) -> String? {
    guard !line.values.isEmpty else { return nil }
    let name = line.one { $0.name }
    if let name, !ruleNames[line.name, default: []].insert(name).inserted {
      reader.report(
        SettingProblem(
          .duplicate, "there are two \(line.name) rules `\(name)`", at: line.place))
    }
    return name
  }

  /// Reports a rule that is never reached because an earlier rule has no conditions.
  func noteReach(_ line: SettingLine) {
    if let other = catchAlls[line.name] {
      reader.report(
        SettingProblem(
          .value, "this rule is never reached: the one before it applies to every user",
          at: line.place, help: "put the rule without `when` last", other: other))
    } else if !line.block.contains(where: { $0.name == "when" }) {
      catchAlls[line.name] = line.place
    }
  }
}
