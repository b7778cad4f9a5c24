import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// The org while its settings are read.
final class NextAuthDraft {
  var org: NextAuthOrg
  let reader = SettingReader(schema: NextAuthOrg.schema)
  /// The locations of the servers, by name.
  private var placesOfServers: [String: SourceRange] = [:]
  /// The settings of the servers, which are read after all names are known.
  private var blocks: [(name: String, settings: [Setting])] = []
  /// The accounts, with their locations.
  private var placesOfAccounts: [(account: NextAuthOrg.Account, place: SourceRange)] = []

  init(name: String) {
    org = NextAuthOrg(name: name)
  }

  /// Reads the settings of a nextAuth.
  func read(_ settings: [Setting]) {
    if !settings.contains(where: { $0.name == "server" }) {
      org.servers = [NextAuthOrg.Server(name: NextAuthDraft.usualServer(of: org.name))]
    }
    var draft = self
    NextAuthOrg.table.read(settings, into: &draft, reader)
    for block in blocks { ServerBlock.read(block.settings, of: block.name, in: self) }
    org.settings = NextAuthOrg.table.covered(settings)
  }

  /// The default server's name, in an org whose settings declare no server.
  private static func usualServer(of org: String) -> String {
    String(decoding: "\(org).example".utf8.prefix(NextAuthLimits.name), as: UTF8.self)
  }

  /// Adds a server, whose settings are read later.
  func declareServer(_ line: SettingLine) {
    guard let name = line.name(limit: NextAuthLimits.name) else { return }
    if let other = placesOfServers.updateValue(line.place, forKey: name) {
      reader.report(
        SettingProblem(
          .duplicate, "there are two servers `\(name)`", at: line.place, other: other))
      return
    }
    guard org.servers.count < NextAuthLimits.servers else {
      reader.tooMany("servers", NextAuthLimits.servers, at: line.place)
      return
    }
    org.servers.append(NextAuthOrg.Server(name: name))
    blocks.append((name, line.block))
  }

  func add(_ account: NextAuthOrg.Account, at place: SourceRange) {
    let same = placesOfAccounts.first { $0.account.id == account.id }
    let alike = placesOfAccounts.first {
      $0.account.name == account.name && $0.account.server == account.server
    }
    if let other = same ?? alike {
      let what = same != nil && alike == nil ? "with the id `\(account.id)`" : "`\(account.name)`"
      reader.report(
        SettingProblem(
          .duplicate, "there are two accounts \(what)", at: place, other: other.place))
      return
    }
    placesOfAccounts.append((account, place))
    guard placesOfAccounts.count <= NextAuthLimits.accounts else {
      reader.tooMany("accounts", NextAuthLimits.accounts, at: place)
      return
    }
    org.accounts.append(account)
  }

  /// The account with a name; reports a problem if the device doesn't have the account.
  func account(
    _ term: SettingTerm, of server: String?
  ) -> NextAuthOrg.Account? {
    let candidates = org.accounts.filter { server == nil || $0.server == server }
    let name = term.name ?? ""
    if let found = candidates.first(where: { $0.name == name || $0.id == name }) { return found }
    let place = server.map { " of the server `\($0)`" } ?? ""
    reader.report(
      SettingProblem(
        .value, "the device has no account `\(name)`\(place)", at: term.place, word: name,
        candidates: candidates.map(\.name)))
    return nil
  }

  /// Reads an age such as `10m ago`; `nil` for another text.
  static func age(_ terms: ArraySlice<SettingTerm>) -> Duration? {
    guard terms.count == 2, terms.last?.word == "ago" else { return nil }
    return terms.first.flatMap(SettingTime.duration)
  }
}
