import FlowEngine
import SimulatorKit

/// Reads a block `device { preset sdk; pin "1234"; biometric on; … }`.
struct DeviceBlock {
  private let draft: NextAuthDraft
  private var device: NextAuthOrg.Device

  static let table = SettingTable<DeviceBlock>(
    of: "device", entries: registered + configuration + limits)

  private static let registered: [SettingEntry<DeviceBlock>] = [
    // The preset is read first, so that the other settings override it in any order.
    SettingEntry(
      "preset", "`preset sdk` or `preset documentation`",
      "The defaults: the documentation's (`start-manually on`, `select-single-account off`), "
        + "or the SDK's own (the reverse).",
      usual: "`documentation`", notAs: ["defaults"], order: .first,
      .choice(["documentation": .documentation, "sdk": .sdk]) { $0.device.configuration = $1 }),
    SettingEntry(
      "pin", "`pin \"1234\"` or `pin \"1234\" blocked`",
      "The PIN that is registered; `blocked` after too many wrong ones.", usual: "none",
      notAs: ["code", "passcode"], .custom { block, line in block.readPIN(line) }),
    SettingEntry(
      "biometric", "`biometric on`, `biometric off`, `biometric fails 2` or `biometric removed`",
      "Whether a biometric is registered, how often it isn't recognized at first, or that the "
        + "device's own set was changed.",
      usual: "`off`", notAs: ["biometrics", "fingerprint", "face"],
      .custom { block, line in block.readBiometric(line) }),
    SettingEntry(
      "last-input", "`last-input 10m ago`", "When a second factor was given last.", usual: "never",
      .custom { block, line in block.device.lastInput = DeviceBlock.age(line) }),
    SettingEntry(
      "last-pin", "`last-pin 2h ago`", "When the PIN was given last.", usual: "never",
      .custom { block, line in block.device.lastPIN = DeviceBlock.age(line) }),
    SettingEntry(
      "biometric-uses", "`biometric-uses 3`",
      "How often the biometric was used since the last PIN.", usual: "0",
      .whole(NextAuthLimits.counts) { $0.device.biometricUses = $1 }),
    SettingEntry(
      "history", "`history logged-out \"jane\" 3d ago`",
      "An earlier session: `logged-in-one-shot`, `logged-out`, `aborted` or `error`, with its account "
        + "if it had one.", usual: "none",
      example: "history aborted 3d ago", notAs: ["session", "sessions"], repeats: true,
      .custom { block, line in block.readHistory(line) }),
  ]

  private static let configuration: [SettingEntry<DeviceBlock>] = [
    SettingEntry(
      "start-manually", "`start-manually off`",
      "Whether a session waits in READY until the app starts it.", usual: "by `preset`",
      .flag { $0.device.configuration.startsManually = $1 }),
    SettingEntry(
      "select-single-account", "`select-single-account on`",
      "Whether the confirmation of a login is skipped if there is one account and a second "
        + "factor is needed.", usual: "by `preset`",
      .flag { $0.device.configuration.selectsSingleAccount = $1 }),
    SettingEntry(
      "session-timeout", "`session-timeout 30s`",
      "How long a session may take until it is active; `0s` for any time.", usual: "2 minutes",
      notAs: ["timeout"],
      .time { $0.device.configuration.sessionTimeout = $1 }),
    SettingEntry(
      "input-timeout", "`input-timeout 30s`",
      "How long a second factor may take; `0s` for any time.", usual: "any time",
      .time { $0.device.configuration.inputTimeout = $1 }),
    SettingEntry(
      "single-account", "`single-account on`", "Whether there is at most one account.",
      usual: "`off`", .custom { block, line in block.readSingleAccount(line) }),
    SettingEntry(
      "hide-visual-hash", "`hide-visual-hash on`",
      "Whether an enrollment shows no visual hash.", usual: "`off`",
      .flag { $0.device.configuration.hidesVisualHash = $1 }),
    SettingEntry(
      "biometrics-disabled", "`biometrics-disabled on`",
      "Whether no biometric is ever accepted.", usual: "`off`", notAs: ["disable-biometrics"],
      .flag { $0.device.configuration.disablesBiometrics = $1 }),
    SettingEntry(
      "block-when-pin-blocked", "`block-when-pin-blocked on`",
      "Whether nothing is accepted once the PIN is blocked.", usual: "`off`",
      .flag { $0.device.configuration.blocksWhenPINIsBlocked = $1 }),
  ]

  private static let limits: [SettingEntry<DeviceBlock>] = [
    SettingEntry(
      "max-uses-without-pin", "`max-uses-without-pin 3`",
      "After how many uses of the biometric the PIN is required; 0 for never.", usual: "0",
      .whole(NextAuthLimits.counts) { $0.device.configuration.maxUsesWithoutPIN = $1 }),
    SettingEntry(
      "max-time-without-pin", "`max-time-without-pin 2h`",
      "How long after the last PIN it is required again; `0s` for never.", usual: "`0s`",
      .time { $0.device.configuration.maxTimeWithoutPIN = $1 }),
    SettingEntry(
      "require-without-app-login", "`require-without-app-login on`",
      "Whether a login always needs a second factor while no AppLogin is logged in.",
      usual: "`off`",
      .flag { $0.device.configuration.requiresWithoutAppLogin = $1 }),
    SettingEntry(
      "app-login-timeout", "`app-login-timeout 1h`",
      "How long an AppLogin lasts; `0s` for any time.", usual: "`0s`",
      .time { $0.device.configuration.appLoginTimeout = $1 }),
    SettingEntry(
      "app-login-idle", "`app-login-idle 5m`",
      "How long an AppLogin lasts without activity; `0s` for any time.", usual: "`0s`",
      .time { $0.device.configuration.appLoginIdle = $1 }),
    SettingEntry(
      "history-expiry", "`history-expiry 30d`",
      "How long an item of the history is kept.", usual: "90 days",
      .time { $0.device.configuration.historyExpiry = $1 }),
  ]

  /// Reads the block into the org.
  static func read(_ line: SettingLine, of draft: NextAuthDraft) {
    line.takesNoValue()
    var block = DeviceBlock(draft: draft, device: draft.org.device)
    table.read(line.block, into: &block, line.reader)
    draft.org.device = block.device
  }

  private mutating func readSingleAccount(_ line: SettingLine) {
    device.configuration.hasSingleAccount = line.choice(["on", "off"]) == "on"
    guard device.configuration.hasSingleAccount, draft.org.accounts.count > 1 else { return }
    line.report(
      SettingProblem(
        .value, "the device has \(draft.org.accounts.count) accounts, and `single-account` is on",
        at: line.place))
  }

  /// Reads a PIN such as `"1234"` or `"1234" blocked`.
  private mutating func readPIN(_ line: SettingLine) {
    let terms = line.terms()
    guard let pin = terms.first?.secret, terms.count == 1 || terms.last?.word == "blocked",
      terms.count <= 2
    else {
      line.malformed(at: terms.count > 1 ? terms[1] : terms.first)
      return
    }
    guard pin.reveal().utf8.count <= NextAuthLimits.pin else {
      return line.reader.tooLong("a PIN", NextAuthLimits.pin, at: terms[0].place)
    }
    device.pin = pin
    device.isPINBlocked = terms.count == 2
  }

  /// Reads `on`, `off`, `removed` or `fails 2`.
  private mutating func readBiometric(_ line: SettingLine) {
    let terms = line.terms()
    guard terms.first?.word == "fails" else {
      let words: KeyValuePairs<String, NextAuthOrg.Biometric> = [
        "on": .registered(failures: 0), "off": .none, "removed": .removed,
      ]
      if terms.count == 1, let word = terms[0].word, !words.contains(where: { $0.key == word }) {
        line.report(
          SettingProblem(
            .value, "`\(word)` isn't a value of `biometric`", at: terms[0].place,
            help: "write it as \(line.form)", word: word, candidates: words.map(\.key) + ["fails"]))
        return
      }
      if let biometric = line.choice(words) { device.biometric = biometric }
      return
    }
    guard terms.count == 2, let count = terms[1].whole(in: 1...NextAuthLimits.counts.upperBound)
    else {
      line.malformed(at: terms.count > 1 ? terms[1] : terms.first)
      return
    }
    device.biometric = .registered(failures: count)
  }

  /// Reads an age such as `10m ago`.
  private static func age(_ line: SettingLine) -> Duration? {
    let terms = line.terms()
    guard let age = NextAuthDraft.age(terms[...]) else {
      line.malformed(at: terms.first)
      return nil
    }
    return age
  }

  /// The results of sessions, by their words in the settings, and their names in the SDK.
  private static let pastWords = [
    (word: "logged-in-one-shot", status: "LOGGED_IN_ONE_SHOT"),
    (word: "logged-out", status: "LOGGED_OUT"), (word: "aborted", status: "ABORTED"),
    (word: "error", status: "ERROR"),
  ]

  /// Reads a history item such as `logged-out "jane" 3d ago`.
  private mutating func readHistory(_ line: SettingLine) {
    let words = DeviceBlock.pastWords
    let terms = line.terms()
    guard let status = terms.first?.word, let age = NextAuthDraft.age(terms.suffix(2)),
      (3...4).contains(terms.count)
    else {
      line.malformed(at: terms.first)
      return
    }
    guard let word = words.first(where: { $0.word == status }) else {
      line.report(
        SettingProblem(
          .value, "`\(status)` isn't the status of an ended session", at: terms[0].place,
          help: "write it as \(line.form)", word: status, candidates: words.map(\.word)))
      return
    }
    var past = NextAuthOrg.PastSession(status: word.status, age: age)
    if terms.count == 4 {
      guard let account = draft.account(terms[1], of: nil) else { return }
      past.account = account.id
    }
    guard device.history.count < NextAuthLimits.history else {
      return line.reader.tooMany("items of history", NextAuthLimits.history, at: line.place)
    }
    device.history.append(past)
  }
}

extension SettingValue {
  /// Makes a setting for a duration that may be zero.
  fileprivate static func time(
    _ set: @escaping @Sendable (inout Block, Duration) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let time = line.one(SettingTime.duration) { set(&block, time) }
    }
  }
}
