import FlowEngine
import SimulatorKit

/// Reads an identity provider: `idp "Google" { signs-in "jane@example.com"; domains example.com }`.
struct IdentityProviderBlock {
  private let draft: OrgDraft
  private var provider: IdentityProvider
  private var domains: [String] = []

  static let table = SettingTable<IdentityProviderBlock>(
    of: "idp",
    entries: [
      SettingEntry(
        "signs-in",
        "`signs-in \"jane@example.com\"`, `signs-in everyone` or `signs-in [not] group staff`",
        "The users that the provider signs in: logins, or conditions as in `sign-on` (`group`, "
          + "`user`, `type`, `attribute` and `unknown`). Each further line adds users.",
        usual: "users return without signing in", example: "signs-in everyone",
        notAs: ["user", "login"], repeats: true,
        .custom { block, line in block.readUsers(line) }),
      SettingEntry(
        "type", "`type SAML2`", "Its type in responses.",
        usual: "by its name, or else `OIDC`", notAs: ["kind", "protocol"],
        .name { $0.provider.kind = $1.uppercased() }),
      SettingEntry(
        "new-users", "`new-users on`",
        "Whether it creates a user for everyone who signs in there for the first time. They aren't "
          + "simulated, but `flow diff` reports a provider that begins to create users.",
        usual: "`off`", notAs: ["creates-users", "provisioning", "jit"],
        .flag { $0.provider.createsUsers = $1 }),
      SettingEntry(
        "offered", "`offered off`",
        "Whether the first page offers it to every user. Otherwise only `routing` leads there.",
        usual: "`on`, unless it has `domains`", notAs: ["button", "shown", "hidden"],
        .flag { $0.provider.isOffered = $1 }),
      SettingEntry(
        "domains", "`domains \"example.com\"`",
        "The domains of logins that are sent there, unless a `routing` rule decides. The first "
          + "page then doesn't offer it.",
        usual: "it is offered to every user", notAs: ["domain"],
        .names { block, names in
          block.domains = names.map { name in
            name.hasPrefix("@") ? String(name.dropFirst()) : name
          }
        }),
    ])

  /// Reads an identity provider, and adds it to the org.
  static func read(_ line: SettingLine, of draft: OrgDraft) {
    guard let name = line.one({ $0.name }) else { return }
    guard !draft.policy.providers.contains(where: { $0.name == name }) else {
      line.report(
        SettingProblem(
          .duplicate, "there are two identity providers `\(name)`", at: line.place))
      return
    }
    var block = IdentityProviderBlock(
      draft: draft, provider: IdentityProvider(name: name, kind: IdentityProvider.kind(of: name)))
    table.read(line.block, into: &block, line.reader)
    let patterns = block.domains.compactMap { LoginPattern("*@\($0)") }
    if !patterns.isEmpty {
      block.provider.isOffered = false
      draft.domainRoutings.append(
        RoutingRule(
          conditions: [Condition(subject: .logins(patterns))],
          providers: [draft.policy.providers.count], isOfDomains: true))
    }
    draft.policy.providers.append(block.provider)
  }

  /// The words that begin a condition about users.
  private static let subjects = ["group", "user", "type", "attribute"]

  /// Reads `signs-in`: logins, `everyone`, or conditions.
  private mutating func readUsers(_ line: SettingLine) {
    let first = line.values.first?.first
    let word = first?.word ?? ""
    if word == "everyone" {
      provider.users.append([])
      if line.values.count > 1 || line.values[0].count > 1 { line.malformed(at: first) }
    } else if word == "not" || ConditionReader.isSubject(word) {
      provider.users.append(
        ConditionReader(line, of: draft).conditions(of: "signs-in", only: Self.subjects))
    } else {
      let names = line.names()
      for (login, term) in names { draft.note(login: login, at: term.place) }
      if names.isEmpty { line.malformed(at: first) }
      provider.users.append([
        Condition(subject: .users(names.map { $0.name.lowercased() }))
      ])
    }
  }
}
