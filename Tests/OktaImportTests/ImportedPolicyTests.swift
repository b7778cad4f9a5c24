import FlowHTTP
import FlowTerminal
import TestSupport
import Testing

@testable import OktaImport

@Suite("Imported policies and users")
struct ImportedPolicyTests {
  typealias Case = ImportedRuleTests.Case

  private static func session(_ actions: String) -> String {
    Importing.policy("OKTA_SIGN_ON", rules: [Importing.rule(#"{"signon": \#(actions)}"#)])
  }

  static let sessions: [Case] = [
    .init(session(#"{"access": "DENY", "session": {"x": 1}}"#), #"session-policy "P: R" { deny }"#),
    .init(
      session(
        """
        {"access": "ALLOW", "primaryFactor": "PASSWORD_IDP", "requireFactor": true,
         "factorPromptMode": "SESSION", "factorLifetime": 15, "rememberDeviceByDefault": true,
         "session": {"maxSessionIdleMinutes": 30, "maxSessionLifetimeMinutes": 43200,
                     "usePersistentCookie": true}}
        """),
      "require password; mfa every 15m; lifetime 30 days; idle 30m; persistent on }"),
    .init(
      session(#"{"access": "ALLOW", "requireFactor": true, "factorPromptMode": "DEVICE"}"#),
      "{ mfa per device }"),
    .init(
      session(
        """
        {"access": "ALLOW", "primaryFactor": "PASSWORD_IDP_ANY_FACTOR", "requireFactor": false,
         "factorPromptMode": "ALWAYS", "factorLifetime": 15,
         "session": {"maxSessionIdleMinutes": 120, "maxSessionLifetimeMinutes": 0, "colour": "red"}}
        """), #"session-policy "P: R" { idle 2h }"#, warned: ["session.colour"], gaps: 1),
  ]

  private static func enrolling(_ settings: String, _ rules: [String]) -> String {
    Importing.policy("MFA_ENROLL", settings: settings, rules: rules)
  }

  static let enrollments: [Case] = [
    .init(
      enrolling(
        """
        {"type": "AUTHENTICATORS", "authenticators": [
          {"key": "okta_password", "enroll": {"self": "REQUIRED"}},
          {"key": "okta_verify", "enroll": {"self": "REQUIRED",
            "gracePeriod": {"type": "BY_SKIP_COUNT", "skipCount": 3}}},
          {"key": "webauthn", "enroll": {"self": "REQUIRED",
            "gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2027-12-31T00:00:00.000Z"}}},
          {"key": "phone_number", "enroll": {"self": "OPTIONAL", "autoEnroll": true}},
          {"key": "custom_app", "id": "aut9", "enroll": {"self": "OPTIONAL"}},
          {"key": "okta_email", "enroll": {"self": "NOT_ALLOWED"}}]}
        """, [Importing.rule(#"{"enroll": {"self": "NEVER"}}"#)]),
      """
      enrollment "P: R" { required password, okta-verify within 3 skips,
       webauthn until "2027-12-31"; optional phone; disabled email, google-otp, security-question; ask never }
      """),
    .init(
      enrolling(
        """
        {"type": "FACTORS", "factors": {"okta_sms": {"enroll": {"self": "OPTIONAL"},
          "consent": {"type": "NONE"}}, "google_otp": {"enroll": {"self": "REQUIRED"}}}}
        """, [Importing.rule(#"{"enroll": {"self": "CHALLENGE"}}"#)]),
      #"enrollment "P: R" { required google-otp; optional phone; disabled okta-verify, webauthn, security-question }"#
    ),
  ]

  private static let passwordSettings = """
    {"password": {
      "complexity": {"minLength": 12, "minLowerCase": 0, "minUpperCase": 1, "minNumber": null,
        "minSymbol": 1, "excludeUsername": false, "excludeAttributes": ["firstName", "email"],
        "dictionary": {"common": {"exclude": true}}, "maxConsecutiveCharacters": 3},
      "age": {"maxAgeDays": 90, "expireWarnDays": 14, "minAgeMinutes": 120, "historyCount": 4},
      "lockout": {"maxAttempts": 5, "autoUnlockMinutes": 15, "showLockoutFailures": true,
        "userLockoutNotificationChannels": ["EMAIL"]},
      "breachedProtection": {"expireAfterDays": null, "logoutEnabled": false}},
     "recovery": {"factors": {
      "okta_email": {"status": "ACTIVE", "properties": {"recoveryToken": {"tokenLifetimeMinutes": 60}}},
      "okta_sms": {"status": "INACTIVE"},
      "recovery_question": {"status": "ACTIVE", "properties": {"complexity": {"minLength": 4}}}}},
     "delegation": {"options": {"skipUnlock": false}}}
    """

  private static let resets = """
    {"passwordChange": {"access": "ALLOW"}, "selfServiceUnlock": {"access": "DENY"},
     "selfServicePasswordReset": {"access": "ALLOW", "requirement": {
      "primary": {"methods": ["email", "sms", "voice", "otp"],
        "methodConstraints": [{"method": "otp", "allowedAuthenticators": [{"key": "google_otp"}]}]},
      "stepUp": {"required": true, "methods": ["security_question"]}}}}
    """

  private static let plainResets =
    #"{"selfServicePasswordReset": {"access": "ALLOW"}, "selfServiceUnlock": {"access": "ALLOW"}}"#

  static let passwords: [Case] = [
    .init(
      Importing.policy(
        "PASSWORD", settings: passwordSettings,
        rules: [
          Importing.rule(
            named: "A", conditions: #"{"network": {"connection": "ZONE", "include": ["nzo1"]}}"#,
            resets),
          Importing.rule(named: "B", priority: 1, plainResets),
        ]),
      """
      passwords "P" { min-length 12; min-lower 0; min-upper 1; min-symbol 1; max-repeats 3;
       username allowed; exclude first-name; common forbidden; expire after 90 days; warn 14 days;
       min-age 2h; history 4; lockout after 5 attempts for 15m; show-failures on }
      """,
      """
      recovery "P: A" { when zone "Office"; password by email or phone or google-otp;
       password-second by security-question; deny unlock }
      """,
      """
      recovery "P: B" { password by email; password-second by security-question; unlock by email;
       unlock-second by security-question }
      """,
      gaps: 0),
    .init(
      Importing.policy(
        "PASSWORD", settings: #"{"password": {"lockout": {"maxAttempts": 0}}}"#,
        conditions: #"{"authProvider": {"provider": "ACTIVE_DIRECTORY"}}"#,
        rules: [Importing.rule(#"{"passwordChange": {"access": "ALLOW"}}"#)]),
      // The export may lack users of the directory.
      #"passwords "P" { when unknown "directory: ACTIVE_DIRECTORY""#,
      #"recovery "P: R" { when unknown "directory: ACTIVE_DIRECTORY""#, warned: ["provider"]),
  ]

  static let registrations: [Case] = [
    .init(
      Importing.policy(
        "PROFILE_ENROLLMENT",
        rules: [
          Importing.rule(
            """
            {"profileEnrollment": {"access": "ALLOW", "unknownUserAction": "DENY",
             "progressiveProfilingAction": "ENABLED", "targetGroupIds": ["00g1"],
             "activationRequirements": {"emailVerification": true}, "uiSchemaId": "uis1",
             "preRegistrationInlineHooks": null, "allowedIdentifiers": ["login", "badge"],
             "enrollAuthenticatorTypes": ["password"], "profileAttributes": [
              {"name": "firstName", "label": "First name", "required": true},
              {"name": "nickName", "label": "Nick", "required": false}]}}
            """)
        ]),
      """
      registration { profile firstName, nickName?, email; groups "Staff"; email-verification on;
       progressive on; unknown-users deny; password at-once }
      """)
  ]

  static let accounts: [Case] = [
    .init(
      """
      {"users": [{"id": "00u5", "status": "LOCKED_OUT", "profile": {"login": "ann", "age": 7,
         "email": "ann@example.com", "firstName": "Ann \\"A\\"", "a b": "x", "none": null,
         "list": [1]}, "credentials": {"password": {}, "provider": {"type": "OKTA"}}}],
       "memberships": {"00g1": ["00u5"]}, "factors": {"00u5": [
         {"factorType": "sms", "provider": "OKTA", "status": "ACTIVE", "profile": {"phoneNumber": "+15551234567"}},
         {"factorType": "token:software:totp", "provider": "GOOGLE", "status": "ACTIVE"},
         {"factorType": "push", "provider": "OKTA", "status": "ACTIVE"},
         {"factorType": "question", "status": "ACTIVE", "profile": {"question": "disliked_food"}},
         {"factorType": "webauthn", "provider": "FIDO", "status": "ACTIVE"},
         {"factorType": "sms", "status": "PENDING_ACTIVATION", "profile": {"phoneNumber": "+1"}},
         {"factorType": "web", "provider": "DUO", "status": "ACTIVE"}]}}
      """,
      #"user "ann" { password "Correct-Horse-1"; status locked; attribute age "7";"#,
      #"email "ann@example.com"; first-name "Ann \"A\""; groups "Staff""#,
      #"google-otp "JBSWY3DPEHPK3PXP""#,
      #"okta-verify "JBSWY3DPEHPK3PXP" { methods push }"#,
      #"security-question "disliked_food" answer "Turnips""#,
      #"passkey ann-1 { user-verification biometrics; hardware-protected on }"#,
      #"passkey ann-1-or { user-verification off; synced on }"#,
      #"phone "+15551234567" via sms }"#),
    .init(
      """
      {"id": "nzo5", "name": "Far", "type": "DYNAMIC", "status": "ACTIVE", "usage": "BLOCKLIST",
       "locations": [{"country": "AQ"}, {"country": "UA", "region": "UA-26"}], "asns": ["64500"],
       "proxyType": "Tor"}
      """, #"zone "Far" { country "AQ", "UA-26"; asn "64500"; service "TOR"; blocked on }"#),
    .init(
      """
      {"id": "nzo5", "name": "Far", "type": "DYNAMIC", "status": "ACTIVE", "usage": "POLICY",
       "locations": [{"country": "AQ"}], "asns": [], "proxyType": "NotTorAnonymizer"}
      """, #"zone "Far" { country "AQ"; service "ALL_ANONYMIZERS_EXCEPT_TOR" }"#),
    .init(
      """
      {"id": "nzo5", "name": "Far", "type": "DYNAMIC", "status": "ACTIVE", "usage": "POLICY",
       "locations": [{"country": "AQ"}], "asns": [], "proxyType": "ANY"}
      """, #"zone "Far" { country "AQ"; service "Any" }"#),
    .init(
      """
      {"id": "nzo5", "name": "Far", "type": "DYNAMIC", "status": "ACTIVE", "usage": "POLICY",
       "locations": [{"country": "AQ"}], "asns": [], "proxyType": "null"}
      """, #"zone "Far" { country "AQ" }"#),
    .init(
      """
      {"id": "nzo5", "name": "Far", "type": "DYNAMIC_V2", "status": "ACTIVE", "usage": "POLICY",
       "locations": {"include": [], "exclude": [{"country": "AQ", "region": null}]},
       "asns": {"include": ["64500"], "exclude": ["64501"]},
       "ipServiceCategories": {"include": ["VPN"]}}
      """,
      #"zone "Far" { country not "AQ"; asn "64500"; asn not "64501"; service "VPN" }"#),
    .init(
      """
      {"id": "nzo5", "name": "Far", "type": "DYNAMIC", "status": "ACTIVE", "usage": "POLICY",
       "locations": [], "asns": [], "proxyType": ""}
      """, #"zone "Far" { ip "0.0.0.0/0", "::/0" }"#),
    .init(
      """
      {"id": "nzo5", "name": "Far", "type": "DYNAMIC", "status": "ACTIVE", "usage": "BLOCKLIST",
       "locations": [{"continent": "AQ"}]}
      """, #"!zone "Far""#, warned: ["[0]"]),
    .init(
      """
      [{"id": "nzo6", "name": "Old", "status": "INACTIVE", "usage": "POLICY",
       "gateways": [{"type": "CIDR", "value": "10.9.0.0/16"}]},
       {"id": "nzo7", "name": "Odd", "status": "ACTIVE", "gateways": [{"type": "CIDR", "value": "x"}]}]
      """, #"!zone "Old""#, "!10.9", warned: ["gateways"], gaps: 1),
  ]

  @Test("Authenticators, what they are for, and their methods")
  func authenticators() throws {
    let one = Case(
      """
      [{"id": "aut1", "key": "okta_password", "type": "password", "status": "ACTIVE"},
       {"id": "aut2", "key": "phone_number", "type": "phone", "status": "ACTIVE"},
       {"id": "aut3", "key": "okta_email", "type": "email", "status": "ACTIVE",
        "settings": {"allowedFor": "recovery", "tokenLifetimeInMinutes": 10}},
       {"id": "aut4", "key": "okta_verify", "type": "app", "status": "ACTIVE",
        "settings": {"channelBinding": {"style": "NUMBER_CHALLENGE", "required": "ALWAYS"}}},
       {"id": "aut5", "key": "webauthn", "type": "security_key", "status": "INACTIVE"},
       {"id": "aut6", "key": "nfc_pin", "type": "proximity", "status": "ACTIVE"},
       {"type": "sms", "status": "ACTIVE",
        "_links": {"self": {"href": "https://a/api/v1/authenticators/aut2/methods/sms"}}}]
      """,
      "authenticators password, phone via sms, email for recovery,",
      "okta-verify via fastpass or push or totp codes",
      "codes { expire 10m }", "okta-verify { number-challenge on user-verification unknown",
      warned: ["[3]", "[5]"], gaps: 1
    )
    try one.check(Importing.org(one.json))
  }

  @Test(
    "The result of each one",
    arguments: sessions + enrollments + passwords + registrations + accounts)
  func part(_ one: Case) throws {
    try one.check(Importing.org("[\(one.json), \(Importing.people)]"))
  }

  @Test("A rule finds its policy by its link, by a name around it, or as the only one of its type")
  func rules() throws {
    let rule = Importing.rule(Importing.denies)
    let linked = rule.replacing(
      "\"actions\"",
      with: #""_links": {"self": {"href": "https://a/api/v1/policies/rst1/rules/R"}}, "actions""#)
    let policy = #"{"id": "rst1", "type": "ACCESS_POLICY", "name": "P", "priority": 1}"#
    let other = #"{"id": "rst2", "type": "ACCESS_POLICY", "name": "Q", "priority": 1}"#
    for (text, remarks) in [
      ("[\(policy), \(linked), \(other)]", 3), (#"{"p": [\#(policy)], "rst1": [\#(rule)]}"#, 2),
      ("[\(policy), \(rule)]", 2), ("[\(linked)]", 3),
    ] {
      let org = try #require(try Importing.org(text, policy: "rst1"), "\(text)")
      #expect(org.line.contains(#"sign-on "R" { deny }"#), "\(text)\n\(org.text)")
      #expect(org.remarks.count == remarks, "\(org.remarks)")
    }
    #expect(throws: UsageFault.self) { try Importing.org("[\(policy), \(other)]") }
    #expect(throws: UsageFault.self) { try Importing.org("[\(policy)]", policy: "R") }
    #expect(try Importing.org(#"{"errorCode": "E1", "errorSummary": "no"}"#) == nil)
    #expect(try Importing.org("[[], {}, 7]") == nil)
  }

  // MARK: Recorded bodies

  @Test("Every recorded body becomes a valid org", .enabled(if: !Importing.bodies.isEmpty))
  func bodies() throws {
    var orgs = 0
    for (name, json) in Importing.bodies {
      guard let org = Self.org(json, name) else { continue }
      orgs += 1
      #expect(org.faults == [], "\(name)\n\(org.text)")
    }
    #expect(orgs > 120)
  }

  @Test(
    "An unknown part of a policy or a rule is reported", .enabled(if: !Importing.bodies.isEmpty))
  func unheardOf() throws {
    for (name, json) in Importing.bodies {
      var count = 0
      let more = Self.strange(json, &count)
      guard let org = Self.org(more, name),
        org.remarks.contains(where: { $0.path.hasSuffix(".unheardOf") })
      else { continue }
      // An object that is left out as a whole is reported as a whole.
      let told = org.remarks.map(\.path)
      for path in Self.places(more, "$") {
        #expect(told.contains { path.hasPrefix($0) }, "\(name): \(path)\n\(org.text)")
      }
    }
  }

  @Test("No changed body breaks it", .enabled(if: !Importing.bodies.isEmpty))
  func mutants() {
    var generator = SeededGenerator(seed: 11)
    for (name, json) in Importing.bodies {
      guard let org = Self.org(Self.mutant(json, &generator), name) else { continue }
      #expect(org.faults == [], "\(name)\n\(org.text)")
    }
  }

  private static func org(_ json: JSON, _ name: String) -> Importing.Outcome? {
    let id = json.array?.first?["id"]?.string
    return (try? Importing.org(json, name: name))
      ?? (try? Importing.org(json, name: name, policy: id))
  }

  /// A body with an unknown member in each object, except in objects that aren't read anyway.
  private static func strange(_ json: JSON, _ count: inout Int) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map { strange($0, &count) })
    case .object(let object):
      var members = object.members.map { member in
        var member = member
        if !skipped.contains(member.name) { member.value = strange(member.value, &count) }
        return member
      }
      count += 1
      members.append(.init("unheardOf", 1))
      return .object(JSONObject(members: members))
    default: return json
    }
  }

  /// Members of which nothing is imported, whatever they contain.
  private static let skipped: Set<String> = [
    "_links", "_embedded", "credentials", "provider", "device", "type", "settings", "recovery",
  ]

  private static func places(_ json: JSON, _ path: String) -> [String] {
    switch json {
    case .array(let elements):
      elements.enumerated().flatMap { places($0.element, "\(path)[\($0.offset)]") }
    case .object(let object):
      object.members.flatMap { member in
        member.name == "unheardOf"
          ? [path + ".unheardOf"] : places(member.value, "\(path).\(member.name)")
      }
    default: []
    }
  }

  /// A body in which some values are replaced, moved, or removed.
  private static func mutant(_ json: JSON, _ generator: inout SeededGenerator) -> JSON {
    let odd: [JSON] = [
      nil, true, -1, .double(1e300), "", "ACTIVE", "\u{0}\"\\\n{", [], [[]], [:], ["id": "x"],
      "00g1", 9_999_999,
    ]
    if Int.random(in: 0..<12, using: &generator) == 0 {
      return odd.randomElement(using: &generator) ?? nil
    }
    switch json {
    case .array(var elements):
      if Int.random(in: 0..<4, using: &generator) == 0 { elements += elements }
      return .array(elements.map { mutant($0, &generator) })
    case .object(let object):
      return .object(
        JSONObject(
          members: object.members.compactMap { member in
            guard Int.random(in: 0..<20, using: &generator) > 0 else { return nil }
            return .init(member.name, mutant(member.value, &generator))
          }))
    default: return json
    }
  }
}
