import FlowHTTP
import TestSupport
import Testing

@testable import OktaImport

/// The account management policy of an export.
@Suite("Importing account management")
struct AccountImportTests {
  private static let onePassword =
    #"{"type": "ASSURANCE", "factorMode": "1FA", "constraints": [{"knowledge": {"types": ["password"]}}]}"#
  private static let enrolls = "accessRequest.operation == 'enroll'"

  private static func export(_ rules: [(condition: String, actions: String)]) -> String {
    let bodies = rules.enumerated().map { index, rule in
      Importing.rule(
        named: "r\(index)", priority: index,
        conditions: rule.condition.isEmpty
          ? "null" : #"{"elCondition": {"condition": "\#(rule.condition)"}}"#, rule.actions)
    }
    return """
      [\(Importing.people),
       {"id": "rstA", "type": "ACCESS_POLICY", "name": "Accounts", "priority": 1,
        "status": "ACTIVE", "conditions": null,
        "_embedded": {"resourceType": "END_USER_ACCOUNT_MANAGEMENT"},
        "rules": [\(bodies.joined(separator: ","))]}]
      """
  }

  private static func imported(
    _ rules: [(condition: String, actions: String)]
  ) throws -> Importing.Outcome {
    let org = try #require(try Importing.org(export(rules)))
    #expect(org.faults == [], "\(org.text)")
    return org
  }

  /// The rules of an imported org, one line each.
  private static func rules(_ org: Importing.Outcome) -> [String] {
    org.line.split(separator: "account-management ").dropFirst().map { rule in
      String(rule.prefix { $0 != "}" }.split(separator: " ").joined(separator: " ")) + " }"
    }
  }

  @Test(
    "A rule is for the enrollments of its expression",
    arguments: [
      (enrolls, "{ deny }"),
      (
        "\(enrolls) && accessRequest.authenticator.key == 'okta_verify'",
        "{ when authenticator okta-verify deny }"
      ),
      (
        "\(enrolls) && {'webauthn', 'duo'}.contains(accessRequest.authenticator.key)",
        "{ when authenticator webauthn deny }"
      ),
      (
        "\(enrolls) && accessRequest.authenticator.key != 'phone_number'",
        "{ when not authenticator phone deny }"
      ),
      (
        "\(enrolls) && accessRequest.authenticator.id == 'aut-phone_number'",
        "{ when authenticator phone deny }"
      ),
      (
        "\(enrolls) && !{'aut-webauthn', 'aut-okta_email'}.contains(accessRequest.authenticator.id)",
        "{ when not authenticator email, webauthn deny }"
      ),
      // Newer orgs list the methods of Okta Verify one by one, but it is enrolled as a whole.
      (
        "\(enrolls) && {'okta_verify_totp', 'okta_verify_push', 'okta_verify_fastpass'}.contains(accessRequest.authenticator.key)",
        "{ when authenticator okta-verify deny }"
      ),
      (
        "accessRequest.operation != 'recover' && user.profile.team == 'blue'",
        "{ when attribute team \"blue\" deny }"
      ),
      ("security.risk.level == 'HIGH'", "{ when risk high deny }"),
    ])
  func conditions(expression: String, rule: String) throws {
    let org = try Self.imported([(expression, Importing.denies), ("", Importing.denies)])
    #expect(Self.rules(org).first == "\"r0\" \(rule)", "\(org.text)")
  }

  @Test(
    "A rule for another operation isn't one for an enrollment",
    arguments: [
      "accessRequest.operation == 'recover'", "accessRequest.operation == 'unlockAccount'",
      "accessRequest.operation == 'unenroll'",
      "accessRequest.operation == 'recover' && accessRequest.metadata.type == 'expiry'",
      "\(enrolls) && accessRequest.metadata.type == 'expiry'",
      "\(enrolls) && accessRequest.authenticator.key == 'duo'",
    ])
  func others(expression: String) throws {
    let org = try Self.imported([(expression, Importing.denies), ("", Importing.denies)])
    #expect(Self.rules(org) == ["\"r1\" { deny }"], "\(org.text)")
  }

  @Test(
    "What can't be evaluated is unknown",
    arguments: [
      "\(enrolls) && accessRequest.authenticator.id == 'aut1'",
      "\(enrolls) && {'aut-phone_number', 'aut1'}.contains(accessRequest.authenticator.id)",
      "\(enrolls) && accessRequest.authenticator.key == 'okta_verify_push'",
      "accessRequest.operation.toUpperCase() == 'ENROLL'",
      // Only requests for expired passwords have this member.
      "accessRequest.metadata.type != 'expiry'",
    ])
  func unknown(expression: String) throws {
    let org = try Self.imported([(expression, Importing.denies), ("", Importing.denies)])
    let rules = Self.rules(org)
    #expect(rules.first?.hasPrefix("\"r0\" { when unknown \"expression: ") == true, "\(org.text)")
    #expect(rules.last == "\"r1\" { deny }", "\(org.text)")
  }

  @Test("Without a last rule, it isn't known what an enrollment needs")
  func noLastRule() throws {
    let org = try Self.imported([(Self.enrolls + " && user.profile.a == 'b'", Importing.denies)])
    #expect(org.line.contains("unknown \"no rule: Accounts\" require any 1"), "\(org.text)")
    #expect(Self.rules(org).last?.hasSuffix("{ deny }") == true, "\(org.text)")
  }

  @Test("Rules that end with two factors leave open what a user with one factor may do")
  func twoFactors() throws {
    let two = #"{"type": "ASSURANCE", "factorMode": "2FA", "reauthenticateIn": "PT2H"}"#
    let org = try Self.imported([
      (Self.enrolls, Importing.asks(Self.onePassword)), ("", Importing.asks(two)),
    ])
    #expect(Self.rules(org) == ["\"r0\" { require password }"], "\(org.text)")
    let open = try Self.imported([("", Importing.asks(two))])
    #expect(
      Self.rules(open).first?.contains(
        "require 2 factors reauthenticate every 2h if-unable unknown \"account management: ")
        == true, "\(open.text)")
  }

  @Test("`&&` that binds tighter than `||` is evaluated literally, and reported")
  func precedence() throws {
    let key = "accessRequest.authenticator.key == 'webauthn'"
    let trap = "\(Self.enrolls) || accessRequest.operation == 'unenroll' && (\(key))"
    let org = try Self.imported([(trap, Importing.denies), ("", Importing.asks(Self.onePassword))])
    #expect(Self.rules(org) == ["\"r0\" { deny }"], "\(org.text)")
    #expect(org.remarks.contains { $0.message.contains("binds tighter") })
    let clear = "(\(Self.enrolls) || accessRequest.operation == 'unenroll') && (\(key))"
    let other = try Self.imported([(clear, Importing.denies), ("", Importing.denies)])
    #expect(Self.rules(other).first == "\"r0\" { when authenticator webauthn deny }")
    #expect(!other.remarks.contains { $0.message.contains("binds tighter") })
  }

  @Test("A rule for removing an authenticator is a detail")
  func removal() throws {
    let removes = "accessRequest.operation == 'unenroll'"
    let org = try Self.imported([
      (removes, Importing.denies), (Self.enrolls, Importing.denies),
    ])
    #expect(org.line.split(separator: "detail \"").count == 2, "\(org.text)")
    #expect(org.text.contains("detail \"r0"), "\(org.text)")
  }

  @Test("Terraform can have rules of the policy, but not all of them")
  func terraform() throws {
    func plan(_ expression: String) throws -> Importing.Outcome {
      try TerraformPlanText([
        TerraformPlanText.same(
          "okta_authenticator.phone",
          #"{"id": "aut1", "key": "phone_number", "status": "ACTIVE", "name": "Phone"}"#),
        TerraformPlanText.same(
          "okta_app_signon_policy_rule.r",
          """
          {"id": "rul1", "policy_id": "rstA", "name": "phones", "access": "DENY", "priority": 1,
           "custom_expression": "\(expression)"}
          """),
      ]).imported()
    }
    let key = "accessRequest.authenticator.key == 'phone_number'"
    let org = try plan("\(Self.enrolls) && \(key)")
    let rules = Self.rules(org)
    #expect(rules.contains("\"phones\" { when authenticator phone deny }"), "\(org.text)")
    // The other rules may come before it and after it.
    #expect(rules.first?.contains("when unknown") == true, "\(org.text)")
    #expect(rules.last?.hasSuffix("{ deny }") == true && rules.count > 2, "\(org.text)")
  }

  // MARK: Combined cases

  @Test("Cases of several operations are combined as if each decided by itself", arguments: 0..<60)
  func combined(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let facts = ["a", "b", "c"]
    let lists = (0..<3).map { list -> [AccountImport.Outcome] in
      let some = (0..<Int.random(in: 0...3, using: &random)).map { index in
        AccountImport.Outcome(
          clauses: facts.filter { _ in Bool.random(using: &random) },
          requirement: "\(list) \(index)")
      }
      return some + [AccountImport.Outcome(clauses: [], requirement: "\(list) last")]
    }
    let cases = try #require(RecoveryImport.cases(lists))
    for world in 0..<8 {
      let held = facts.enumerated().filter { world >> $0.offset & 1 == 1 }.map(\.element)
      func holds(_ clauses: [String]) -> Bool { clauses.allSatisfy(held.contains) }
      let expected = lists.map { list in list.first { holds($0.clauses) }?.requirement }
      let index = try #require(cases.firstIndex { holds($0.flatMap(\.clauses)) })
      #expect(cases[index].map(\.requirement) == expected, "\(lists)")
    }
  }

  @Test("Rules for all operations don't multiply")
  func many() throws {
    let all = (0..<20).map { index in
      AccountImport.Outcome(clauses: index == 19 ? [] : ["f\(index)"], requirement: "\(index)")
    }
    let cases = try #require(RecoveryImport.cases([all, all, all]))
    #expect(
      cases.map { $0.map(\.requirement) }
        == (0..<20).map { [String?](repeating: "\($0)", count: 3) })
  }

  // MARK: Expired passwords

  private static func expiry(_ rules: [(String, String)], control: String) throws -> String {
    let password = Importing.policy(
      "PASSWORD",
      rules: [
        Importing.rule(
          """
          {"passwordChange": {"access": "ALLOW"}, "selfServiceUnlock": {"access": "DENY"},
           "selfServicePasswordReset": {"access": "DENY", "requirement": {
             "accessControl": "\(control)", "primary": {"methods": ["email"]},
             "stepUp": {"required": false}}}}
          """)
      ])
    let text = "[\(password),\(export(rules).dropFirst())"
    let org = try #require(try Importing.org(text))
    #expect(org.faults == [], "\(org.text)")
    return org.line
  }

  @Test("The rules for expired passwords apply if the password policy leaves that to them")
  func expired() throws {
    let rule = "accessRequest.operation == 'recover' && accessRequest.metadata.type == 'expiry'"
    let last = ("", Importing.denies)
    let usual = [(rule, Importing.asks(Self.onePassword)), last]
    let all = try Self.expiry(usual, control: "AUTH_POLICY")
    #expect(all.contains("deny password, unlock }"), "\(all)")
    // A stricter rule before the one for expired passwords locks users out.
    let strict = [("accessRequest.operation == 'recover'", Importing.denies)] + usual
    let shut = try Self.expiry(strict, control: "AUTH_POLICY")
    #expect(shut.contains("deny password, unlock, expired-password"), "\(shut)")
    let legacy = try Self.expiry(strict, control: "LEGACY")
    #expect(!legacy.contains("expired-password"), "\(legacy)")
    let asks = Importing.asks(
      #"{"type": "ASSURANCE", "factorMode": "1FA", "constraints": [{"possession": {"methods": ["webauthn"]}}]}"#
    )
    let key = try Self.expiry([(rule, asks), last], control: "AUTH_POLICY")
    #expect(key.contains("expired-password require webauthn"), "\(key)")
  }
}
