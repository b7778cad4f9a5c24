public import SimulatorKit

extension NextAuthOrg {
  /// Every setting of a simulated nextAuth.
  public static let schema: [SettingDescription] = orgSettings + serverSettings + deviceSettings

  /// The settings of each block by the names of the blocks around them.
  static let schemaOfBlocks = Dictionary(grouping: schema) { Array($0.path.dropLast()) }

  /// How a setting is written, for the help of a problem.
  static func form(_ path: String...) -> SettingForm { SettingForm(path: path, of: schema) }

  private static let orgSettings: [SettingDescription] = [
    .init(
      "server", form: "`server \"bank.example\" { … }`", repeatable: true, block: true,
      "A server to sign in at; the first is meant where none is named, and one by the org's name is "
        + "there where none is written."),
    .init(
      "account", form: "`account \"jane\"` or `account \"jane\" { server \"bank.example\" }`",
      repeatable: true, block: true,
      "An account on the device, by what its user knows it by."),
    .init(
      "account", "server", form: "`server \"bank.example\"`",
      "The server that it is of; the first, where it isn't set."),
    .init(
      "account", "id", form: "`id \"acc-1\"`",
      "What the server knows it by; one that is the same in every run, where it isn't set."),
    .init(
      "scheme", form: "`scheme \"bankapp\"`", "What deep links begin with; `nextauth`."),
    .init(
      "device", form: "`device { preset sdk; pin \"1234\"; biometric on }`", block: true,
      "The device: what is registered there, and how its SDK is configured."),
  ]

  private static let serverSettings: [SettingDescription] = [
    .init(
      "server", "ping", form: "`ping 60s` or `ping none`",
      "How long the server waits for a ping before it logs a session out; with `none`, or `0s`, a "
        + "login is good once; 60 seconds."),
    .init(
      "server", "second-factor",
      form: "`second-factor always`, `second-factor never` or `second-factor after 5m`",
      "When a second factor is needed: `after` means so long after the last one; `always`."),
    .init(
      "server", "require", form: "`require pin, biometric`",
      "The factors without which none is set: `pin`, `biometric`; any will do, where it isn't set."),
    .init("server", "attempts", form: "`attempts 3`", "How many wrong PINs block the PIN; 3."),
    .init(
      "server", "penalty", form: "`penalty 30s`",
      "How long nothing is taken after a wrong PIN; no time, where it isn't set."),
    .init(
      "server", "unique-names", form: "`unique-names on`",
      "`on` or `off`: whether no two accounts may have one name; `off`."),
    .init(
      "server", "visual-hash", form: "`visual-hash off`",
      "`on` or `off`: whether an enrolment shows a hash of the server's parameters; `on`."),
    .init(
      "server", "announce",
      form: "`announce \"title\" \"Sign in\"` or `announce logo \"https://…\"`",
      repeatable: true, "A text, by its key, or the logo, to show while the user confirms."),
    .init(
      "server", "info", form: "`info \"balance\" \"12 EUR\"` or `info logo \"https://…\"`",
      repeatable: true, "A text, by its key, or the logo, to show after the login."),
    .init(
      "server", "login", form: "`login fails 48`, `login fails 48 once` or `login after 5s`",
      "How logins end: with an error's code, always or the first time, or only after a while."),
    .init(
      "server", "parameters", form: "`parameters fail 64` or `parameters fail 64 once`",
      "The error's code with which the server's parameters can't be had."),
    .init(
      "server", "verification", form: "`verification fails 49` or `verification fails 49 once`",
      "The error's code with which a second factor can't be verified."),
    .init(
      "server", "preselect", form: "`preselect \"jane\"`",
      "The account that its logins are for, where a script asks for no other."),
    .init(
      "server", "user-input", form: "`user-input \"I agree\"`",
      "The text that must come with a confirmation; without it a login fails with 48."),
    .init(
      "server", "expire", form: "`expire 5m`",
      "How long a QR code, a deep link or a push can be used; 5 minutes."),
    .init(
      "server", "enrolment", form: "`enrolment logs-out` or `enrolment stays`",
      "Whether the session of an enrolment is logged out as soon as the account is made; "
        + "`logs-out`."),
  ]

  private static let deviceSettings: [SettingDescription] = [
    .init(
      "device", "preset", form: "`preset documentation` or `preset sdk`",
      "Which defaults hold: those of the documentation's tone (`start-manually on`, "
        + "`select-single-account off`), or the SDK's own (the reverse); `documentation`."),
    .init(
      "device", "pin", form: "`pin \"1234\"` or `pin \"1234\" blocked`",
      "The PIN that is registered; `blocked` after too many wrong ones."),
    .init(
      "device", "biometric",
      form: "`biometric on`, `biometric off`, `biometric fails 2` or `biometric removed`",
      "Whether a biometric is registered, how often it isn't recognised at first, or that the "
        + "device's own set was changed; `off`."),
    .init(
      "device", "last-input", form: "`last-input 10m ago`",
      "When a second factor was given last; never, where it isn't set."),
    .init(
      "device", "last-pin", form: "`last-pin 2h ago`",
      "When the PIN was given last; never, where it isn't set."),
    .init(
      "device", "biometric-uses", form: "`biometric-uses 3`",
      "How often the biometric was used since the last PIN; 0."),
    .init(
      "device", "history", form: "`history logged-out \"jane\" 3d ago`", repeatable: true,
      "A session of before: `logged-in-one-shot`, `logged-out`, `aborted` or `error`, with its "
        + "account where it had one."),
    .init(
      "device", "start-manually", form: "`start-manually off`",
      "`on` or `off`: whether a session waits in READY until the app starts it; by `preset`."),
    .init(
      "device", "select-single-account", form: "`select-single-account on`",
      "`on` or `off`: whether the confirmation of a login is passed over where there is one account "
        + "and a second factor is needed; by `preset`."),
    .init(
      "device", "session-timeout", form: "`session-timeout 2m`",
      "How long a session may take until it is active; `0s` for ever; 2 minutes."),
    .init(
      "device", "input-timeout", form: "`input-timeout 30s`",
      "How long a second factor may take; `0s` for ever, which it is."),
    .init(
      "device", "single-account", form: "`single-account on`",
      "`on` or `off`: whether there is at most one account; `off`."),
    .init(
      "device", "hide-visual-hash", form: "`hide-visual-hash on`",
      "`on` or `off`: whether an enrolment shows no visual hash; `off`."),
    .init(
      "device", "biometrics-disabled", form: "`biometrics-disabled on`",
      "`on` or `off`: whether no biometric is ever taken; `off`."),
    .init(
      "device", "block-when-pin-blocked", form: "`block-when-pin-blocked on`",
      "`on` or `off`: whether nothing is taken once the PIN is blocked; `off`."),
    .init(
      "device", "max-uses-without-pin", form: "`max-uses-without-pin 3`",
      "After so many uses of the biometric the PIN is wanted; 0 for never, which it is."),
    .init(
      "device", "max-time-without-pin", form: "`max-time-without-pin 2h`",
      "So long after the last PIN it is wanted; `0s` for never, which it is."),
    .init(
      "device", "require-without-app-login", form: "`require-without-app-login on`",
      "`on` or `off`: whether a login always needs a second factor while no AppLogin is logged in; "
        + "`off`."),
    .init(
      "device", "app-login-timeout", form: "`app-login-timeout 1h`",
      "How long an AppLogin lasts; `0s` for ever, which it is."),
    .init(
      "device", "app-login-idle", form: "`app-login-idle 5m`",
      "How long an AppLogin lasts without activity; `0s` for ever, which it is."),
    .init(
      "device", "history-expiry", form: "`history-expiry 90d`",
      "How long an item of the history is kept; 90 days."),
  ]
}
