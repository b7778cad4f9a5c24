import Testing

@testable import OktaImport

@Suite("Imported rules")
struct ImportedRuleTests {
  /// A part of an export, and its result.
  struct Case: CustomTestStringConvertible, Sendable {
    var json: String
    /// Words that appear in the org; the ones after `!` don't.
    var words: [String]
    /// The ends of the paths with warnings.
    var warned: [String]

    /// The number of parts that nothing in the org stands for.
    var gaps: Int

    init(_ json: String, _ words: String..., warned: [String] = [], gaps: Int = 0) {
      self.gaps = gaps
      self.json = json
      self.words = words
      self.warned = warned
    }

    var testDescription: String { json }

    func check(_ outcome: Importing.Outcome?) throws {
      let org = try #require(outcome)
      #expect(org.faults == [], "\(org.text)")
      for word in words {
        if word.hasPrefix("!") {
          #expect(!org.line.contains(word.dropFirst()), "\(org.text)")
        } else {
          #expect(org.line.contains(Importing.plain(word)), "\(org.text)")
        }
      }
      #expect(org.warned.count == warned.count, "\(org.remarks)")
      #expect(org.gaps == gaps, "\(org.text)")
      for end in warned {
        #expect(org.warned.contains { $0.hasSuffix(end) }, "\(end): \(org.remarks)")
        #expect(org.text.contains("# "), "\(org.text)")
      }
    }
  }

  static let conditions: [Case] = [
    .init("null", #"sign-on "R" { deny }"#),
    .init("{}", #"sign-on "R" { deny }"#),
    .init(#"{"people": {"groups": {"include": ["00g0", "00g1"]}}}"#, #"sign-on "R" { deny }"#),
    .init(
      #"{"people": {"groups": {"include": ["00g1"], "exclude": []}, "users": {"exclude": ["00u1"]}}}"#,
      #"sign-on "R" { when group "Staff" and not user "jane@example.com"; deny }"#),
    .init(
      #"{"people": {"groups": {"include": ["00g1"]}, "users": {"include": ["00u2"]}}}"#,
      #"sign-on "R" { when group "Staff"; deny }"#,
      #"sign-on "R (or 2)" { when user "sam@example.com"; deny }"#),
    .init(
      #"{"people": {"groups": {"exclude": ["00g9"]}}}"#,
      #"sign-on "R" { when not unknown "group: members: 00g9"; deny }"#,
      warned: ["groups.exclude[0]"]),
    .init(
      #"{"people": {"users": {"include": ["00u9"]}}}"#, #"!sign-on "R""#, warned: ["include[0]"],
      gaps: 1),
    .init(#"{"people": {"groups": {"exclude": ["00g0"]}}}"#, #"!sign-on "R""#),
    .init(
      #"{"network": {"connection": "ZONE", "include": ["nzo1"]}}"#, #"when zone "Office";"#),
    .init(
      #"{"network": {"connection": "ZONE", "exclude": ["nzo1", "nzo9"]}}"#,
      #"when not unknown "zone: nzo9" and not zone "Office";"#, warned: ["exclude[1]"]),
    .init(#"{"network": {"connection": "ANYWHERE", "include": []}}"#, #"sign-on "R" { deny }"#),
    .init(#"{"device": {"registered": true}}"#, "when device registered, managed;"),
    .init(#"{"device": {"registered": true, "managed": true}}"#, "when device managed;"),
    .init(
      #"{"device": {"registered": true, "managed": false}}"#,
      "when device registered and not device managed; deny"),
    .init(#"{"device": {"registered": false}}"#, "when not device registered, managed;"),
    .init(
      #"{"device": {"registered": true, "assurance": {"include": ["dae1", "dae2"]}}}"#,
      #"""
      sign-on "R" { when unknown "device assurance: dae1", "device assurance: dae2"
       when device registered, managed; deny }
      """#,
      warned: ["assurance.include"]),
    .init(
      #"{"platform": {"include": [{"type": "MOBILE", "os": {"type": "IOS"}}, {"type": "DESKTOP"}]}}"#,
      "when platform ios, desktop;"),
    .init(
      #"{"platform": {"exclude": [{"type": "ANY", "os": {"type": "OTHER", "expression": ""}}]}}"#,
      "when not platform other;"),
    .init(
      #"{"platform": {"include": [{"os": {"type": "OTHER", "expression": "Plan 9"}}]}}"#,
      #"sign-on "R" { when platform other and unknown "system: Plan 9"; deny }"#,
      warned: ["os.expression"]),
    .init(
      #"{"platform": {"include": [{"type": "MOBILE", "os": {"type": "OTHER"}}, {"os": {"type": "IOS"}}]}}"#,
      #"sign-on "R" { when platform ios; deny }"#,
      #"sign-on "R (or 2)" { when platform other and unknown "platform: "#,
      warned: ["include[0]"]),
    .init(
      #"{"platform": {"exclude": [{"os": {"type": "IOS", "version": {"matchType": "SEMVER", "value": "18"}}}]}}"#,
      #"sign-on "R" { when not platform ios; deny }"#,
      #"sign-on "R (or 2)" { when not unknown "version: "#, warned: ["os.version"]),
    .init(#"{"riskScore": {"level": "MEDIUM"}}"#, "when risk medium;"),
    .init(#"{"riskScore": {"level": "ANY"}, "risk": {"behaviors": []}}"#, #"sign-on "R" { deny }"#),
    .init(
      #"{"riskScore": {"level": "EXTREME"}}"#,
      #"sign-on "R" { when unknown "level: EXTREME"; deny }"#, warned: ["riskScore.level"]),
    .init(
      #"{"risk": {"behaviors": ["New Device", "New City"]}}"#,
      #"sign-on "R" { when unknown "behavior: New Device", "behavior: New City"; deny }"#,
      warned: ["risk.behaviors"]),
    .init(
      #"{"app": {"include": [{"type": "APP", "id": "0oa1"}], "exclude": []}}"#,
      #"sign-on "R" { when unknown "app: {"#, warned: ["app.include"]),
    .init(
      #"{"app": {"exclude": [{"type": "APP", "id": "0oa1"}]}}"#,
      #"sign-on "R" { when not unknown "app: {"#, warned: ["app.exclude"]),
    .init(
      #"{"identityProvider": {"provider": "SPECIFIC_IDP", "idpIds": ["0oa7"]}}"#,
      #"sign-on "R" { when unknown "identity provider: 0oa7"; deny }"#, warned: ["idpIds"]),
    .init(
      #"{"identityProvider": {"provider": "OKTA"}}"#, #"sign-on "R" { deny }"#),
    .init(
      #"{"userType": {"include": ["oty1"], "exclude": ["oty2"]}}"#,
      #"when type "oty1" and not type "oty2";"#),
    .init(
      #"{"elCondition": {"condition": "security.risk.level != 'LOW' && device.profile.managed == true"}}"#,
      "when not risk low and device managed;"),
    .init(
      #"{"elCondition": {"condition": "user.profile.department == 'Sales'"}}"#,
      #"sign-on "R" { when attribute department "Sales"; deny }"#),
    .init(
      #"{"elCondition": {"condition": "user.profile.a == 'b' && security.risk.level == 'HIGH'"}}"#,
      #"when attribute a "b" and risk high;"#),
    .init(
      #"{"elCondition": {"condition": "user.profile.a == user.profile.b && security.risk.level == 'HIGH'"}}"#,
      #"when unknown "expression: user.profile.a == user.profile.b" and risk high;"#,
      warned: ["elCondition.condition"]),
    // `&&` binds tighter.
    .init(
      #"{"elCondition": {"condition": "user.a == 'x' || user.profile.b == 'y' && security.risk.level == 'HIGH'"}}"#,
      #"sign-on "R" { when unknown "expression: user.a == 'x'"; deny }"#,
      #"sign-on "R (or 2)" { when attribute b "y" and risk high; deny }"#,
      warned: ["elCondition.condition"]),
    .init(
      #"{"moonPhase": {"is": "FULL"}}"#, #"sign-on "R" { when unknown "moonPhase: "#,
      warned: ["moonPhase"]),
    .init(
      #"{"people": 7}"#, #"sign-on "R" { when unknown "people: 7"; deny }"#,
      warned: ["conditions.people"]),
    .init(#"{"authContext": {"authType": "RADIUS"}}"#, #"!sign-on "R""#),
  ]

  @Test("The conditions of a rule", arguments: conditions)
  func condition(_ one: Case) throws {
    let rules = [
      Importing.rule(conditions: one.json, Importing.denies),
      Importing.rule(named: "All", priority: 99, Importing.denies),
    ]
    let policy = Importing.policy("ACCESS_POLICY", rules: rules)
    try one.check(Importing.org("[\(policy), \(Importing.people)]"))
  }

  private static func one(_ factors: String, _ constraints: String, _ rest: String = "") -> String {
    #"{"type": "ASSURANCE", "factorMode": "\#(factors)", "constraints": \#(constraints)\#(rest)}"#
  }

  static let methods: [Case] = [
    .init(one("1FA", "[]"), "require any 1 }"),
    .init(one("2FA", "[{}]"), "require 2 factors }"),
    .init(one("1FA", #"[{"knowledge": {"types": ["PASSWORD"]}}]"#), "require password }"),
    .init(
      one("2FA", #"[{"knowledge": {"types": ["password"], "required": true}}]"#),
      "require 2 factors with password }"),
    .init(
      one("2FA", #"[{"knowledge": {}, "possession": {"phishingResistant": "REQUIRED"}}]"#),
      "require knowledge and phishing-resistant possession }"),
    .init(
      one(
        "1FA",
        #"[{"possession": {"hardwareProtection": "REQUIRED", "deviceBound": "REQUIRED"}}]"#),
      "require hardware-protected device-bound possession }"),
    .init(
      one(
        "1FA",
        #"[{"possession": {"userVerification": "REQUIRED", "userVerificationMethods": ["BIOMETRICS"]}}]"#
      ), "require inherence }"),
    .init(
      one("1FA", #"[{"possession": {"methods": ["PUSH", "sms"], "userPresence": "REQUIRED"}}]"#),
      "require (phone via sms or okta-verify via push) }"),
    .init(
      one(
        "2FA",
        #"[{"possession": {"authenticationMethods": [{"key": "okta_verify", "method": "push"}]}}]"#),
      "require 2 factors with okta-verify via push }"),
    .init(
      one("2FA", #"[{"possession": {"excludedAuthenticationMethods": [{"key": "okta_email"}]}}]"#),
      "require 2 factors with possession without email }"),
    .init(
      one(
        "2FA",
        #"[{"possession": {"required": false, "excludedAuthenticationMethods": [{"key": "phone_number", "method": "voice"}]}}]"#
      ), "require 2 factors without phone via voice }"),
    .init(
      one(
        "1FA", #"[{"knowledge": {"types": ["password"]}}, {"possession": {"types": ["email"]}}]"#),
      "require password or email }"),
    .init(
      one("2FA", #"[{"knowledge": {"types": ["password"]}}, {"possession": {"types": ["app"]}}]"#),
      "require (2 factors with password) or (2 factors with (google-otp or okta-verify)) }"),
    .init(
      one("2FA", "[]", #", "reauthenticateIn": "PT2H10M""#),
      "require 2 factors; reauthenticate every 130m }"),
    .init(
      one(
        "2FA", #"[{"knowledge": {"reauthenticateIn": "P30D"}}]"#,
        #", "reauthenticateIn": "PT0S""#),
      "reauthenticate always; reauthenticate knowledge every 30 days }"),
    .init(one("2FA", "[]", #", "reauthenticateIn": "PT43800H""#), "reauthenticate once }"),
    .init(
      one("2FA", "[]", #", "reauthenticateIn": "P1Y", "inactivityPeriod": "PT1H""#),
      "require 2 factors }", warned: ["reauthenticateIn", "inactivityPeriod"]),
    .init(
      one("1FA", #"[{"possession": {"authenticationMethods": [{"key": "smart_card_idp"}]}}]"#),
      #"sign-on "R" { deny }"#),
    .init(
      one("2FA", #"{"possession": {"phishingREsistant": "REQUIRED"}}"#),
      "require 2 factors with possession }", warned: ["constraints", "phishingREsistant"],
      gaps: 2),
    .init(
      #"{"type": "ID_PROOFING"}"#,
      #"sign-on "R" { when unknown "requirement: {\"type\":\"ID_PROOFING\"}"; require any 1 }"#,
      #"sign-on "R (or 2)" { deny }"#, warned: ["verificationMethod", "rules[0]"], gaps: 1),
    .init(
      """
      {"type": "AUTH_METHOD_CHAIN", "reauthenticateIn": "PT1H", "chains": [
       {"authenticationMethods": [{"key": "okta_password", "method": "password"}], "next": [
        {"authenticationMethods": [{"key": "okta_email", "method": "email"},
          {"key": "webauthn", "method": "webauthn", "userVerification": "REQUIRED"}]}]},
       {"authenticationMethods": [{"key": "google_otp", "method": "otp"}]}]}
      """,
      "require (password then (email or user-verifying webauthn)) or google-otp",
      "reauthenticate every 1h }"),
  ]

  @Test("The requirements of a rule", arguments: methods)
  func method(_ one: Case) throws {
    let rules = [
      Importing.rule(Importing.asks(one.json)),
      Importing.rule(named: "All", priority: 99, status: "INACTIVE", Importing.denies),
    ]
    let policy = Importing.policy("ACCESS_POLICY", rules: rules)
    try one.check(Importing.org("[\(policy), \(Importing.authenticators)]"))
  }

  @Test("Rules apply by priority, the system's last; rules after a catch-all are left out")
  func order() throws {
    let rules = [
      Importing.rule(named: "Last", priority: 0, Importing.denies)
        .replacing("\"name\"", with: "\"system\": true, \"name\"", maxReplacements: 1),
      Importing.rule(named: "Second", priority: 7, Importing.denies),
      Importing.rule(named: "Off", priority: 2, status: "INACTIVE", Importing.denies),
      Importing.rule(
        named: "First", priority: 1, conditions: #"{"riskScore": {"level": "HIGH"}}"#,
        Importing.denies),
    ]
    let org = try #require(
      try Importing.org(
        "[\(Importing.policy("ACCESS_POLICY", rules: rules)), \(Importing.authenticators)]"))
    #expect(org.faults == [])
    #expect(
      org.line.contains(
        #"sign-on "First" { when risk high deny } sign-on "Second" { deny }"#), "\(org.text)")
    #expect(org.text.contains("# sign-on \"Last\" { deny }"))
    #expect(org.text.contains("the rule `Off` is left out: it is inactive"))
    #expect(org.warned == [])
    #expect(org.remarks.count { $0.kind == .note } == 4, "\(org.remarks)")
  }

  @Test("Staying signed in is the same for all rules, or is reported")
  func keepMeSignedIn() throws {
    func action(_ stay: String) -> String {
      Importing.asks(#"{"type": "ASSURANCE", "factorMode": "1FA"}"#)
        .replacing("\"access\"", with: "\"keepMeSignedIn\": \(stay), \"access\"")
    }
    let allowed = #"{"postAuth": "ALLOWED", "postAuthPromptFrequency": "P7D"}"#
    let high = #"{"riskScore": {"level": "HIGH"}}"#
    for (stays, isSame) in [([allowed, allowed], true), ([allowed, "null"], false)] {
      let rules = [
        Importing.rule(conditions: high, action(stays[0])),
        Importing.rule(named: "All", priority: 1, action(stays[1])),
      ]
      let org = try #require(
        try Importing.org(
          "[\(Importing.policy("ACCESS_POLICY", rules: rules)), \(Importing.authenticators)]"))
      #expect(org.faults == [])
      #expect(org.line.contains("keep-me-signed-in asked { prompt every 7 days }"))
      #expect(org.warned.count == (isSame ? 0 : 1), "\(org.remarks)")
    }
  }
}
