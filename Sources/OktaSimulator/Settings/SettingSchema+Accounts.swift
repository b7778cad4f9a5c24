import SimulatorKit

extension Org {
  /// The settings of accounts: how they come to be, what they hold, and how they are got back.
  static let accounts: [SettingDescription] = enrollment + registration + recovery + passwords

  private static let enrollment: [SettingDescription] = [
    .init(
      "enrollment", form: "`enrollment [\"staff\"] { when group staff; required email }`",
      repeatable: true, block: true,
      "What people are asked to enroll; the first whose conditions all hold decides. Without one that "
        + "fits, whoever signs up sets a password, and nothing else is asked for unless a sign-on "
        + "rule needs it."),
    .init(
      "enrollment", "when", form: "`when [not] group staff [and [not] zone \"office\"]`",
      repeatable: true, "What has to hold, as at `sign-on`: `group`, `not user` and `zone`."),
    .init(
      "enrollment", "required",
      form: "`required password, phone within 3 skips, email until \"2026-12-31\"`",
      "What has to be enrolled before anybody is signed on; `within` so many skips, or `until` a day "
        + "(UTC), it can be put off by whoever signs in."),
    .init(
      "enrollment", "optional", form: "`optional phone`",
      "What is offered once, and can be skipped."),
    .init(
      "enrollment", "disabled", form: "`disabled security-question`",
      "What nobody enrolls, as what isn't named."),
    .init(
      "enrollment", "ask", form: "`ask at sign-in` or `ask never`",
      "Whether whoever signs in is asked; whoever signs up is. `at sign-in`."),
  ]

  private static let registration: [SettingDescription] = [
    .init(
      "registration", form: "`registration { profile firstName, lastName, email }`", block: true,
      "Lets people sign up, and says what profiles hold."),
    .init(
      "registration", "profile",
      form: "`profile firstName, email, nickName?, employeeNumber matches \"E*\" from 2 to 20`",
      "What the sign-up asks for; a `?` makes it optional, `matches` gives a pattern with `*` and `?`, "
        + "`from` and `to` how many characters it has (1 to 50). `email` is the name to sign in "
        + "with."),
    .init(
      "registration", "email-link", form: "`email-link opens [after 5s] [on another device]`",
      "What whoever signs up does with the link of the mail, as at `user`."),
    .init("registration", "groups", form: "`groups customers`", "The groups of whoever signs up."),
    .init(
      "registration", "email-verification", form: "`email-verification on`",
      "`on` or `off`: whether the address is proved by a code before the first sign-on, whatever "
        + "`enrollment` says; `off`."),
    .init(
      "registration", "progressive", form: "`progressive on`",
      "`on` or `off`: whether whoever signs in is asked for what their profile lacks; what is "
        + "optional once; `off`."),
    .init(
      "registration", "unknown-users", form: "`unknown-users deny`",
      "`register`, or `deny`: no way to sign up, so that profiles are only completed; `register`."),
    .init(
      "registration", "password", form: "`password at-once`",
      "`later`, or `at-once`: the form asks for the password too; `later`."),
  ]

  private static let recovery: [SettingDescription] = [
    .init(
      "recovery",
      form: "`recovery [\"staff\"] { when group staff; password by email; unlock by email }`",
      repeatable: true, block: true,
      "Lets people help themselves; the first whose conditions all hold decides."),
    .init(
      "recovery", "when", form: "`when [not] group staff [and [not] zone \"office\"]`",
      repeatable: true, "What has to hold, as at `sign-on`: `group`, `user` and `zone`."),
    .init(
      "recovery", "password", form: "`password by email or phone`",
      "What a forgotten password is recovered with: `email`, `phone`, `okta-verify` or `google-otp`."
    ),
    .init(
      "recovery", "password-second",
      form: "`password-second by security-question` or `password-second any`",
      "What that has to be proved with besides; who has none is refused."),
    .init(
      "recovery", "unlock", form: "`unlock by email or phone`",
      "What a locked account is unlocked with: `email`, `phone`, `okta-verify` or `google-otp`."),
    .init(
      "recovery", "unlock-second",
      form: "`unlock-second by phone or security-question` or `unlock-second any`",
      "What an unlock has to be proved with besides; who has none is refused."),
    .init(
      "recovery", "after-unlock", form: "`after-unlock sign-in`",
      "`done`, or `sign-in`, so that whoever unlocked the account goes on into the app."),
    .init(
      "recovery", "deny", form: "`deny password, unlock`",
      "What they can't do, as what isn't named."),
    .init(
      "lockout", form: "`lockout { after 5 attempts for 15m }`", block: true,
      "When wrong passwords lock an account: after 10 for good, where it isn't set."),
    .init(
      "lockout", "after", form: "`after 5 attempts for 15m`",
      "So many wrong passwords in a row, and for how long; for good without `for`."),
  ]

  private static let passwords: [SettingDescription] = [
    .init(
      "passwords", form: "`passwords [\"staff\"] { when group staff; min-length 12 }`",
      repeatable: true, block: true,
      "What passwords must be like; the first whose conditions all hold decides."),
    .init(
      "passwords", "when", form: "`when [not] group staff`", repeatable: true,
      "What has to hold, as at `sign-on`: `group`."),
    .init("passwords", "min-length", form: "`min-length 8`", "Characters; 8."),
    .init("passwords", "min-lower", form: "`min-lower 1`", "Lower-case letters; 1."),
    .init("passwords", "min-upper", form: "`min-upper 1`", "Upper-case letters; 1."),
    .init("passwords", "min-number", form: "`min-number 1`", "Digits; 1."),
    .init("passwords", "min-symbol", form: "`min-symbol 0`", "Other characters; 0."),
    .init(
      "passwords", "max-repeats", form: "`max-repeats 3`",
      "How often a character may stand in a row; as often as one likes, where it isn't set."),
    .init(
      "passwords", "username", form: "`username forbidden`",
      "Whether parts of the login may be in it: `forbidden` or `allowed`; `forbidden`."),
    .init(
      "passwords", "exclude", form: "`exclude first-name, last-name`",
      "Which attributes of the profile can't be in it; none."),
    .init(
      "passwords", "common", form: "`common forbidden`",
      "Whether what everybody takes may be one: `forbidden` or `allowed`; `allowed`."),
    .init(
      "passwords", "history", form: "`history 4`",
      "How many of the last passwords can't be used again; 0."),
    .init(
      "passwords", "expire", form: "`expire after 90 days` or `expire never`",
      "How old a password gets, by the sign-in's clock; `never`."),
    .init(
      "passwords", "warn", form: "`warn 14 days`",
      "How long before that whoever signs in is told; not at all, where it isn't set."),
    .init(
      "passwords", "min-age", form: "`min-age 2h` or `min-age 1 day`",
      "How long a password has to stay, unless it expired; no time."),
    .init(
      "passwords", "lockout", form: "`lockout after 5 attempts for 15m` or `lockout never`",
      "When wrong passwords lock an account; as the org's `lockout`, where it isn't set."),
    .init(
      "passwords", "show-failures", form: "`show-failures on`",
      "`on` or `off`: whether whoever is locked out is told so; `off`."),
  ]
}
