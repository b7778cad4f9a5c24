import FlowEngine
import SimulatorKit

/// Reads a block `connected-app "SP_KEY" { callbacks …; scopes …; secret …; approval … }`.
struct ConnectedAppBlock {
  private let draft: MobileIdPDraft
  private var connected: MobileIdPOrg.ConnectedApp

  static let table = SettingTable<ConnectedAppBlock>(
    of: "connected-app",
    entries: [
      SettingEntry(
        "callbacks", "`callbacks \"sampleapp://oauth2/back\"`", "The callback URLs.",
        usual: "the callbacks of the apps with its key", notAs: ["callback", "redirect"],
        .custom { block, line in block.readCallbacks(line) }),
      SettingEntry(
        "scopes", "`scopes api, web, refresh_token`", "The scopes that can be granted.",
        usual: "what the apps with its key request, and `refresh_token`", notAs: ["scope"],
        .custom { block, line in block.connected.scopes = block.draft.scopes(line) }),
      SettingEntry(
        "secret", "`secret \"…\"`", "The consumer secret that is required for tokens.",
        usual: "no secret is needed", notAs: ["client-secret", "consumer-secret"],
        .custom { block, line in block.connected.secret = block.draft.secret(line) }),
      SettingEntry(
        "approval", "`approval pre-authorized` or `approval needed`",
        "Whether the user must approve its access to data.", usual: "`needed`",
        notAs: ["consent", "approved"],
        .choice(["needed": true, "pre-authorized": false]) { $0.connected.needsApproval = $1 }),
    ])

  /// Reads the settings of a declared connected app.
  ///
  /// Missing settings have the values of the app with the same key. Explicit settings can break
  /// rules K1 to K6.
  static func read(_ settings: [Setting], at index: Int, of draft: MobileIdPDraft) {
    var block = ConnectedAppBlock(draft: draft, connected: draft.org.connectedApps[index])
    let key = block.connected.key
    let apps = draft.org.apps.filter { $0.consumerKey == key && $0.role != .hostile }
    block.connected.callbacks = apps.map(\.callback)
    for scope in apps.flatMap(\.scopes) + ["refresh_token"]
    where !block.connected.scopes.contains(scope) {
      block.connected.scopes.append(scope)
    }
    table.read(settings, into: &block, draft.reader)
    draft.org.connectedApps[index] = block.connected
  }

  private mutating func readCallbacks(_ line: SettingLine) {
    let list = draft.list(
      line, "callbacks", limit: MobileIdPLimits.callbacks, length: MobileIdPLimits.url)
    connected.callbacks = list.filter { draft.isCallback($0.name, at: $0.term.place) }.map(\.name)
  }
}
