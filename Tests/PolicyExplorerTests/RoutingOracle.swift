import TestSupport

/// A small random org with identity providers and routing rules, and its own judgment of who gets
/// in by what.
///
/// It shares no code with the org: which logins fit a pattern is written in a table.
struct RoutingOracle {
  struct Provider {
    var name: String
    /// The users that it signs in.
    var users: Set<String>
    var isOffered: Bool
  }

  struct Rule {
    var patterns: [String] = []
    /// Whether the sign-in has to be from the office; `nil` for anywhere.
    var isInside: Bool?
    var platform: String?
    /// The names of the providers; empty for the org.
    var targets: [String] = []
  }

  /// Circumstances of a sign-in.
  struct World: Hashable {
    var isInside: Bool
    var platform: String
  }

  static let names = ["P", "Q", "R"]
  static let users = ["ann@partner.com", "bob@acme.com", "adm-cy@acme.com", "dee@x.partner.com"]
  private static let staff: Set = ["bob@acme.com", "adm-cy@acme.com"]

  /// The users that fit each pattern.
  private static let fitting: [String: Set<String>] = [
    "*@partner.com": ["ann@partner.com"],
    "*partner.com": ["ann@partner.com", "dee@x.partner.com"],
    "adm-*": ["adm-cy@acme.com"],
    "*@A*": ["bob@acme.com", "adm-cy@acme.com"],
    "BOB@acme.com": ["bob@acme.com"],
    "bob": [],
  ]

  static let worlds = [true, false].flatMap { isInside in
    ["", "ios", "windows", "linux"].map { World(isInside: isInside, platform: $0) }
  }

  private(set) var providers: [Provider] = []
  private(set) var rules: [Rule] = []
  private var passwords: Set<String> = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func coin(_ most: Int = 2) -> Bool { Int.random(in: 0..<most, using: &random) == 0 }
    for name in Self.names {
      let users: Set<String> =
        coin(3)
        ? Set(Self.users) : coin() ? Self.staff : Set(Self.users.filter { _ in coin() })
      providers.append(Provider(name: name, users: users, isOffered: coin(3)))
    }
    for user in Self.users where !coin(4) { passwords.insert(user) }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      var rule = Rule()
      let all = Self.fitting.keys.sorted()
      if !coin(4) { rule.patterns = all.filter { _ in coin(3) } }
      if coin(3) { rule.isInside = coin() }
      if coin(3) { rule.platform = coin() ? "ios" : "windows" }
      if rule.patterns.isEmpty, rule.isInside == nil, rule.platform == nil { rule.isInside = true }
      rule.targets = Self.names.filter { _ in coin() }
      rules.append(rule)
    }
  }

  // MARK: As settings

  var text: String { text(hidesAccounts: false) }

  /// Returns the settings.
  ///
  /// - Parameter hidesAccounts: Whether it is unknown at which providers a user has an account.
  /// - Returns: The settings.
  func text(hidesAccounts: Bool) -> String {
    var lines = ["authenticators password", "zone \"office\" { ip \"10.0.0.0/8\" }"]
    for user in Self.users {
      let password = passwords.contains(user) ? "password \"Correct-Horse-1\"; " : ""
      let groups = Self.staff.contains(user) ? "groups staff" : ""
      lines.append("user \"\(user)\" { \(password)\(groups) }")
    }
    for provider in providers {
      let users = provider.users.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      let who =
        hidesAccounts
        ? "signs-in unknown \"account at \(provider.name)\""
        : provider.users == Set(Self.users)
          ? "signs-in everyone"
          : provider.users == Self.staff
            ? "signs-in group staff" : users.isEmpty ? "" : "signs-in \(users)"
      lines.append(
        "idp \"\(provider.name)\" { \(who); \(provider.isOffered ? "" : "offered off") }")
    }
    for rule in rules {
      var clauses: [String] = []
      if !rule.patterns.isEmpty {
        clauses.append("login " + rule.patterns.map { "\"\($0)\"" }.joined(separator: ", "))
      }
      if let isInside = rule.isInside { clauses.append("\(isInside ? "" : "not ")zone \"office\"") }
      if let platform = rule.platform { clauses.append("platform \(platform)") }
      let names = rule.targets.map { "\"\($0)\"" }.joined(separator: ", ")
      lines.append(
        "routing { when \(clauses.joined(separator: " and ")); to "
          + (names.isEmpty ? "org }" : "idp \(names) }"))
    }
    return (lines + ["sign-on { require password }"]).joined(separator: "\n")
  }

  // MARK: The judgment

  /// Returns the ways by which a user gets in: `password`, and the names of identity providers.
  ///
  /// - Parameters:
  ///   - user: The login.
  ///   - world: The circumstances.
  ///   - accounts: The providers at which the user has an account; `nil` for those of the org.
  /// - Returns: The ways.
  func ways(
    of user: String, in world: World, accounts: Set<String>? = nil
  ) -> Set<String> {
    var targets: [String] = []
    for rule in rules {
      let fits = rule.patterns.contains { Self.fitting[$0]?.contains(user) == true }
      guard rule.patterns.isEmpty || fits, rule.isInside.map({ $0 == world.isInside }) ?? true,
        rule.platform.map({ $0 == world.platform }) ?? true
      else { continue }
      targets = rule.targets
      break
    }
    var ways: Set<String> = []
    if targets.isEmpty, passwords.contains(user) { ways.insert("password") }
    for provider in providers
    where accounts?.contains(provider.name) ?? provider.users.contains(user)
      && (provider.isOffered || targets.contains(provider.name))
    {
      ways.insert(provider.name)
    }
    return ways
  }
}
