import SimulatorKit
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// A law about every setting of an org: a comparison reports another value.
@Suite("Compared settings") struct SettingLawTests {
  private static let now = Duration.seconds(1_800_000_000)

  /// For each setting of an org, two values of which someone could see the difference.
  static let values: [(path: String, old: String, new: String)] = [
    ("registration.profile", "registration { }", "registration { profile email, nickName }"),
    (
      "registration.email-link",
      "registration { email-verification on }",
      "registration { email-verification on; email-link opens }"
    ),
    ("registration.groups", "registration { }", "registration { groups staff }"),
    (
      "registration.email-verification",
      "registration { }",
      "registration { email-verification on }"
    ),
    ("registration.progressive", "registration { }", "registration { progressive on }"),
    ("registration.unknown-users", "registration { }", "registration { unknown-users deny }"),
    ("registration.password", "registration { }", "registration { password at-once }"),
    (
      "idp.signs-in",
      "idp \"G\" { signs-in everyone; signs-in not group staff }",
      "idp \"G\" { signs-in group staff;  }"
    ),
    (
      "idp.type",
      "idp \"G\" { signs-in everyone;  }",
      "idp \"G\" { signs-in everyone; type SAML2 }"
    ),
    (
      "idp.new-users",
      "idp \"G\" { signs-in everyone;  }",
      "idp \"G\" { signs-in everyone; new-users on }"
    ),
    (
      "idp.offered",
      "idp \"G\" { signs-in everyone;  }",
      "idp \"G\" { signs-in everyone; offered off }"
    ),
    (
      "idp.domains",
      "idp \"G\" { signs-in everyone;  }",
      "idp \"G\" { signs-in everyone; domains \"other.example\" }"
    ),
    (
      "sign-on.when",
      "sign-on \"a\" { when group staff; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "sign-on \"a\" { when group staff and device managed; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "sign-on.require",
      "sign-on { require password and possession }",
      "sign-on { require password }"
    ),
    (
      "sign-on.reauthenticate",
      "sign-on { require password and possession }",
      "sign-on { require password and possession; reauthenticate every 1h }"
    ),
    ("sign-on.deny", "sign-on { require password and possession }", "sign-on { deny }"),
    (
      "session-policy.when",
      "sign-on { require possession }\n"
        + "session-policy { when group staff; require password }",
      "sign-on { require possession }\n"
        + "session-policy { require password }"
    ),
    (
      "session-policy.require",
      "sign-on { require possession }",
      "sign-on { require possession }\n"
        + "session-policy { require password }"
    ),
    (
      "session-policy.mfa",
      "sign-on { require any 1 }",
      "sign-on { require any 1 }\n"
        + "session-policy { mfa always }"
    ),
    ("session-policy.lifetime", "session-policy {  }", "session-policy { lifetime 12h }"),
    ("session-policy.idle", "session-policy {  }", "session-policy { idle 30m }"),
    ("session-policy.persistent", "session-policy {  }", "session-policy { persistent on }"),
    (
      "session-policy.deny",
      "session-policy { when group staff; require password }",
      "session-policy { when group staff; deny }"
    ),
    (
      "routing.when",
      "idp \"G\" { signs-in everyone;  }\n"
        + "routing { when login \"ann@*\"; to idp \"G\" }\n"
        + "",
      "idp \"G\" { signs-in everyone;  }\n"
        + "routing { when login \"bob@*\"; to idp \"G\" }\n"
        + ""
    ),
    (
      "routing.to",
      "idp \"G\" { signs-in everyone; offered off }\n"
        + "routing { to org }",
      "idp \"G\" { signs-in everyone; offered off }\n"
        + "routing { to idp \"G\" }"
    ),
    (
      "zone.ip",
      "zone \"z\" { ip \"10.0.0.0/8\" }\n"
        + "sign-on \"a\" { when zone \"z\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "zone \"z\" { ip \"10.0.0.0/7\" }\n"
        + "sign-on \"a\" { when zone \"z\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "zone.country",
      "zone \"z\" { country \"FR\" }\n"
        + "sign-on \"a\" { when zone \"z\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "zone \"z\" { country \"FR\", \"DE\" }\n"
        + "sign-on \"a\" { when zone \"z\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "zone.asn",
      "zone \"z\" { asn \"64500\" }\n"
        + "sign-on \"a\" { when zone \"z\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "zone \"z\" { asn not \"64500\" }\n"
        + "sign-on \"a\" { when zone \"z\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "zone.service",
      "zone \"z\" { service \"TOR\" }\n"
        + "sign-on \"a\" { when zone \"z\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "zone \"z\" { service not \"TOR\" }\n"
        + "sign-on \"a\" { when zone \"z\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "zone.blocked",
      "zone \"z\" { ip \"10.0.0.0/8\" }",
      "zone \"z\" { ip \"10.0.0.0/8\"; blocked on }"
    ),
    (
      "assurance.platform",
      "assurance \"m\" { platform macos }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "assurance \"m\" { platform windows }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "assurance.os-version",
      "assurance \"m\" { platform macos; os-version \"14\" }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "assurance \"m\" { platform macos; os-version \"14.1\" }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "assurance.disk-encryption",
      "assurance \"m\" { platform macos; disk-encryption full }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "assurance \"m\" { platform macos; disk-encryption full, user }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "assurance.screen-lock",
      "assurance \"m\" { platform macos; screen-lock passcode }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "assurance \"m\" { platform macos; screen-lock biometric }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "assurance.secure-hardware",
      "assurance \"m\" { platform macos;  }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "assurance \"m\" { platform macos; secure-hardware required }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "assurance.jailbreak",
      "assurance \"m\" { platform macos;  }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "assurance \"m\" { platform macos; jailbreak denied }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "assurance.check",
      "assurance \"m\" { platform macos;  }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "assurance \"m\" { platform macos; check \"c\" }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "assurance.grace",
      "assurance \"m\" { platform macos; os-version \"14\" }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }",
      "assurance \"m\" { platform macos; os-version \"14\"; grace until \"2031-01-01\" }\n"
        + "sign-on \"a\" { when assurance \"m\"; require password }\n"
        + "sign-on \"b\" { require password and possession }"
    ),
    (
      "keep-me-signed-in.prompt",
      "keep-me-signed-in asked { }",
      "keep-me-signed-in asked { prompt every 30 days }"
    ),
    (
      "keep-me-signed-in.lifetime",
      "keep-me-signed-in asked { }",
      "keep-me-signed-in asked { lifetime 90 days }"
    ),
    (
      "enrollment.when",
      "enrollment { when group staff; disabled phone }",
      "enrollment { disabled phone }"
    ),
    (
      "enrollment.required",
      "sign-on { require webauthn }\n"
        + "enrollment { required password }",
      "sign-on { require webauthn }\n"
        + "enrollment { required password, webauthn }"
    ),
    (
      "enrollment.optional",
      "enrollment { required password }",
      "enrollment { required password; optional phone }"
    ),
    (
      "enrollment.disabled",
      "enrollment { required password }",
      "enrollment { required password; disabled phone }"
    ),
    (
      "enrollment.ask",
      "sign-on { require webauthn }\n"
        + "enrollment { required webauthn }",
      "sign-on { require webauthn }\n"
        + "enrollment { required webauthn; ask never }"
    ),
    (
      "account-management.when",
      "sign-on { require webauthn }\n"
        + "account-management { when group staff; deny }",
      "sign-on { require webauthn }\n"
        + "account-management { deny }"
    ),
    (
      "account-management.if-unable",
      "sign-on { require webauthn }\n"
        + "account-management { require webauthn }",
      "sign-on { require webauthn }\n"
        + "account-management { require webauthn; if-unable unknown \"u\" }"
    ),
    (
      "account-management.require",
      "sign-on { require webauthn }\n"
        + "account-management { require any 1 }",
      "sign-on { require webauthn }\n"
        + "account-management { require any 2 }"
    ),
    (
      "account-management.reauthenticate",
      "session-policy { }\n"
        + "sign-on { require webauthn }\n"
        + "account-management { require any 1 }",
      "session-policy { }\n"
        + "sign-on { require webauthn }\n"
        + "account-management { require any 1; reauthenticate every 10m }"
    ),
    (
      "account-management.deny",
      "sign-on { require webauthn }\n"
        + "account-management { require any 1 }",
      "sign-on { require webauthn }\n"
        + "account-management { deny }"
    ),
    (
      "recovery.when",
      "sign-on { require password }\n"
        + "recovery { when group staff; password by email }",
      "sign-on { require password }\n"
        + "recovery { password by email }"
    ),
    (
      "recovery.password",
      "sign-on { require password }\n"
        + "recovery { deny password }",
      "sign-on { require password }\n"
        + "recovery { password by email }"
    ),
    (
      "recovery.password-second",
      "sign-on { require password }\n"
        + "recovery { password by email }",
      "sign-on { require password }\n"
        + "recovery { password by email; password-second by phone }"
    ),
    (
      "recovery.unlock",
      "sign-on { require password }\n"
        + "recovery { deny unlock }",
      "sign-on { require password }\n"
        + "recovery { unlock by email }"
    ),
    (
      "recovery.unlock-second",
      "sign-on { require password }\n"
        + "recovery { unlock by email }",
      "sign-on { require password }\n"
        + "recovery { unlock by email; unlock-second by phone }"
    ),
    (
      "recovery.expired-password",
      "passwords { expire after 90 days }\n"
        + "sign-on { require password }\n"
        + "recovery { deny password }",
      "passwords { expire after 90 days }\n"
        + "sign-on { require password }\n"
        + "recovery { deny password; expired-password require 2 factors }"
    ),
    (
      "recovery.after-unlock",
      "sign-on { require email }\n"
        + "recovery { unlock by email }",
      "sign-on { require email }\n"
        + "recovery { unlock by email; after-unlock sign-in }"
    ),
    (
      "recovery.deny",
      "sign-on { require password }\n"
        + "recovery { password by email }",
      "sign-on { require password }\n"
        + "recovery { deny password }"
    ),
    (
      "passwords.when",
      "passwords { when group staff; min-length 12 }",
      "passwords { min-length 12 }"
    ),
    ("passwords.lockout", "", "passwords { lockout never }"),
    ("passwords.expire", "", "passwords { expire after 90 days }"),
    (
      "passwords.warn",
      "passwords { expire after 90 days }",
      "passwords { expire after 90 days; warn 14 days }"
    ),
    ("passwords.show-failures", "", "passwords { show-failures on }"),
    ("passwords.min-length", "", "passwords { min-length 12 }"),
    ("passwords.min-lower", "", "passwords { min-lower 2 }"),
    ("passwords.min-upper", "", "passwords { min-upper 2 }"),
    ("passwords.min-number", "", "passwords { min-number 2 }"),
    ("passwords.min-symbol", "", "passwords { min-symbol 1 }"),
    ("passwords.max-repeats", "", "passwords { max-repeats 3 }"),
    ("passwords.username", "", "passwords { username allowed }"),
    ("passwords.exclude", "", "passwords { exclude first-name }"),
    ("passwords.common", "", "passwords { common forbidden }"),
    ("passwords.history", "", "passwords { history 4 }"),
    ("passwords.min-age", "", "passwords { min-age 2h }"),
    ("lockout.after", "", "lockout { after 20 attempts }"),
    (
      "okta-verify.user-verification",
      "sign-on { require 2 factors }",
      "sign-on { require 2 factors }\n"
        + "okta-verify { user-verification pin }"
    ),
    ("okta-verify.number-challenge", "", "okta-verify { number-challenge on }"),
    ("okta-verify.push", "", "okta-verify { push on-request }"),
    ("okta-verify.expire", "", "okta-verify { expire 2m }"),
    ("okta-verify.enroll", "", "okta-verify { enroll after 5s }"),
    ("codes.expire", "", "codes { expire 2m }"),
    ("codes.attempts", "", "codes { attempts 3 }"),
    ("temporary-access-code.lifetime", "", "temporary-access-code { lifetime 8h }"),
    ("temporary-access-code.multi-use", "", "temporary-access-code { multi-use on }"),
    ("app.client-id", "app \"x\" {  }", "app \"x\" { client-id \"a\" }"),
    (
      "app.redirect",
      "app \"x\" { redirect \"com.example:/a\" }",
      "app \"x\" { redirect \"com.example:/a\", \"com.example:/b\" }"
    ),
    ("app.logout-redirect", "app \"x\" {  }", "app \"x\" { logout-redirect \"com.example:/\" }"),
    ("app.refresh-grace", "app \"x\" {  }", "app \"x\" { refresh-grace 30s }"),
    ("app.audience", "app \"x\" {  }", "app \"x\" { audience \"api://acme\" }"),
    ("app.consent", "app \"x\" {  }", "app \"x\" { consent email }"),
    ("app.assigned", "app \"x\" {  }", "app \"x\" { assigned group staff }"),
    ("app.secret", "app \"x\" {  }", "app \"x\" { secret \"abcdefgh1234\" }"),
    ("app.dpop", "app \"x\" {  }", "app \"x\" { dpop required }"),
    ("fault", "", "fault \"challenge once: 429 retry-after 2\""),
    ("transaction", "", "transaction 30m"),
    ("sign-in", "", "sign-in identifier-and-password"),
    ("unknown-users", "", "unknown-users hidden"),
    ("email-code", "", "email-code on-request"),
    ("email-link", "", "email-link asks-consent"),
    ("passkey-autofill", "", "passkey-autofill offered"),
    ("state-handle", "", "state-handle rotated"),
  ]

  /// The settings that are compared elsewhere, or decide nothing about a sign-in.
  private static let others: [String: String] = [
    "authenticators": "the routes show it", "app.sign-on-policy": "the routes show it",
    "accept": "it is about an audit", "gap": "it is compared for all apps together",
    "detail": "it is compared for all apps together",
  ]

  private static func org(_ settings: String) throws -> OktaSimulator.Org {
    let usual = settings.contains("sign-on") ? "" : "sign-on { require password and possession }"
    let text = """
      authenticators password, email, phone via sms, okta-verify via push or totp or fastpass, \
      google-otp, tac, webauthn, security-question
      user "ann@acme.example" {
        password "Correct-Horse-1" set 30 days ago; phone "+15551230101"; groups staff
        okta-verify "JBSWY3DPEHPK3PXP"
      }
      user "bob@acme.example" {
        password "Correct-Horse-2"; google-otp "JBSWY3DPEHPK3PXPJBSWY3DP"
      }
      \(settings)
      \(usual)
      """
    return try #require(try OrgText.org(text), "\(text)")
  }

  @Test("A change of a setting's value is reported in both directions", arguments: values)
  func reported(path: String, old: String, new: String) throws {
    let orgs = (try Self.org(old), try Self.org(new))
    for (first, second) in [(orgs.0, orgs.1), (orgs.1, orgs.0)] {
      let diff = OrgDiff(first, second, now: Self.now)
      let isReported =
        !diff.changes.isEmpty || !diff.settings.isEmpty || !diff.otherSettings.isEmpty
        || !diff.zones.isEmpty
      #expect(isReported, "\(path)")
      let same = OrgDiff(first, first, now: Self.now)
      #expect(same.changes.isEmpty && same.settings.isEmpty && same.otherSettings.isEmpty)
    }
  }

  @Test("Every setting of an org is compared")
  func complete() {
    let all = OktaSimulator.Org.schema.filter { !$0.hasBlock && $0.path[0] != "user" }
      .map { $0.path.joined(separator: ".") }
    let known = Self.values.map(\.path) + Self.others.keys
    #expect(Set(all) == Set(known))
    #expect(known.count == Set(known).count)
  }
}
