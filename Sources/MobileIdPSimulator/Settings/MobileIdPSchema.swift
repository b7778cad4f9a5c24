public import SimulatorKit

extension MobileIdPOrg {
  /// Every setting of a simulated authorization server for mobile identity providers.
  public static let schema: [SettingDescription] =
    orgSettings + appSettings + connectedAppSettings + userSettings + lifetimeSettings

  /// The settings of each block by the names of the blocks around them.
  static let schemaOfBlocks = Dictionary(grouping: schema) { Array($0.path.dropLast()) }

  /// How a setting is written, for the help of a problem.
  static func form(_ path: String...) -> SettingForm { SettingForm(path: path, of: schema) }

  private static let orgSettings: [SettingDescription] = [
    .init(
      "login-hosts", form: "`login-hosts \"login.salesforce.com\", \"test.salesforce.com\"`",
      "The hosts that people sign in at; `login.salesforce.com`."),
    .init(
      "app", form: "`app \"Sample App\" { … }`", repeatable: true, block: true,
      "An app of the device, by the name that people see."),
    .init(
      "connected-app", form: "`connected-app \"SP_KEY\" { … }`", repeatable: true, block: true,
      "What the server knows of an app, by its consumer key; where it isn't set, what the app says: "
        + "a client's access is approved by the user, a provider's beforehand."),
    .init(
      "user", form: "`user \"ada@acme.test\" { … }`", repeatable: true, block: true,
      "Somebody who can sign in, by the name that they type."),
    .init(
      "receiver", form: "`receiver \"sampleapp\" \"Thief\"`", repeatable: true,
      "Which app gets what is opened with a scheme that several claim; the one that is written "
        + "first, where it isn't set."),
    .init(
      "fault", form: "`fault token server_error` or `fault authorize access_denied once`",
      repeatable: true,
      "What goes wrong at `authorize`, `bridge`, `token` or `refresh`, always or the first time; "
        + "`ec-301` and `ec-302` stand for a refused session."),
    .init(
      "lifetimes", form: "`lifetimes { code 2m; access-token 2h; refresh-token 90d }`", block: true,
      "How long things are good."),
  ]

  private static let appSettings: [SettingDescription] = [
    .init(
      "app", "role", form: "`role client`, `role provider` or `role hostile`",
      "Whether it wants tokens, knows who is signed in, or takes what isn't meant for it; `client`."
    ),
    .init(
      "app", "id", form: "`id \"com.example.sample\"`",
      "What the device tells others of it as the sender; its scheme, or a hostile app's name."),
    .init(
      "app", "scheme", form: "`scheme \"sampleapp\"`",
      "The custom scheme that it registers; its callback's, where it isn't set."),
    .init("app", "consumer-key", form: "`consumer-key \"SP_KEY\"`", "Its consumer key."),
    .init(
      "app", "callback", form: "`callback \"sampleapp://oauth2/done\"`",
      "Its callback URL; `SCHEME://oauth2/done`, where it isn't set."),
    .init("app", "scopes", form: "`scopes api, web`", "The scopes that it requests; none."),
    .init(
      "app", "installed", form: "`installed off`", "`on` or `off`: whether it is there; `on`."),
    .init(
      "app", "login-hosts", form: "`login-hosts \"test.salesforce.com\"`",
      "The login hosts that it knows, the one that it takes first; those of the org."),
    .init(
      "app", "provider", form: "`provider \"Authenticator\"`",
      "The provider that is configured in a client; none."),
    .init(
      "app", "refresh-token",
      form: "`refresh-token \"…\"` or `refresh-token \"…\" of \"ada@acme.test\"`",
      "The refresh token that a client has stored; the server knows it where its user is named."),
    .init(
      "app", "allow", form: "`allow \"Sample App\"`",
      "The apps that a provider answers; all, where it isn't set."),
    .init(
      "app", "check-caller", form: "`check-caller on`",
      "`on` or `off`: whether a provider holds the sender's id against the redirect; `off`."),
    .init(
      "app", "passcode", form: "`passcode \"1234\"`",
      "What a provider asks for before it hands on a code; nothing, where it isn't set."),
    .init(
      "app", "unmatched-hint", form: "`unmatched-hint login` or `unmatched-hint select-account`",
      "What a provider shows for a hint that matches no account; `login`."),
    .init(
      "app", "second-request", form: "`second-request refuse` or `second-request queue`",
      "What a provider does with a request while another one is under way; `refuse`."),
    .init(
      "app", "refused-session", form: "`refused-session error` or `refused-session login`",
      "What comes of a user whose session can't be used at a provider; `error`."),
    .init(
      "app", "passcode-attempts", form: "`passcode-attempts 3`",
      "How many wrong passcodes end a request at a provider; any number, where it isn't set."),
    .init(
      "app", "login-attempts", form: "`login-attempts 3`",
      "How many wrong passwords end a request at a provider; any number, where it isn't set."),
    .init(
      "app", "login", form: "`login by acme`",
      "The `idx` org of the program whose sign-in is a provider's login; the server's login page, "
        + "where it isn't set."),
    .init(
      "app", "messages", form: "`messages strict` or `messages ios`",
      "Whether it writes and reads messages as the documents say, or as the iOS SDK does; `strict`."
    ),
    .init(
      "app", "platform", form: "`platform ios` or `platform android`",
      "Whether apps open one another by URLs, or by intents with bundles; all apps of an org have "
        + "the same; `ios`."),
    .init(
      "app", "keychain-group", form: "`keychain-group \"com.acme.shared\"`",
      "The keychain group that a provider shares with a client, with which a start at the provider "
        + "brings a code; none."),
    .init(
      "app", "keychain-access", form: "`keychain-access \"com.acme.other\"`",
      "The keychain group that a client reads; its `keychain-group`, where it isn't set."),
    .init(
      "app", "start-url", form: "`start-url \"https://acme.test/home\"`",
      "What a provider has a client open in the end, where it begins at the provider; nothing."),
    .init(
      "app", "hybrid", form: "`hybrid on`",
      "`on` or `off`: whether a client asks for tokens in the SDK's hybrid mode; `off`."),
    .init(
      "app", "idpinit-while-waiting",
      form: "`idpinit-while-waiting refuse` or `idpinit-while-waiting replace`",
      "What a client does with a start at the provider while it waits for an answer; `refuse`."),
  ]

  private static let connectedAppSettings: [SettingDescription] = [
    .init(
      "connected-app", "callbacks", form: "`callbacks \"sampleapp://oauth2/done\"`",
      "The callback URLs; those of the apps with its key, where it isn't set."),
    .init(
      "connected-app", "scopes", form: "`scopes api, web, refresh_token`",
      "The scopes that can be granted; what the apps with its key request, and `refresh_token`, "
        + "where it isn't set."),
    .init(
      "connected-app", "secret", form: "`secret \"…\"`",
      "The consumer secret, without which it gives no tokens; none is needed, where it isn't set."),
    .init(
      "connected-app", "approval", form: "`approval needed` or `approval pre-authorized`",
      "Whether the user must approve its access to data; `needed`."),
  ]

  private static let userSettings: [SettingDescription] = [
    .init(
      "user", "password", form: "`password \"…\"`",
      "Their password; without one they can't sign in."),
    .init("user", "name", form: "`name \"Ada\"`", "What apps show; what they type."),
    .init(
      "user", "org", form: "`org \"00D000000000001EAA\"`",
      "Their org's id; `00D000000000001EAA`."),
    .init(
      "user", "id", form: "`id \"005000000000001AAA\"`",
      "Their id; one that is the same in every run, where it isn't set."),
    .init(
      "user", "host", form: "`host \"test.salesforce.com\"`",
      "The host that they sign in at; the first of the org."),
    .init(
      "user", "status", form: "`status active`, `status inactive` or `status org-inactive`",
      "Whether they, and their org, may sign in; `active`."),
    .init(
      "user", "logged-in", form: "`logged-in \"Authenticator\", \"Sample App\" expired`",
      "The apps that they are signed in at when a run begins; after an app `expired` where its "
        + "access token has, or `revoked` where no token is good."),
    .init(
      "user", "native-login", form: "`native-login on`",
      "`on` or `off`: whether their account was made by native login, which no provider can use; "
        + "`off`."),
    .init(
      "user", "approved", form: "`approved \"SP_KEY\"`",
      "The connected apps whose access they have approved before; none."),
  ]

  private static let lifetimeSettings: [SettingDescription] = [
    .init(
      "lifetimes", "code", form: "`code 2m`", "An authorization code; 2 minutes."),
    .init(
      "lifetimes", "access-token", form: "`access-token 2h`",
      "An access token, and the session of a browser; 2 hours."),
    .init(
      "lifetimes", "refresh-token", form: "`refresh-token 90d`", "A refresh token; 90 days."),
  ]
}
