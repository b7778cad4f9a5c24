import CommandSupport
import FlowDiagnostics
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowTerminal
import Testing

/// Common words instead of a setting, and the answers to them.
@Suite("A setting that an org doesn't have")
struct UnknownSettingTests {
  /// The problems of an org's settings, as its unknown settings and their help.
  private static func found(_ settings: String, for engine: String) -> [(
    word: String, help: String
  )] {
    let source = SourceFile(name: "o.flow", text: "org o for \(engine) {\n  \(settings)\n}\n")
    return LoadedScript.load(source, options: LoadedScript.Options(orgs: .simulated))
      .diagnostics.filter { $0.kind == .unknownSetting }
      .map { ($0.place?.text ?? "", $0.help ?? "") }
  }

  /// A block of a simulated org, a word for a setting of it, and the setting's name.
  static let words: [(block: String, word: String, name: String)] = [
    ("user a", "sms", "phone"), ("user a", "call", "phone"), ("user a", "voice", "phone"),
    ("user a", "mobile", "phone"), ("user a", "fido2", "passkey"),
    ("user a", "webauthn", "passkey"), ("user a", "WebAuthn", "passkey"),
    ("user a", "security_key", "passkey"), ("user a", "totp", "google-otp"),
    ("user a", "google-authenticator", "google-otp"), ("user a", "push", "okta-verify"),
    ("user a", "fastpass", "okta-verify"), ("user a", "question", "security-question"),
    ("user a", "pwd", "password"), ("user a", "mail", "email"), ("user a", "group", "groups"),
    ("user a", "state", "status"), ("user a", "surname", "last-name"),
    ("", "mfa", "authenticators"), ("", "factor", "authenticators"),
    ("", "factors", "authenticators"), ("", "authenticator", "authenticators"),
    ("", "password-policy", "passwords"), ("", "authentication-policy", "sign-on"),
    ("", "access-policy", "sign-on"), ("", "rule", "sign-on"),
    ("", "global-session-policy", "session-policy"), ("", "mfa-enrollment", "enrollment"),
    ("", "forgot-password", "recovery"), ("", "sign-up", "registration"),
    ("", "network-zone", "zone"), ("", "remember-me", "keep-me-signed-in"),
    ("", "application", "app"), ("", "person", "user"), ("", "magic-link", "email-link"),
    ("passwords", "length", "min-length"), ("passwords", "max-age", "expire"),
    ("sign-on", "if", "when"), ("sign-on", "reauth", "reauthenticate"),
    ("session-policy", "second-factor", "mfa"), ("app", "callback", "redirect"),
    ("codes", "ttl", "expire"), ("zone a", "cidr", "ip"),
    // Typos of such words.
    ("user a", "webauth", "passkey"), ("user a", "telefone", "phone"),
    ("", "pasword-policy", "passwords"), ("passwords", "max-aeg", "expire"),
  ]

  @Test("A setting's common other name is answered with the setting and its form", arguments: words)
  func meant(_ row: (block: String, word: String, name: String)) {
    let found = Self.found(
      row.block.isEmpty ? row.word : "\(row.block) { \(row.word) }", for: "idx")
    #expect(found.map(\.word) == [row.word])
    let help = found.first?.help ?? ""
    #expect(help.hasPrefix("did you mean `\(row.name)`? write it as `\(row.name)"), "\(help)")
  }

  @Test(
    "An authenticator's common other name is answered with the authenticator",
    arguments: [
      ("sms", "phone"), ("call", "phone"), ("voice", "phone"), ("fido2", "webauthn"),
      ("u2f", "webauthn"), ("totp", "google-otp"), ("authenticator-app", "google-otp"),
      ("push", "okta-verify"), ("fastpass", "okta-verify"), ("question", "security-question"),
      ("magic-link", "email"), ("pwd", "password"),
    ])
  func authenticator(word: String, name: String) {
    let found = Self.found("authenticators password, \(word)", for: "idx")
    #expect(found.map(\.word) == [word])
    #expect(found.first?.help == "did you mean `\(name)`?")
  }

  @Test(
    "Other known facts about a word are reported",
    arguments: [
      // A word for several settings.
      (
        "idx", "policy",
        "did you mean `sign-on`, `session-policy`, `enrollment` or `passwords`?"
      ),
      (
        "idx", "polcy",
        "did you mean `sign-on`, `session-policy`, `enrollment` or `passwords`?"
      ),
      // A setting of another block.
      ("idx", "min-length 12", "`min-length` is a setting of `passwords`"),
      ("idx", "user a { lockout { } }", "`lockout` is a setting of `passwords` and the org"),
      ("idx", "auto-challenge on", "`auto-challenge` is a setting of `okta-verify` in `user`"),
      ("idx", "sms \"+1\"", "did you mean `phone` of `user`?"),
      // A typo that is the name of another block's setting.
      (
        "idx", "password \"x\"",
        "did you mean `passwords`? `password` is a setting of `user`, `registration` and `recovery`"
      ),
      ("idx", "authenticatrs password", "did you mean `authenticators`?"),
      // An unknown word.
      ("idx", "codes { levitate on }", "the settings of `codes` are `expire` and `attempts`"),
      ("idx", "authenticators levitation", "the authenticators are `password`, `email`, `phone`"),
      ("nextauth", "levitate", "the settings of an org are `server`, `account`, `scheme` and"),
      ("nextauth", "user \"jane\"", "did you mean `account`? write it as `account \"jane\"`"),
      ("nextauth", "device { passcode \"1\" }", "did you mean `pin`? write it as `pin \"1234\"`"),
      ("mobile-idp", "app a { client-id k }", "did you mean `consumer-key`? write it as"),
      ("mobile-idp", "lifetimes { ttl 1s }", "the settings of `lifetimes` are `code`, `access-"),
    ])
  func known(engine: String, settings: String, help: String) {
    let found = Self.found(settings, for: engine).first?.help ?? ""
    #expect(found.hasPrefix(help), "\(found)")
  }

  @Test("A word for another setting isn't replaced without a question")
  func fix() async throws {
    let folder = try TemporaryFolder()
    let text = "org o { user \"a\" { sms \"+15551234567\" } }\non identify submit\n"
    let script = try folder.write("o.flow", text)
    let check = await Shell()("check", "--fix", script)
    #expect(check.status == .wrongScript)
    #expect(!check.all.contains("is now"))
  }
}
