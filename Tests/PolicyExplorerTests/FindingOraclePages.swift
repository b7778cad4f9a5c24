import Testing

/// The examples of the findings' pages, as orgs, with the findings of each.
enum FindingOraclePages {
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var org: @Sendable () -> GridOrg
    var finding: String
    /// Whether the page says that it isn't a finding.
    var isSound = false

    var testDescription: String { name }
  }

  private static let admins = GridOrg.Condition(subject: .groups(["a"]))
  private static let notAdmins = GridOrg.Condition(subject: .groups(["a"]), isNegated: true)
  private static let everyone = GridOrg.Condition(subject: .groups(["b"]))
  private static let office = GridOrg.Condition(subject: .zones(["office"]))
  private static let risky = GridOrg.Condition(subject: .risks([.high]))

  /// An org with one user who is in both groups and has a password, a mailbox, and the given
  /// things.
  private static func made(
    _ rules: [(conditions: [GridOrg.Condition], ask: GridOrg.Ask)], has: GridOrg.Factors = [],
    groups: Set<String> = ["a", "b"], enrollment: GridOrg.Enrollment = .never
  ) -> GridOrg {
    var org = GridOrg(authenticators: [.password, .email, .phone, .codes, .key])
    org.zones = [.init(name: "office", ranges: [.init(base: 0x0A00_0000, length: 8)])]
    org.signOn = rules.map { GridOrg.Rule(conditions: $0.conditions, ask: $0.ask) }
    org.enrollment = enrollment
    org.people = [
      .init(login: "u1@acme.example", groups: groups, held: [.password, .email, has])
    ]
    return org
  }

  static let all =
    examples + [
      // Cases in which tool and pages disagreed.
      Example(
        name: "a high risk that nothing distinguishes from an unknown one",
        org: {
          let medium = GridOrg.Condition(subject: .risks([.medium]))
          return made([([medium], .passwordAndPhone), ([], .password)], has: .phone)
        },
        finding: "risk-inversion"),
      Example(
        name: "a registered device that nothing distinguishes from an unknown one",
        org: {
          let unregistered = GridOrg.Condition(subject: .devices([.unregistered]))
          return made([([unregistered], .password), ([], .passwordAndPhone)], has: .phone)
        },
        finding: "risk-inversion"),
      Example(
        name: "a place from which the session policy denies access to some",
        org: {
          var org = made([([office], .passwordAndPhone), ([], .password)], has: .phone)
          org.session = [GridOrg.Rule(conditions: [noOne, office], ask: .deny)]
          return org
        },
        finding: "risk-inversion", isSound: true),
      Example(
        name: "a password that the session policy also requires",
        org: {
          var org = made([([admins], .anyOne), ([], .emailOrPhone)])
          org.people.append(.init(login: "u2@acme.example", held: [.password, .email]))
          org.session = [GridOrg.Rule(ask: .password)]
          return org
        },
        finding: "group-gets-less"),
      Example(
        name: "a denial after a zone that is a part of its zone",
        org: {
          var org = made([
            ([GridOrg.Condition(subject: .zones(["desk"]))], .password), ([office], .deny),
            ([], .password),
          ])
          org.zones.append(.init(name: "desk", ranges: [.init(base: 0x0A09_0000, length: 16)]))
          return org
        },
        finding: "deny-bypassed", isSound: true),
      Example(
        name: "a member of the second of two groups",
        org: {
          let both = GridOrg.Condition(subject: .groups(["a", "b"]))
          return made([([admins, office], .anyTwo), ([both], .passwordAndEmail)], has: .phone)
        },
        finding: "privilege-inversion"),
      Example(
        name: "strangers in a group that is not denied access",
        org: {
          var org = made([([notEveryone, registered], .deny), ([], .password)])
          org.registration = ["b"]
          return org
        },
        finding: "open-registration"),
    ]

  private static let noOne = GridOrg.Condition(
    subject: .groups(["a", "b"]), isNegated: true)
  private static let notEveryone = GridOrg.Condition(subject: .groups(["b"]), isNegated: true)
  private static let registered = GridOrg.Condition(subject: .devices([.registered]))

  private static let examples = [
    Example(
      name: "no key, and none can be enrolled", org: { made([([], .key)]) }, finding: "no-way-in"),
    Example(
      name: "access is denied", org: { made([([], .deny)]) },
      finding: "no-way-in", isSound: true),
    Example(
      name: "admins after everyone",
      org: { made([([everyone], .password), ([admins], .password)]) },
      finding: "rule-never-decides"),
    Example(
      name: "a part after the whole",
      org: { made([([admins], .password), ([admins, office], .password)]) },
      finding: "policy-rule-shadowed"),
    Example(
      name: "a denial after a group", org: { made([([everyone], .password), ([risky], .deny)]) },
      finding: "deny-bypassed"),
    Example(
      name: "a denial after an exception",
      org: { made([([everyone, office], .password), ([everyone], .deny)]) },
      finding: "deny-bypassed", isSound: true),
    Example(
      name: "a broader rule first",
      org: {
        made([([everyone], .passwordAndPhone), ([admins], .passwordAndKey)], has: [.phone, .key])
      },
      finding: "privilege-inversion"),
    Example(
      name: "an admin who is excluded",
      org: {
        made(
          [([everyone, notAdmins], .passwordAndKey), ([], .passwordAndPhone)],
          has: [.phone, .key])
      },
      finding: "privilege-inversion"),
    Example(
      name: "the rule for the group first",
      org: { made([([admins], .passwordAndKey), ([], .passwordAndPhone)], has: [.phone, .key]) },
      finding: "privilege-inversion", isSound: true),
    Example(
      name: "a password for a group",
      org: {
        var org = made([([admins], .password), ([], .passwordAndPhone)], has: .phone)
        org.people.append(.init(login: "u2@acme.example", held: [.password, .email]))
        return org
      },
      finding: "group-gets-less"),
    Example(
      name: "more for a group",
      org: { made([([admins], .passwordAndPhone), ([], .password)], has: .phone) },
      finding: "group-gets-less", isSound: true),
    Example(
      name: "less outside",
      org: { made([([office], .passwordAndPhone), ([], .password)], has: .phone) },
      finding: "risk-inversion"),
    Example(
      name: "more outside",
      org: { made([([office], .password), ([], .passwordAndPhone)], has: .phone) },
      finding: "risk-inversion", isSound: true),
    Example(
      name: "any two", org: { made([([], .anyTwo)], has: .phone) }, finding: "same-kind"),
    Example(
      name: "two kinds", org: { made([([], .passwordAndPossession)], has: .phone) },
      finding: "same-kind", isSound: true),
    Example(
      name: "strangers in a group",
      org: {
        var org = made([([admins], .passwordAndPhone)], has: .phone)
        org.registration = ["a"]
        return org
      },
      finding: "open-registration"),
    Example(
      name: "strangers in another group",
      org: {
        var org = made([([admins], .passwordAndPhone)], has: .phone)
        org.registration = ["b"]
        return org
      },
      finding: "open-registration", isSound: true),
    Example(
      name: "a phone enrolled during the sign-in",
      org: { made([([], .passwordAndPhone)], enrollment: .anywhere) },
      finding: "weaker-route"),
    Example(
      name: "a password reset by the rule's factor",
      org: {
        var org = made([([], .passwordAndEmail)])
        org.recovery = GridOrg.Recovery(method: .email)
        return org
      },
      finding: "weaker-route"),
    Example(
      name: "a phone that the user has", org: { made([([], .passwordAndPhone)], has: .phone) },
      finding: "weaker-route", isSound: true),
  ]
}
