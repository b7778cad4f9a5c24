public import SimulatorKit

extension Org {
  /// The settings of each block by the names of the blocks around them.
  static let schemaOfBlocks = Dictionary(grouping: schema) { Array($0.path.dropLast()) }

  /// Every setting of a simulated Identity Engine org.
  public static let schema = settings + accounts + policies + devices

  private static let devices = Authenticator.devices.map { device in
    SettingDescription(
      "user", device.rawValue, form: "`\(device.rawValue) \"123456\"`",
      "What they answer for \(device.label): the same each time.")
  }

  private static let settings: [SettingDescription] = [
    .init(
      "authenticators",
      form: "`authenticators password, email, phone via sms or voice`",
      "What people can be verified with; `password` alone where it isn't set."),
    .init(
      "user", form: "`user \"jane@example.com\" { … }`", repeatable: true, block: true,
      "Somebody who can sign in, by the name that they type."),
    .init(
      "user", "password",
      form:
        "`password \"…\"`, `password \"…\" set 80 days ago` or `password \"…\" expires in 3 days`",
      "The password; after it `expired`, in how many days it expires, which is told, or how long ago "
        + "it was set: just now, where that isn't said."),
    .init(
      "user", "activation-token", form: "`activation-token \"…\"`",
      "What the link of their welcome mail carries: `start sign-in with activation-token = …`."),
    .init(
      "user", "recovery-token", form: "`recovery-token \"…\"`",
      "What the link of their recovery mail carries: `start recover-password with "
        + "recovery-token = …`."),
    .init(
      "user", "email", form: "`email \"…\"`",
      "The address for mails; the name that they type, where that is an address."),
    .init(
      "user", "phone", form: "`phone \"+15551234567\" [via sms or voice] [nickname \"Work\"]`",
      repeatable: true,
      "A phone that is enrolled; may stand several times."),
    .init("user", "groups", form: "`groups staff, admins`", "The groups that they are in."),
    .init(
      "user", "type", form: "`type \"contractor\"`", "What type of user they are, for rules."),
    .init(
      "user", "session", form: "`session password, email [2h ago]`",
      "What they have verified in a browser of theirs before, and when: `start sign-in with "
        + "session = …` begins in it."),
    .init(
      "user", "google-otp", form: "`google-otp \"BASE32KEY\"`",
      "The key of their authenticator app, as base32."),
    .init(
      "user", "okta-verify", form: "`okta-verify \"BASE32KEY\" { push approve after 3s }`",
      block: true, "Their phone with Okta Verify, by the key of its codes, as base32."),
    .init(
      "user", "okta-verify", "auto-challenge", form: "`auto-challenge on`",
      "`on` or `off`: whether they have chosen once to have pushes sent automatically; `off`."),
    .init(
      "user", "okta-verify", "push", form: "`push deny after 3s, approve`",
      "How the phone answers pushes, one after the other, the last for good: `approve`, `deny` or "
        + "`ignore`, and after how long; `approve after 3s`."),
    .init(
      "user", "okta-verify", "user-verification", form: "`user-verification biometrics`",
      "How the phone makes sure of its owner at a push and at FastPass: by `biometrics`, which is a "
        + "second kind of factor, by `pin`, or `off`; `off`."),
    .init(
      "user", "okta-verify", "hardware-protected", form: "`hardware-protected on`",
      "`on` or `off`: whether the key of pushes and of FastPass is in a chip; `off`."),
    .init(
      "user", "security-question",
      form: "`security-question \"disliked_food\" answer \"…\"`",
      "A question by its key, or one of their own words, and its answer."),
    .init(
      "user", "passkey", form: "`passkey jane`", repeatable: true, block: true,
      "A passkey that is enrolled: scripts sign in by `passkey jane`."),
    .init(
      "user", "passkey", "user-verification", form: "`user-verification pin`",
      "How it makes sure of its holder: by `biometrics`, by `pin`, or `off`; `biometrics`."),
    .init(
      "user", "passkey", "hardware-protected", form: "`hardware-protected on`",
      "`on` or `off`: whether its key is in a chip; `off`."),
    .init(
      "user", "passkey", "synced", form: "`synced on`",
      "`on` or `off`: whether it is on all of a person's devices, and so bound to none; `off`."),
    .init(
      "user", "email-link",
      form: "`email-link opens [after 5s] [on this device] or [on another device [and refuses]]`",
      "What they do with the link of a mail: open it at once or after a while, where they sign in or "
        + "elsewhere; nothing, where it isn't set."),
    .init(
      "user", "status", form: "`status locked`",
      "`active`, `staged`, `locked`, `suspended`, `deactivated` (or `deprovisioned`), "
        + "`password-expired`, `recovery` (a new password was ordered) or `unassigned`."),
    .init("user", "first-name", form: "`first-name \"Jane\"`", "The given name."),
    .init("user", "last-name", form: "`last-name \"Doe\"`", "The family name."),
    .init(
      "user", "attribute", form: "`attribute nickName \"J\"`", repeatable: true,
      "Another attribute of the profile, by its name."),
    .init(
      "codes", form: "`codes { expire 5m; attempts 5 }`", block: true,
      "What holds for codes that are sent, and for answers."),
    .init("codes", "expire", form: "`expire 5m`", "How long a sent code is good; 5 minutes."),
    .init(
      "codes", "attempts", form: "`attempts 5`",
      "Wrong answers to one challenge before it is given up; 5."),
    .init(
      "okta-verify", form: "`okta-verify { number-challenge on; enroll after 10s }`",
      block: true, "What holds for Okta Verify."),
    .init(
      "okta-verify", "number-challenge", form: "`number-challenge on`",
      "`on` or `off`: whether a push shows a number to find on the phone; `off`."),
    .init(
      "okta-verify", "push", form: "`push on-request`",
      "`at-once` or `on-request`: whether the push is sent when it is chosen, or asked for with "
        + "`authenticator-verification-data`; `autoChallenge` there sends the next ones at once."),
    .init(
      "okta-verify", "expire", form: "`expire 5m`",
      "How long a push can be answered; 5 minutes."),
    .init(
      "okta-verify", "enroll", form: "`enroll after 10s`",
      "How soon a phone that got the image or the link has enrolled: `after` a time, or `never`; "
        + "`after 10s`."),
    .init(
      "idp", form: "`idp \"Google\" { signs-in \"jane@example.com\" }`", repeatable: true,
      block: true, "An identity provider on the first page; it counts as a password."),
    .init(
      "idp", "signs-in", form: "`signs-in \"jane@example.com\"`",
      "Who comes back from there; without it, people turn back there."),
    .init("idp", "type", form: "`type SAML2`", "Its type on the wire; by its name, else `OIDC`."),
    .init(
      "idp", "domains", form: "`domains \"example.com\"`",
      "Whose addresses lead there, instead of the first page."),
    .init(
      "sign-in", form: "`sign-in identifier-first`",
      "`identifier-first` or `identifier-and-password`: what the first page asks for."),
    .init(
      "unknown-users", form: "`unknown-users hidden`",
      "`shown` tells that there is no such account; `hidden` treats them like a wrong password."),
    .init(
      "email-code", form: "`email-code on-request`",
      "`at-once` or `on-request`: whether the mail is sent when e-mail is chosen, or asked for "
        + "with `authenticator-verification-data`."),
    .init(
      "email-link", form: "`email-link asks-consent`",
      "What the link of a mail does on another device: `to-app` or `shows-code` (the code is to be "
        + "typed), `asks-consent` (whether it was them), or `off` for mails without a link; `to-app`."
    ),
    .init(
      "passkey-autofill", form: "`passkey-autofill offered`",
      "`off`, or `offered`: the first page takes a passkey instead of an identifier."),
    .init(
      "state-handle", form: "`state-handle rotated`",
      "`kept`, or `rotated` with every answer, so that an old one is refused."),
    .init(
      "fault", form: "`fault \"challenge once: 429 retry-after 2\"`", repeatable: true,
      "What the org does wrong: when (`any`, an endpoint, a step, or `email`, `sms`, `voice`), how "
        + "often (`once`, `2nd`, `from 3rd`, `3 times`), and after a colon what."),
    .init(
      "transaction", form: "`transaction 1h`",
      "How long a sign-in that was begun can be continued; an hour."),
    .init(
      "app", form: "`app \"My App\" { client-id \"0oa1\"; redirect \"com.example:/callback\" }`",
      block: true, "The client; without it any client id and redirect URI is accepted."),
    .init("app", "client-id", form: "`client-id \"0oa1\"`", "The only client id."),
    .init(
      "app", "redirect", form: "`redirect \"com.example:/callback\"`",
      "The redirect URIs, separated by commas."),
    .init(
      "app", "logout-redirect", form: "`logout-redirect \"com.example:/\"`",
      "Where a sign-out may lead back to, separated by commas; to an app's own scheme or this "
        + "machine if it isn't set."),
    .init(
      "app", "refresh-grace", form: "`refresh-grace 30s`, at most 60s",
      "How long a spent refresh token can be used once more; not at all if it isn't set."),
    .init(
      "app", "audience", form: "`audience \"api://default\"`",
      "What access tokens are for (`aud`); `api://default`."),
    .init(
      "app", "consent", form: "`consent email, phone`",
      "The scopes that people are asked to agree to, where the client wants them."),
    .init("app", "secret", form: "`secret \"…\"`", "The secret of a confidential client."),
  ]

  /// How a setting is written, for the help of a problem.
  static func form(_ path: String...) -> SettingForm { SettingForm(path: path, of: schema) }
}
