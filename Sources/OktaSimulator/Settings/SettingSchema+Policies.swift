import SimulatorKit

extension Org {
  /// The settings of policies: who may sign in, from where, and by what.
  static let policies: [SettingDescription] = [
    .init(
      "sign-on",
      form: "`sign-on [\"staff\"] { when group staff; require password and possession }`",
      repeatable: true, block: true,
      "A sign-on rule; the first whose conditions all hold decides. Without one that fits, any one "
        + "authenticator is enough."),
    .init(
      "sign-on", "when",
      form: "`when [not] group staff, admins [and [not] zone \"office\"]`", repeatable: true,
      "What has to hold: any of a list (`group`, `user`, `type`, `zone`, `device registered, "
        + "managed, unregistered`, `risk low, medium, high`, `platform ios, …, mobile, desktop`), "
        + "none of it with `not`, all that `and` or a second `when` adds. What isn't known of a "
        + "sign-in is nothing of a list."),
    .init(
      "sign-on", "require",
      form: "`require any 2`, `2 factors with phishing-resistant possession`, `password and "
        + "(email or phone)` or `password then email`",
      "What has to be verified: a number of authenticators, of kinds of factors (`with` what has to "
        + "be among them, up to the end or `)`), or authenticators and kinds (`knowledge`, "
        + "`possession`, `inherence`) joined by `and`, each another one, by `or`, or in order by "
        + "`then`; before them `phishing-resistant`, `hardware-protected`, `device-bound` or "
        + "`user-verifying`, behind all of it `without email, phone`."),
    .init(
      "sign-on", "reauthenticate", form: "`reauthenticate [password] every 12h`",
      repeatable: true,
      "How old a verification of an earlier sign-in may be to count, of all or of one kind or "
        + "authenticator: `every` so long, `always` again, or `once` a session; `once`."),
    .init("sign-on", "deny", form: "`deny`", "Lets nobody in."),
    .init(
      "session-policy",
      form: "`session-policy [\"staff\"] { when group staff; require password; mfa per session }`",
      repeatable: true, block: true,
      "The global session policy, which has to be satisfied too; the first rule whose conditions all "
        + "hold decides. Without one that fits it asks for nothing."),
    .init(
      "session-policy", "when", form: "`when [not] group staff [and [not] zone \"office\"]`",
      repeatable: true, "What has to hold, as at `sign-on`."),
    .init(
      "session-policy", "require", form: "`require password`",
      "`password`, or `any`: what opens a session; `any`."),
    .init(
      "session-policy", "mfa", form: "`mfa every 15m`",
      "When a second kind of factor is asked for: `always`, `every` so long, `per session`, `per "
        + "device` where `rememberMe` was chosen, or `off`; `off`."),
    .init(
      "session-policy", "lifetime", form: "`lifetime 12h`",
      "How long a session is good, such as `30 days`; as long as it is used, where it isn't set."),
    .init(
      "session-policy", "idle", form: "`idle 2h`", "How long it may be left alone; 2 hours."),
    .init(
      "session-policy", "persistent", form: "`persistent on`",
      "`on` or `off`: whether its cookie outlives the browser; `off`."),
    .init("session-policy", "deny", form: "`deny`", "Lets nobody in."),
    .init(
      "zone", form: "`zone \"office\" { ip \"10.0.0.0/8\" }`", repeatable: true, block: true,
      "A network zone: sign-ins say which they come from, or from which address. Where an org has "
        + "none, its rules may name any."),
    .init(
      "zone", "ip", form: "`ip \"10.0.0.0/8\", \"192.168.1.1-192.168.1.9\"`",
      "Its addresses: single ones, prefixes and ranges, of IPv4 and IPv6."),
    .init(
      "zone", "blocked", form: "`blocked on`",
      "`on` or `off`: whether whatever comes from there is refused before any policy; `off`."),
    .init(
      "keep-me-signed-in",
      form: "`keep-me-signed-in asked { prompt every 30 days; lifetime 90 days }`", block: true,
      "`off`, or `asked` when everything is verified."),
    .init(
      "keep-me-signed-in", "prompt", form: "`prompt every 30 days`",
      "How long somebody who has answered isn't asked again, or `always`; `always`."),
    .init(
      "keep-me-signed-in", "lifetime", form: "`lifetime 90 days`",
      "How long the session of whoever stays is good; as any other, where it isn't set."),
  ]
}
