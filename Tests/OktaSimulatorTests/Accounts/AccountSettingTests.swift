import OktaSimulator
import Testing

@Suite("Settings of accounts")
struct AccountSettingTests {
  static let authenticators = "authenticators password, email, phone, security-question\n"

  @Test(
    "Valid settings",
    arguments: [
      "enrollment a { when group x; required email; ask never }\nenrollment { disabled phone }",
      "enrollment { required phone within 10 skips, email until \"2027-01-01\"; ask at sign-in }",
      "enrollment { when not user \"u@example.com\" and not zone office; optional email }",
      "passwords a { when group x, y }\npasswords b { when not group x; min-length 9 }\npasswords {}",
      "passwords { expire after 90 days; warn 14 days; min-age 1 day; common forbidden }",
      "passwords { expire after 2h; max-repeats 1; exclude last-name; lockout never }",
      "passwords { lockout after 3 attempts for 1h; show-failures on; expire never }",
      "recovery a { when user \"u@example.com\"; password by google-otp or email }\nrecovery {}",
      "recovery { deny password, unlock }", "recovery { deny password; unlock by email }",
      "recovery { password by email; password-second any; unlock by phone; unlock-second any }",
      "registration { progressive on; email-verification on; unknown-users deny }",
      "registration { password at-once; profile email matches \"*@example.com\", a? matches \"?\" }",
      "registration { profile email, a from 1 to 512, b? matches \"x*\" from 2 to 2 }",
      "user \"u\" { password \"x\" set 3 days ago; attribute a \"1\"; attribute b c }",
      "user \"u\" { password \"x\" set 2h ago; status recovery }",
    ])
  func right(text: String) {
    let user = text.contains("user \"u\" {") ? "" : "\nuser \"u@example.com\" {}"
    let all = "authenticators password, email, phone, google-otp\n" + text + user
    #expect(OrgSettingsTests.problems(all) == [])
  }

  @Test(
    "An invalid setting is reported at its location",
    arguments: [
      ("enrollment { required phone within 0 skips }", "value within"),
      ("enrollment { required phone within 11 skips }", "value within"),
      ("enrollment { required phone within 3 }", "value within"),
      ("enrollment { required phone until \"2027-02-29\" }", "value until"),
      ("enrollment { required phone until \"soon\" }", "value until"),
      ("enrollment { required phone until \"1969-12-31\" }", "value until"),
      ("enrollment { optional phone within 3 skips }", "value within"),
      ("enrollment { required phone; disabled phone }", "duplicate phone"),
      ("enrollment { disabled }", "value disabled"),
      ("enrollment { ask }", "value ask"), ("enrollment { ask sometimes }", "value sometimes"),
      ("enrollment { ask at night }", "value at"),
      ("enrollment { when device managed; required email }", "value device"),
      ("enrollment { when group a and risk high; required email }", "value risk"),
      ("enrollment { when user \"u@example.com\"; required email }", "value user"),
      ("enrollment { when staff; required email }", "value staff"),
      ("enrollment {}\nenrollment {}", "value enrollment"),
      ("enrollment a { when group x }\nenrollment a {}", "duplicate enrollment"),
      ("passwords { when zone office }", "value zone"),
      ("passwords { when not user \"u@example.com\" }", "value user"),
      ("passwords { max-repeats 0 }", "value 0"), ("passwords { common maybe }", "value maybe"),
      ("passwords { exclude login }", "value login"), ("passwords { exclude }", "value exclude"),
      ("passwords { expire 90 days }", "value 90"), ("passwords { expire after }", "value after"),
      ("passwords { expire after 5000 days }", "value after"),
      ("passwords { warn 3 days }", "value warn"),
      ("passwords { expire after 3 days; warn 3 days }", "value warn"),
      ("passwords { expire after 1 day; min-age 1 day }", "value passwords"),
      ("passwords { min-age 30s }", "value 30s"), ("passwords { min-age soon }", "value soon"),
      ("passwords { lockout 5 }", "value 5"), ("passwords { lockout after 0 }", "value 0"),
      ("passwords { lockout after 101 attempts }", "value 101"),
      ("passwords { lockout after 5 attempts for ever }", "value for"),
      ("passwords { show-failures maybe }", "value maybe"),
      ("passwords {}\npasswords { when group x }", "value passwords"),
      ("recovery { when group }", "value when"),
      ("recovery { password by security-question }", "value security-question"),
      ("recovery { unlock by password }", "value password"),
      ("recovery { password by email; password-second by password }", "value password"),
      ("recovery { password-second any }", "missing password-second"),
      ("recovery { unlock-second any; password by email }", "missing unlock-second"),
      ("recovery { password by email; deny password }", "value password"),
      ("recovery { deny everything }", "value everything"), ("recovery { deny }", "value deny"),
      ("recovery {}\nrecovery {}", "value recovery"),
      ("registration { profile email, a matches b }", "value matches"),
      ("registration { profile email, a matches \"\" }", "value matches"),
      ("registration { profile email, a from 3 to 2 }", "value from"),
      ("registration { profile email, a from 0 to 2 }", "value from"),
      ("registration { profile email, a from 1 to 513 }", "value from"),
      ("registration { profile email, a from 1 to 5 ? }", "value ?"),
      ("registration { profile email, a b }", "value b"),
      ("registration { progressive maybe }", "value maybe"),
      ("registration { email-verification maybe }", "value maybe"),
      ("registration { unknown-users maybe }", "value maybe"),
      ("registration { password never }", "value never"),
      ("user u { attribute a }", "value a"), ("user u { attribute \"a\" \"1\" }", "value \"a\""),
      ("user u { attribute a \"1\"; attribute a \"2\" }", "duplicate attribute"),
      ("user u { first-name J; attribute firstName \"2\" }", "duplicate attribute"),
      ("user u { password \"x\" set ago }", "value set"),
      ("user u { password \"x\" set 5 weeks ago }", "value set"),
      ("user u { password \"x\" set 2h }", "value set"),
    ])
  func wrong(text: String, expected: String) {
    let problems = OrgSettingsTests.problems(
      Self.authenticators + "user \"u@example.com\" {}\n" + text)
    #expect(problems.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 } == [expected])
  }

  @Test("A setting for something that the org lacks is refused")
  func missing() {
    #expect(
      OrgSettingsTests.problems("registration { email-verification on }")
        == ["value email-verification"])
    #expect(
      OrgSettingsTests.problems("authenticators email\nregistration { password at-once }")
        == ["value password"])
    #expect(OrgSettingsTests.problems("enrollment { disabled phone }") == ["value phone"])
  }

  @Test(
    "A day or a time is checked against the calendar",
    arguments: [
      ("2028-02-29", true), ("2027-02-29", false), ("2100-02-29", false), ("2000-02-29", true),
      ("1970-01-01", true), ("9999-12-31", true), ("2027-13-01", false), ("2027-00-01", false),
      ("2027-04-31", false), ("2027-1-1", false), ("2027-01-01T00:00:00Z", true),
      ("2027-01-01T18:00:00+02:00", true), ("2027-01-01T24:00:00Z", false),
      ("2027-01-01T00:00:00", false), ("1969-12-31T23:59:59Z", false), ("", false),
    ])
  func days(text: String, isDay: Bool) {
    let problems = OrgSettingsTests.problems(
      Self.authenticators + "enrollment { required phone until \"\(text)\" }")
    #expect(problems.isEmpty == isDay)
  }
}
