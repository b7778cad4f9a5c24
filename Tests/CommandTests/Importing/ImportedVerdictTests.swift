import CommandSupport
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Bodies of the management API of which an importer easily makes another org.
@Suite("What an imported org decides") struct ImportedVerdictTests {
  /// The parts of an export, of which tests change some.
  struct Export {
    var session = rule(
      "Sessions",
      #"{"signon": {"access": "ALLOW", "requireFactor": false, "primaryFactor": "PASSWORD_IDP_ANY_FACTOR"}}"#
    )
    var access = rule("Catch-all Rule", allows("2FA", "[]"))
    var enrollment = #"{"key": "phone_number", "enroll": {"self": "OPTIONAL"}}, \#(verify)"#
    static let verify = #"{"key": "okta_verify", "enroll": {"self": "OPTIONAL"}}"#
    var enrollmentRule = rule("Enroll", #"{"enroll": {"self": "CHALLENGE"}}"#)
    var passwordAge = 0
    var reset = #"{"access": "DENY"}"#
    var allowedFor = "any"
    var verification = "DISCOURAGED"
    var factors = #"{"factors": {"00u1": []}}"#

    static func rule(_ name: String, _ actions: String, _ conditions: String = "null") -> String {
      """
      {"id": "rul\(name)", "name": "\(name)", "priority": 1, "status": "ACTIVE", "system": false,
       "conditions": \(conditions), "actions": \(actions)}
      """
    }

    static let signUp = rule(
      "Sign-up",
      #"{"profileEnrollment": {"access": "ALLOW", "unknownUserAction": "DENY"}}"#)

    static func allows(_ factors: String, _ constraints: String) -> String {
      """
      {"appSignOn": {"access": "ALLOW", "verificationMethod": {"type": "ASSURANCE",
        "factorMode": "\(factors)", "reauthenticateIn": "PT0S", "constraints": \(constraints)}}}
      """
    }

    private func policy(_ type: String, _ settings: String, _ rules: String) -> String {
      """
      {"id": "rst\(type)", "type": "\(type)", "name": "\(type)", "priority": 1, "status": "ACTIVE",
       "system": false, "conditions": null, "settings": \(settings), "rules": [\(rules)]}
      """
    }

    var text: String {
      let terms = #"{"type": "AUTHENTICATORS", "authenticators": [\#(enrollment)]}"#
      let passwords = #"{"password": {"age": {"maxAgeDays": \#(passwordAge)}}}"#
      let recovery = Export.rule(
        "Recovery",
        #"{"passwordChange": {"access": "ALLOW"}, "selfServicePasswordReset": \#(reset)}"#)
      return """
        [{"id": "aut1", "key": "okta_password", "type": "password", "status": "ACTIVE"},
         {"id": "aut2", "key": "okta_email", "type": "email", "status": "ACTIVE",
          "settings": {"allowedFor": "\(allowedFor)"}},
         {"id": "aut3", "key": "phone_number", "type": "phone", "status": "ACTIVE"},
         {"id": "aut4", "key": "okta_verify", "type": "app", "status": "ACTIVE",
          "settings": {"userVerification": "\(verification)"}},
         {"id": "nzo1", "type": "IP", "name": "office", "status": "ACTIVE", "usage": "POLICY",
          "gateways": [{"type": "CIDR", "value": "10.0.0.0/8"}]},
         {"id": "00u1", "status": "ACTIVE", "passwordChanged": "2023-01-01T00:00:00.000Z",
          "profile": {"login": "jane@example.com", "email": "jane@example.com"},
          "credentials": {"password": {}, "provider": {"type": "OKTA", "name": "OKTA"}}},
         \(factors),
         \(policy("OKTA_SIGN_ON", "{}", session)),
         \(policy("ACCESS_POLICY", "{}", access)),
         \(policy("MFA_ENROLL", terms, enrollmentRule)),
         \(policy("PASSWORD", passwords, recovery)),
         \(policy("PROFILE_ENROLLMENT", "{}", Export.signUp))]
        """
    }
  }

  private static let phone = """
    {"factors": {"00u1": [{"factorType": "sms", "provider": "OKTA", "status": "ACTIVE",
      "profile": {"phoneNumber": "+15550000001"}}]}}
    """

  /// Imports an export, and runs a command on the org with claims or flows.
  private static func run(
    _ export: Export, _ script: String, _ command: [String] = ["audit"]
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let file = try folder.write("export.json", export.text)
    let org = await Shell()("import", "okta", file, "--name", "acme", "--quiet")
    try #require(org.status == .success, "\(org.all)")
    let whole = try folder.write("org.flow", org.output + "\n" + script)
    var run = await Shell()(command + [whole])
    run.output = org.output + "\n---\n" + run.output
    return run
  }

  private static func claim(_ line: String) -> String { "claim \"c\" {\n  \(line)\n}\n" }

  private static let signIn = """
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = "Correct-Horse-1"
    """

  @Test("Outside of the zone of an enrollment rule, what the policy forbids stays forbidden")
  func enrollmentZone() async throws {
    var export = Export()
    export.factors = Self.phone
    export.enrollment = #"{"key": "phone_number", "enroll": {"self": "NOT_ALLOWED"}}"#
    export.enrollmentRule = Export.rule(
      "Office", #"{"enroll": {"self": "CHALLENGE"}}"#,
      #"{"network": {"connection": "ZONE", "include": ["nzo1"]}}"#)
    for zone in ["", " with zone = \"office\""] {
      let flow = """
        flow "phone" {
          against acme
          start sign-in\(zone)
        \(Self.signIn)
          expect failure
        }
        """
      var without = export
      without.allowedFor = "recovery"
      let run = try await Self.run(without, flow, ["test"])
      #expect(run.status == .success, "\(run.all)")
    }
    // What decides outside isn't documented, so the claim doesn't hold for certain.
    let audit = try await Self.run(export, Self.claim("never used phone"))
    #expect(audit.output.contains("error[broken-claim]: cannot be excluded: if"), "\(audit.all)")
    #expect(audit.output.contains("enrollment: no rule is for the user"), "\(audit.all)")
  }

  @Test("An authenticator for recovery isn't a factor of the session policy")
  func recoveryOnly() async throws {
    var export = Export()
    export.session = Export.rule(
      "Sessions",
      """
      {"signon": {"access": "ALLOW", "requireFactor": true, "factorPromptMode": "ALWAYS",
        "primaryFactor": "PASSWORD_IDP_ANY_FACTOR"}}
      """)
    export.access = Export.rule("Catch-all Rule", Export.allows("1FA", "[]"))
    let claim = Self.claim("never used email")
    let open = try await Self.run(export, claim)
    #expect(open.output.contains("broken-claim"), "\(open.all)")
    export.allowedFor = "recovery"
    let shut = try await Self.run(export, claim)
    #expect(!shut.output.contains("broken-claim"), "\(shut.all)")
  }

  /// An account management policy, whose rules are for a condition each.
  private static func accounts(_ rules: [(condition: String, actions: String)]) -> String {
    let bodies = rules.enumerated().map { index, rule in
      let expression =
        rule.condition.isEmpty ? "null" : #"{"elCondition": {"condition": "\#(rule.condition)"}}"#
      return """
        {"id": "rulA\(index)", "name": "account \(index)", "priority": \(index), "status": "ACTIVE",
         "system": \(rule.condition.isEmpty), "conditions": \(expression), "actions": \(rule.actions)}
        """
    }
    return """
      {"id": "rstAccounts", "type": "ACCESS_POLICY", "name": "Okta Account Management Policy",
       "priority": 1, "status": "ACTIVE", "system": false, "conditions": null,
       "_embedded": {"resourceType": "END_USER_ACCOUNT_MANAGEMENT"},
       "rules": [\(bodies.joined(separator: ","))]}
      """
  }

  private static let managed = """
    {"access": "ALLOW", "requirement": {"accessControl": "AUTH_POLICY",
      "primary": {"methods": ["sms"]}, "stepUp": {"required": false}}}
    """

  @Test("Without the account management policy, it isn't known what recovery needs")
  func unknownAccountManagement() async throws {
    var export = Export()
    export.reset = Self.managed
    let audit = try await Self.run(export, Self.claim("never recovered"))
    #expect(audit.status == .failed, "\(audit.all)")
    #expect(audit.output.contains("recovery: account management"), "\(audit.all)")
  }

  @Test(
    "The account management policy decides what recovery needs",
    arguments: [
      // A rule for another operation doesn't decide.
      (
        [
          ("accessRequest.operation == 'enroll'", Export.allows("1FA", "[]")),
          ("", Export.allows("2FA", "[]")),
        ],
        false
      ),
      (
        [
          ("accessRequest.operation == 'recover'", Export.allows("1FA", "[]")),
          ("", Export.allows("2FA", "[]")),
        ],
        true
      ),
      // The password is forgotten, and hasn't expired.
      (
        [
          (
            "accessRequest.operation == 'recover' && accessRequest.metadata.type == 'expiry'",
            Export.allows("1FA", "[]")
          ),
          ("", #"{"appSignOn": {"access": "DENY"}}"#),
        ], false
      ),
      (
        [
          (
            "accessRequest.operation != 'enroll' && accessRequest.authenticator.key == 'okta_password'",
            Export.allows("1FA", "[]")
          ), ("", Export.allows("2FA", "[]")),
        ], true
      ),
      (
        [
          ("user.profile.team == 'blue'", Export.allows("1FA", "[]")),
          ("", Export.allows("2FA", "[]")),
        ], false
      ),
      ([("", Export.allows("1FA", #"[{"possession": {"methods": ["email"]}}]"#))], true),
    ])
  func accountManagement(rules: [(String, String)], recovers: Bool) async throws {
    var export = Export()
    export.reset = Self.managed
    export.access = Export.rule(
      "Catch-all Rule", Export.allows("1FA", #"[{"knowledge": {"types": ["password"]}}]"#))
    export.factors += ", " + Self.accounts(rules.map { (condition: $0.0, actions: $0.1) })
    let run = try await Self.run(export, Self.claim("never recovered"))
    #expect(run.output.contains("broken-claim") == recovers, "\(run.all)")
    #expect(
      !run.output.contains("cannot be excluded") && !run.errors.contains("not complete"),
      "\(run.all)")
  }

  @Test(
    "Okta Verify verifies its user if the authenticator requires it",
    arguments: [("REQUIRED", true), ("DISCOURAGED", false)])
  func userVerification(word: String, getsIn: Bool) async throws {
    var export = Export()
    export.access = Export.rule(
      "Catch-all Rule",
      Export.allows("1FA", #"[{"possession": {"userVerification": "REQUIRED"}}]"#))
    export.verification = word
    export.factors = """
      {"factors": {"00u1": [{"factorType": "push", "provider": "OKTA", "status": "ACTIVE"}]}}
      """
    let run = try await Self.run(export, Self.claim("possible used okta-verify"))
    #expect(run.output.contains("broken-claim") != getsIn, "\(run.all)")
    export.verification = "PREFERRED"
    // Some phones verify their user, and some don't.
    let open = try await Self.run(export, Self.claim("possible used okta-verify"))
    #expect(open.output.contains("unknown"), "\(open.all)")
  }

  @Test("A password is as old as the export says", arguments: [(0, false), (90, true)])
  func passwordAge(days: Int, isExpired: Bool) async throws {
    var export = Export()
    export.passwordAge = days
    export.access = Export.rule(
      "Catch-all Rule", Export.allows("1FA", #"[{"knowledge": {"types": ["password"]}}]"#))
    let flow = """
      flow "old" {
        against acme
      \(Self.signIn)
        on reenroll-authenticator password answer passcode = "Better-Horse-22"
        on select-authenticator-enroll skip
        expect success
      }
      """
    let run = try await Self.run(export, flow, ["run", "--trace"])
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("reenroll-authenticator password    ") == isExpired, "\(run.all)")
  }

  @Test(
    "What makes an org incomplete is a gap",
    arguments: [
      (
        #"{"id": "0oa9", "name": "Partner", "status": "ACTIVE", "type": "SAML2", "protocol": {}}"#,
        "identity provider Partner"
      ),
      (#"{"id": "aut9", "key": "custom_app", "type": "app", "status": "ACTIVE"}"#, "custom_app"),
      (
        #"{"id": "00u2", "status": "ACTIVE", "profile": {"login": "sam@example.com"}}"#,
        "the factors of 1 of the users"
      ),
    ])
  func gaps(body: String, gap: String) async throws {
    var export = Export()
    export.factors += ", " + body
    let audit = try await Self.run(export, Self.claim("never zone is \"office\" and kinds is 1"))
    #expect(audit.status == .failed, "\(audit.all)")
    #expect(audit.errors.contains("not complete"), "\(audit.all)")
    #expect(audit.errors.contains(gap), "\(audit.all)")
  }

  @Test("Each file of a pull that is missing is a gap, or nothing differs without it")
  func missingFiles() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      """
      org acme {
        authenticators password, email, phone via sms, okta-verify via push or totp
        okta-verify { user-verification biometrics }
        user "ada@example.com" { password "Correct-Horse-1"; groups staff; phone "+15551234567" via sms }
        user "bob@example.com" { password "Correct-Horse-1"; okta-verify "JBSWY3DPEHPK3PXP" }
        zone "office" { ip "10.0.0.0/8" }
        session-policy { mfa always; idle 2h; lifetime 12h }
        app "payroll" {
          client-id "0oapayroll"; assigned group staff
          sign-on "office" { when group staff and zone "office"; require password }
          sign-on { require password and phone }
        }
        app "wiki" { client-id "0oawiki"; sign-on { require any 1 } }
        enrollment { required password; optional phone, okta-verify; ask never }
        passwords { min-length 12; expire after 90 days }
        recovery { password by email; deny unlock }
        registration { profile email }
      }
      """)
    let path = folder.path + "/export"
    let export = await Shell()("export", "okta", org, "--output", path)
    #expect(export.status == .success, "\(export.all)")
    let whole = await Shell()("import", "okta", path, "--name", "acme", "--quiet")
    #expect(!whole.output.contains("gap"), "\(whole.output)")
    let all = try folder.write("whole.flow", whole.output)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(names.count > 30)
    for name in names {
      let text = FileManager.default.contents(atPath: "\(path)/\(name)")
      try FileManager.default.removeItem(atPath: "\(path)/\(name)")
      let part = await Shell()("import", "okta", path, "--name", "acme", "--quiet")
      _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: text)
      guard part.status == .success else { continue }
      let diff = await Shell()("diff", all, try folder.write("part.flow", part.output))
      let isReported =
        part.output.contains("gap \"") || part.output.contains("unknown \"")
        || part.errors.contains("flow: warning")
      #expect(
        isReported || diff.output.contains("no difference") || name == "users.json",
        "\(name)\n\(part.all)\n\(diff.output)")
    }
  }

  @Test(
    "Lists of objects to which rules refer are answers of the API",
    arguments: [
      #"[{"id": "dae1", "name": "Laptops", "platform": "MACOS", "osVersion": {"minimum": "14"}}]"#,
      #"[{"id": "0oa9", "name": "Partner", "status": "INACTIVE", "type": "SAML2", "protocol": {}}]"#,
      #"[{"id": "bhv1", "name": "New IP", "type": "ANOMALOUS_IP", "status": "ACTIVE", "settings": {}}]"#,
      #"[{"id": "oty1", "name": "contractor", "displayName": "Contractor", "default": false}]"#,
      #"[{"id": "0oa1", "name": "crm", "label": "CRM", "signOnMode": "SAML_2_0", "status": "ACTIVE"}]"#,
    ])
  func lists(body: String) async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("import", "okta", try folder.write("list.json", body))
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.errors.contains("isn't a known object"), "\(run.all)")
  }
}
