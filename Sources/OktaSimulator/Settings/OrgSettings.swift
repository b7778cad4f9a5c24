import FlowDiagnostics
import FlowEngine
public import SimulatorKit

extension Org {
  /// Every setting of a simulated Identity Engine org, including the settings in blocks.
  public static let schema = OrgSettings.table.descriptions
}

/// The settings of an org, outside of blocks.
enum OrgSettings {
  /// The table of all settings.
  static let table = SettingTable<OrgDraft>(entries: people + policies + pages + others)

  private static let people: [SettingEntry<OrgDraft>] = [
    SettingEntry(
      "authenticators",
      "`authenticators password, phone via sms or voice, email for recovery`",
      "The authenticators of the org. `for recovery` allows an authenticator only for recovery, "
        + "`for sign-in` only for signing in, and `for nothing` for neither.", usual: "`password`",
      example: "authenticators password, phone via sms or voice, email for recovery",
      notAs: ["authenticator", "factors", "factor", "mfa"], order: .first,
      .custom { draft, line in draft.readAuthenticators(line) }),
    SettingEntry(
      "user", "`user \"jane@example.com\" { … }`",
      "A user, named by the login they type.", usual: "no users",
      example: "user \"ada@example.com\" { }",
      notAs: ["users", "person", "account"], repeats: true,
      .block(UserBlock.table) { draft, line in UserBlock.read(line, of: draft) }),
    SettingEntry(
      "registration", "`registration { profile firstName, lastName, email }`",
      "Lets users sign up, and defines the profile.", usual: "users can't sign up",
      example: "registration { }",
      notAs: ["sign-up", "signup", "self-registration", "profile-enrollment"],
      .block(RegistrationBlock.table) { draft, line in RegistrationBlock.read(line, of: draft) }),
    SettingEntry(
      "idp", "`idp \"Google\" { signs-in \"jane@example.com\" }`",
      "An identity provider. Signing in there counts as a password.",
      usual: "no identity providers",
      example: "idp \"Google\" { }", notAs: ["identity-provider", "provider", "social"],
      repeats: true, order: .first,
      .block(IdentityProviderBlock.table) { draft, line in
        IdentityProviderBlock.read(line, of: draft)
      }),
  ]

  private static let policies: [SettingEntry<OrgDraft>] = [
    SettingEntry(
      "sign-on", "`sign-on [\"staff\"] { when group staff; require password and possession }`",
      "A sign-on rule. The first rule whose conditions all hold decides; if none does, any one "
        + "authenticator is enough.", usual: "any one authenticator is enough",
      example: "sign-on \"extra\" { when group staff; require any 2 }",
      notAs: [
        "policy", "policies", "authentication-policy", "authentication", "sign-on-policy", "signon",
        "access-policy", "rule", "rules",
      ],
      repeats: true, isCovered: true,
      .block(SignOnBlock.table) { draft, line in SignOnBlock.read(line, of: draft) }),
    SettingEntry(
      "sign-on-policy", "`sign-on-policy \"strong\" { sign-on { require any 2 } }`",
      "Sign-on rules that several apps share. An app names them: `sign-on-policy \"strong\"`.",
      usual: "the rules outside of any policy are those of all apps without their own",
      example: "sign-on-policy \"strong\" { sign-on { require any 2 } }",
      repeats: true,
      .block(SharedPolicy.table) { _, line in
        var rules = SharedPolicy()
        SharedPolicy.table.read(line.block, into: &rules, line.reader)
      }),
    SettingEntry(
      "session-policy",
      "`session-policy [\"staff\"] { when group staff; require password; mfa per session }`",
      "A rule of the global session policy, which a sign-in has to satisfy too. The first rule "
        + "whose conditions all hold decides; if none does, the policy asks for nothing.",
      usual: "the policy asks for nothing",
      example: "session-policy { require password }",
      notAs: ["policy", "policies", "global-session-policy", "okta-sign-on", "session"],
      repeats: true, isCovered: true,
      .block(SessionBlock.table) { draft, line in SessionBlock.read(line, of: draft) }),
    SettingEntry(
      "routing",
      "`routing [\"partners\"] { when login \"*@partner.com\"; to idp \"Partner\" }`",
      "A rule for where users sign in once they have entered their login. The first rule whose "
        + "conditions all hold decides; if none does, users sign in at the org.",
      usual: "users sign in at the org", example: "routing { to org }",
      notAs: ["routing-rule", "idp-discovery", "discovery"],
      repeats: true, isCovered: true,
      .block(RoutingBlock.table) { draft, line in RoutingBlock.read(line, of: draft) }),
    SettingEntry(
      "zone", "`zone \"office\" { ip \"10.0.0.0/8\" }`",
      "A network zone. A sign-in states the zone or address that it comes from. If an org has no "
        + "zones, its rules may name any.", usual: "no zones",
      example: "zone \"lab\" { }", notAs: ["network-zone", "network"], repeats: true, order: .first,
      .block(NetworkZone.table) { draft, line in draft.readZone(line) }),
    SettingEntry(
      "assurance", "`assurance \"Managed Macs\" { platform macos; os-version \"14.1\" }`",
      "A device assurance policy: what a device of a platform must fulfill. The condition "
        + "`assurance` of a rule names it, and a sign-in states what its device fulfills.",
      usual: "none", example: "assurance \"Macs\" { platform macos; os-version \"14.1\" }",
      notAs: ["device-assurance", "device-assurances", "assurances"], repeats: true,
      isCovered: true, order: .first,
      .block(AssuranceBlock.table) { draft, line in AssuranceBlock.read(line, of: draft) }),
    SettingEntry(
      "keep-me-signed-in",
      "`keep-me-signed-in asked { prompt every 30 days; lifetime 90 days }`",
      "`asked` asks users whether to stay signed in after everything is verified.", usual: "`off`",
      example: "keep-me-signed-in asked", notAs: ["kmsi", "remember-me"],
      .block(KeepMeSignedIn.table) { draft, line in
        draft.policy.keepMeSignedIn.isAsked = line.choice(["asked", "off"]) == "asked"
        KeepMeSignedIn.table.read(line.block, into: &draft.policy.keepMeSignedIn, line.reader)
      }),
    SettingEntry(
      "enrollment", "`enrollment [\"staff\"] { when group staff; required email }`",
      "A rule for what users enroll. The first rule whose conditions all hold decides; if none "
        + "does, users who sign up set a password, and a sign-on rule may need more.",
      usual: "users who sign up set a password",
      example: "enrollment { required email }",
      notAs: [
        "policy", "policies", "enrolment", "authenticator-enrollment", "mfa-enrollment",
        "mfa-enroll",
      ], repeats: true, isCovered: true,
      .block(EnrollmentBlock.table) { draft, line in EnrollmentBlock.read(line, of: draft) }),
    SettingEntry(
      "account-management",
      "`account-management [\"phones\"] { when authenticator phone; require 2 factors }`",
      "A rule for what users must have verified to enroll an authenticator when they sign in. The "
        + "first rule whose conditions all hold decides; if none does, they may enroll it.",
      usual: "users who sign in may enroll what the `enrollment` rules offer",
      example: "account-management { require any 2 }",
      notAs: ["account-management-policy", "okta-account-management-policy", "oamp"],
      repeats: true, isCovered: true,
      .block(SignOnBlock.accountTable) { draft, line in SignOnBlock.readAccount(line, of: draft) }),
    SettingEntry(
      "recovery", "`recovery [\"staff\"] { when group staff; password by email; unlock by email }`",
      "A rule for how users recover a password and unlock an account. The first rule whose "
        + "conditions all hold decides.", usual: "nothing can be recovered or unlocked",
      example: "recovery { password by email }",
      notAs: ["password-recovery", "self-service", "forgot-password"], repeats: true,
      isCovered: true,
      .block(RecoveryBlock.table) { draft, line in RecoveryBlock.read(line, of: draft) }),
    SettingEntry(
      "passwords", "`passwords [\"staff\"] { when group staff; min-length 12 }`",
      "A rule for passwords. The first rule whose conditions all hold decides.",
      usual: "at least 8 characters, with a lower-case letter, an upper-case letter and a digit",
      example: "passwords { min-length 12 }",
      notAs: ["policy", "policies", "password-policy", "password-rules"],
      repeats: true, isCovered: true,
      .block(PasswordsBlock.table) { draft, line in PasswordsBlock.read(line, of: draft) }),
    SettingEntry(
      "lockout", "`lockout { after 5 attempts for 15m }`",
      "When wrong passwords lock an account.", usual: "after 10 attempts, until it is unlocked",
      notAs: ["lock-out", "lock", "account-lockout"],
      .block(Lockout.table) { draft, line in draft.readLockout(line) }),
  ]

  private static let pages: [SettingEntry<OrgDraft>] = [
    SettingEntry(
      "sign-in", "`sign-in identifier-first` or `sign-in identifier-and-password`",
      "The fields of the first page.", usual: "`identifier-first`",
      example: "sign-in identifier-and-password",
      .custom { draft, line in draft.readSignIn(line) }),
    SettingEntry(
      "unknown-users", "`unknown-users hidden`",
      "`shown` reports that the account doesn't exist; `hidden` treats it like a wrong password.",
      usual: "`shown`", notAs: ["enumeration-prevention", "user-enumeration"],
      .choice(["shown": false, "hidden": true]) { $0.policy.hidesUnknownUsers = $1 }),
    SettingEntry(
      "email-code", "`email-code on-request`",
      "Whether the mail is sent when email is chosen (`at-once`), or asked for with "
        + "`authenticator-verification-data` (`on-request`).",
      usual: "`at-once`",
      .choice(["at-once": false, "on-request": true]) { $0.policy.sendsEmailOnRequest = $1 }),
    SettingEntry(
      "email-link", "`email-link asks-consent`",
      "The effect of a mail's link on another device: `to-app` leads to the app, which shows the "
        + "code; `shows-code` shows it; `asks-consent` asks the user to confirm; `off` sends mails "
        + "without a link.",
      usual: "`to-app`", notAs: ["magic-link", "email-magic-link"],
      .choice(of: EmailLink.self) { $0.policy.emailLink = $1 }),
    SettingEntry(
      "passkey-autofill", "`passkey-autofill offered`",
      "`offered` makes the first page accept a passkey instead of an identifier.", usual: "`off`",
      notAs: ["autofill", "conditional-ui"],
      .custom { draft, line in
        draft.policy.offersPasskeysAtFirst = line.choice(["off", "offered"]) == "offered"
        if draft.policy.offersPasskeysAtFirst { draft.needs(.webauthn, line) }
      }),
    SettingEntry(
      "state-handle", "`state-handle rotated`",
      "`rotated` gives every answer a new state handle, and refuses an old one.", usual: "`kept`",
      .choice(["kept": false, "rotated": true]) { $0.policy.rotatesStateHandle = $1 }),
    SettingEntry(
      "transaction", "`transaction 30m`", "The time in which a sign-in can be continued.",
      usual: "1 hour",
      .duration { $0.policy.transactionLife = $1 }),
  ]

  private static let others: [SettingEntry<OrgDraft>] = [
    SettingEntry(
      "codes", "`codes { expire 5m; attempts 5 }`", "The limits for codes and answers.",
      usual: "`expire 5m; attempts 5`",
      example: "codes { expire 2m }", notAs: ["code", "otp"],
      .block(CodePolicy.table, of: \.policy.codes)),
    SettingEntry(
      "temporary-access-code", "`temporary-access-code { lifetime 2h; multi-use on }`",
      "The codes of the authenticator `tac`, which administrators give to users. `flow explore`, "
        + "`audit` and `diff` assume that any user who may use a code may be given one.",
      usual: "`lifetime 2h; multi-use off`",
      example: "temporary-access-code { multi-use on }", notAs: ["tac", "temporary-code"],
      .block(TemporaryCodePolicy.table) { draft, line in
        line.takesNoValue()
        draft.needs(.tac, line)
        TemporaryCodePolicy.table.read(
          line.block, into: &draft.policy.temporaryCodes, line.reader)
      }),
    SettingEntry(
      "okta-verify", "`okta-verify { number-challenge on; enroll after 10s }`",
      "How Okta Verify works in the org.", usual: "its settings' defaults",
      example: "okta-verify { number-challenge on }",
      .block(OktaVerifyPolicy.table) { draft, line in
        line.takesNoValue()
        draft.needs(.oktaVerify, line)
        OktaVerifyPolicy.table.read(line.block, into: &draft.policy.oktaVerify, line.reader)
        draft.readVerificationFact(line)
      }),
    SettingEntry(
      "app", "`app \"My App\" { client-id \"0oa1\"; redirect \"com.example:/callback\" }`",
      "An app: the client, and its own `sign-on` rules, `registration` and users. Without any app, "
        + "any client id and redirect URI is accepted.", usual: "any client",
      example: "app \"My App\"", notAs: ["client", "application"], repeats: true,
      .block(App.table) { draft, line in
        if !line.values.isEmpty, let label = line.one({ $0.name }) {
          draft.policy.app.label = label
        }
        App.table.read(line.block, into: &draft.policy.app, line.reader)
      }),
    SettingEntry(
      "accept",
      "`accept \"weaker-route 1f0c5a9e2b7d\" \"the kiosk is locked in\" until \"2027-01-31\"`",
      "Accepts findings of `flow audit`: by id, fingerprint or both, with the reason and the last "
        + "day. An acceptance that has expired or matches nothing is a finding.",
      usual: "no finding is accepted", notAs: ["ignore", "suppress", "allow"], repeats: true,
      .custom { draft, line in Acceptance.read(line, into: &draft.policy) }),
    SettingEntry(
      "gap", "`gap \"the inline hook of the registration\"`",
      "A part of a real org that this org doesn't have. `flow audit`, `explore` and `diff` report "
        + "that their answers aren't complete. `flow import` writes it.",
      usual: "the org is complete", notAs: ["missing", "incomplete"], repeats: true,
      .custom { draft, line in OrgGap.read(line, into: &draft.policy) }),
    SettingEntry(
      "detail", "`detail \"Corp laptops: osVersion: 14.2\"`",
      "A part of a real org that decides nothing here. `flow diff` and `flow gate` report that "
        + "they can't compare it if it differs. `flow import` writes it.",
      usual: "none", notAs: ["details", "note"], repeats: true,
      .custom { draft, line in OrgGap.readDetail(line, into: &draft.policy) }),
    SettingEntry(
      "fault", "`fault \"challenge once: 429 retry-after 2\"`",
      "A fault of the org: when (`any`, an endpoint, a step, or `email`, `sms`, `voice`), how "
        + "often (`once`, `2nd`, `from 3rd`, `3 times`), and after a colon what happens.",
      usual: "no faults",
      notAs: ["error", "failure"], repeats: true,
      .custom { draft, line in FaultLine(line).read(into: &draft.policy) }),
  ]
}

// Settings whose readers are too long for the table.
extension OrgDraft {
  fileprivate func readAuthenticators(_ line: SettingLine) {
    if line.values.isEmpty { line.malformed() }
    policy.authenticators = []
    var places: [(authenticator: Authenticator, place: SourceRange)] = []
    for terms in line.values {
      guard let first = terms.first, let authenticator = reader.namedAuthenticator(first) else {
        continue
      }
      if let other = places.first(where: { $0.authenticator == authenticator }) {
        reader.report(
          SettingProblem(
            .duplicate, "`\(authenticator.rawValue)` is listed twice", at: first.place,
            other: other.place))
        continue
      }
      places.append((authenticator, first.place))
      let end = terms.firstIndex { $0.word == "for" } ?? terms.endIndex
      let methods =
        end == 1
        ? authenticator.usualMethods
        : reader.methods(terms[1..<end], of: authenticator, allowed: authenticator.methods)
      policy.authenticators.append(
        OfferedAuthenticator(
          authenticator: authenticator, methods: methods ?? authenticator.methods,
          purpose: purpose(terms[end...])))
    }
  }

  /// Reads `user-verification unknown "why"` in the block `okta-verify`.
  fileprivate func readVerificationFact(_ line: SettingLine) {
    guard let setting = line.block.first(where: { $0.name == "user-verification" }),
      let terms = setting.values.first, terms.first?.word == "unknown"
    else { return }
    policy.oktaVerify.verificationFact = unknownFact(
      terms, isOnly: setting.values.count == 1, at: setting.place,
      form: "user-verification unknown \"why\"")
  }

  /// Reads `unknown "why"` after the name of a setting.
  ///
  /// - Parameters:
  ///   - terms: The terms after the name.
  ///   - isOnly: Whether the setting has no other values.
  ///   - place: The location of the setting.
  ///   - form: The syntax of the setting.
  /// - Returns: The index of the fact; `nil` if the terms aren't valid.
  func unknownFact(
    _ terms: [SettingTerm], isOnly: Bool, at place: SourceRange, form: String
  ) -> Int? {
    guard terms.count == 2, isOnly, terms[0].word == "unknown", let reason = terms[1].name,
      UnknownFact.isName(reason)
    else {
      reader.report(
        SettingProblem(
          .value, "an unknown setting needs a reason", at: place, help: "write it as `\(form)`"))
      return nil
    }
    let fact = UnknownFact(content: .unknown(reason), place: terms[1].place)
    return index(of: fact, at: terms[1].place)
  }

  /// Reads what an authenticator is for: `for recovery`.
  private func purpose(_ terms: ArraySlice<SettingTerm>) -> OfferedAuthenticator.Purpose {
    guard let first = terms.first else { return .all }
    let words: [(word: String, purpose: OfferedAuthenticator.Purpose)] = [
      ("sign-in", .signIn), ("recovery", .recovery), ("nothing", []),
    ]
    let last = terms.dropFirst().first
    if terms.count == 2, let found = words.first(where: { $0.word == last?.word }) {
      return found.purpose
    }
    reader.report(
      SettingProblem(
        .value, "after `for` comes `sign-in`, `recovery` or `nothing`", at: (last ?? first).place,
        word: last?.word, candidates: words.map(\.word)))
    return .all
  }

  fileprivate func readSignIn(_ line: SettingLine) {
    let words = ["identifier-first", "identifier-and-password"]
    policy.asksPasswordAtOnce = line.choice(words) == words[1]
    guard policy.asksPasswordAtOnce, policy.methods(of: .password).isEmpty else { return }
    reader.report(
      SettingProblem(
        .value, "this org has no authenticator `password` to ask for", at: line.place))
  }

  /// Reads a zone: `zone "office" { ip "10.0.0.0/8", "192.168.1.1-192.168.1.9"; blocked on }`.
  fileprivate func readZone(_ line: SettingLine) {
    guard let name = line.one({ $0.name }) else { return }
    declaresZones = true
    guard !policy.zones.contains(where: { $0.name == name }) else {
      reader.report(
        SettingProblem(.duplicate, "there are two zones `\(name)`", at: line.place))
      return
    }
    var zone = NetworkZone(name: name)
    NetworkZone.table.read(line.block, into: &zone, reader)
    _ = add(zone, at: line.place)
  }

  /// Adds a zone.
  ///
  /// Returns `false` and reports a problem if the org has the maximum number of zones.
  func add(_ zone: NetworkZone, at place: SourceRange) -> Bool {
    guard policy.zones.count < NetworkZone.most else {
      reader.report(
        SettingProblem(.value, "an org has at most \(NetworkZone.most) zones", at: place))
      return false
    }
    policy.zones.append(zone)
    return true
  }

  /// Returns the index of the fact with the same content, and adds the fact if there is none.
  ///
  /// Returns `nil` and reports a problem if the org has the maximum number of facts.
  func index(of fact: UnknownFact, at place: SourceRange) -> Int? {
    if let known = policy.unknowns.firstIndex(where: { $0.content == fact.content }) {
      return known
    }
    guard policy.unknowns.count < UnknownFact.most else {
      reader.report(
        SettingProblem(
          .value,
          "an org has at most \(UnknownFact.most) different unknown conditions, behaviors and checks",
          at: place))
      return nil
    }
    policy.unknowns.append(fact)
    return policy.unknowns.count - 1
  }

  fileprivate func readLockout(_ line: SettingLine) {
    line.takesNoValue()
    guard line.block.contains(where: { $0.name == "after" }) else {
      Lockout.table.read(line.block, into: &policy.lockout, reader)
      reader.report(
        SettingProblem(
          .missing, "`lockout` needs `after`", at: line.place,
          help: "add \(Lockout.table.form(of: "after"))"))
      return
    }
    Lockout.table.read(line.block, into: &policy.lockout, reader)
  }
}
