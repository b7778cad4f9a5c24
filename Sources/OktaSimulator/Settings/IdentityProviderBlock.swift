import FlowEngine
import SimulatorKit

/// Reads an identity provider: `idp "Google" { signs-in "jane@example.com"; domains example.com }`.
struct IdentityProviderBlock {
  private let draft: OrgDraft
  private var provider: IdentityProvider

  static let table = SettingTable<IdentityProviderBlock>(
    of: "idp",
    entries: [
      SettingEntry(
        "signs-in", "`signs-in \"jane@example.com\"`", "The user that the provider signs in.",
        usual: "users return without signing in", notAs: ["user", "login"],
        .custom { block, line in
          block.provider.login = line.one { $0.name }
          if let login = block.provider.login { block.draft.note(login: login, at: line.place) }
        }),
      SettingEntry(
        "type", "`type SAML2`", "Its type in responses.",
        usual: "by its name, or else `OIDC`", notAs: ["kind", "protocol"],
        .name { $0.provider.kind = $1.uppercased() }),
      SettingEntry(
        "domains", "`domains \"example.com\"`",
        "The domains of logins that are sent there. The first page then doesn't offer it.",
        usual: "it is offered to every user", notAs: ["domain", "routing"],
        .names { block, names in
          block.provider.domains = names.map { name in
            let name = name.lowercased()
            return name.hasPrefix("@") ? String(name.dropFirst()) : name
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
    draft.policy.providers.append(block.provider)
  }
}
