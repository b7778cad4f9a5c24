import FlowEngine
public import SimulatorKit

extension NextAuthOrg {
  /// Every setting of a simulated nextAuth, with all blocks.
  public static let schema = table.descriptions

  /// The settings of a nextAuth.
  ///
  /// Accounts name servers, and servers and the device name accounts; the order doesn't matter.
  static let table = SettingTable<NextAuthDraft>(entries: [
    SettingEntry(
      "server", "`server \"bank.example\" { … }`",
      "A server to sign in at. The first one is used if none is named; if there is none, a server "
        + "has the org's name.", usual: "a server with the name of the org",
      example: "server \"shop.example\" { }", notAs: ["servers", "host"], repeats: true,
      isCovered: true,
      order: .first,
      .block(ServerBlock.table) { draft, line in draft.declareServer(line) }),
    SettingEntry(
      "account", "`account \"jane\"` or `account \"jane\" { server \"bank.example\" }`",
      "An account on the device, named by what its user calls it.", usual: "no accounts",
      example: "account \"ada\"",
      notAs: ["accounts", "user"], repeats: true, order: .second,
      .block(AccountBlock.table) { draft, line in AccountBlock.read(line, of: draft) }),
    SettingEntry(
      "scheme", "`scheme \"bankapp\"`", "What deep links begin with.", usual: "`nextauth`",
      notAs: ["url-scheme", "deep-link"], .custom { draft, line in draft.readScheme(line) }),
    SettingEntry(
      "device", "`device { preset sdk; pin \"1234\"; biometric on }`",
      "The device: what is registered there, and how its SDK is configured.",
      usual: "its settings' defaults",
      notAs: ["phone", "sdk", "configuration"],
      .block(DeviceBlock.table) { draft, line in DeviceBlock.read(line, of: draft) }),
  ])
}

extension NextAuthDraft {
  /// Reads a line such as `scheme "bankapp"` (RFC 3986, section 3.1).
  fileprivate func readScheme(_ line: SettingLine) {
    guard let name = line.name(limit: NextAuthLimits.name) else { return }
    let bytes = Array(name.utf8)
    let isLetter = { (byte: UInt8) in (97...122).contains(byte | 32) }
    let isSound = bytes.allSatisfy {
      isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0)
    }
    guard let first = bytes.first, isLetter(first), isSound else {
      reader.report(
        SettingProblem(
          .value, "`\(name)` isn't the scheme of a URL", at: line.valuePlace,
          help: "write a letter, then letters, digits, `+`, `-` or `.`"))
      return
    }
    org.scheme = name
  }
}

/// Reads a block `account "jane" { server "bank.example"; id "acc-1" }`.
struct AccountBlock {
  private let draft: NextAuthDraft
  private var server: String
  private var id: String?

  static let table = SettingTable<AccountBlock>(
    of: "account",
    entries: [
      SettingEntry(
        "server", "`server \"bank.example\"`", "The server of the account.", usual: "the first",
        notAs: ["at", "of"], .custom { block, line in block.readServer(line) }),
      SettingEntry(
        "id", "`id \"acc-1\"`", "What the server calls it.",
        usual: "an id that is the same in every run", notAs: ["account-id"],
        .custom { block, line in
          block.id = line.name(limit: NextAuthLimits.name) ?? block.id
        }),
    ])

  /// Reads an account into the org.
  static func read(_ line: SettingLine, of draft: NextAuthDraft) {
    guard let name = line.name(limit: NextAuthLimits.name) else { return }
    var block = AccountBlock(draft: draft, server: draft.org.servers.first?.name ?? "")
    table.read(line.block, into: &block, line.reader)
    let id = block.id ?? SimulatedID.made("acc", of: block.server, name)
    draft.add(NextAuthOrg.Account(id: id, name: name, server: block.server), at: line.place)
  }

  private mutating func readServer(_ line: SettingLine) {
    guard let name = line.name(limit: NextAuthLimits.name) else { return }
    guard draft.org.server(named: name) != nil else {
      line.report(
        SettingProblem(
          .value, "this org has no server `\(name)`", at: line.valuePlace, word: name,
          candidates: draft.org.servers.map(\.name)))
      return
    }
    server = name
  }
}
