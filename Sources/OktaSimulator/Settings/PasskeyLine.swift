import FlowEngine
import SimulatorKit

/// Reads a passkey of a user: `passkey NAME`.
///
/// Each run of the org makes the passkey with its own key.
struct PasskeyLine {
  private let line: SettingLine
  private let draft: OrgDraft

  init(_ line: SettingLine, of draft: OrgDraft) {
    self.line = line
    self.draft = draft
  }

  func read() {
    draft.needs(.webauthn, line)
    guard let name = line.one({ $0.name }) else { return }
    guard draft.passkeyNames.insert(name).inserted else {
      line.report(
        SettingProblem(
          .duplicate, "this org has two passkeys `\(name)`", at: line.valuePlace))
      return
    }
    guard draft.passkeysOfNextUser < Account.passkeysMax else {
      line.report(
        SettingProblem(
          .value, "an account has at most \(Account.passkeysMax) passkeys", at: line.place))
      return
    }
    var traits: Traits = [.deviceBound, .biometrics]
    Traits.passkeyTable.read(line.block, into: &traits, line.reader)
    draft.order(passkey: name, traits, at: line.place)
  }
}

extension Traits {
  /// The settings in the block of a `passkey`.
  static let passkeyTable = SettingTable<Traits>(
    of: "user", "passkey",
    entries: [
      SettingEntry(
        "user-verification", "`user-verification pin`",
        "How it verifies its holder: by `biometrics`, by `pin`, or `off`.", usual: "`biometrics`",
        notAs: ["verification", "biometrics"],
        .custom { traits, line in traits.readUserVerification(line) }),
      SettingEntry(
        "hardware-protected", "`hardware-protected on`", "Whether its key is in a chip.",
        usual: "`off`", notAs: ["hardware", "tpm"], .flag { $0.set(.hardwareProtected, $1) }),
      SettingEntry(
        "synced", "`synced on`",
        "Whether it is on all of the user's devices, and so bound to none of them.", usual: "`off`",
        notAs: ["sync", "syncable"], .flag { $0.set(.deviceBound, !$1) }),
    ])
}
