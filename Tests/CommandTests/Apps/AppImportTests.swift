import CommandSupport
import FlowTerminal
import Testing

/// An export with several apps becomes an org with these apps.
@Suite("Several apps of an export") struct AppImportTests {
  private static func policy(_ id: String, _ name: String, _ factors: String) -> String {
    """
    {"id": "\(id)", "type": "ACCESS_POLICY", "name": "\(name)", "priority": 1, "status": "ACTIVE",
     "rules": [{"id": "rul\(id)", "name": "Catch-all Rule", "priority": 99, "status": "ACTIVE",
       "system": true, "conditions": null, "actions": {"appSignOn": {"access": "ALLOW",
       "verificationMethod": {"type": "ASSURANCE", "factorMode": "\(factors)",
       "constraints": [{"knowledge": {"types": ["password"]}}]}}}}]}
    """
  }

  private static func signUp(_ id: String, _ name: String, _ action: String) -> String {
    """
    {"id": "\(id)", "type": "PROFILE_ENROLLMENT", "name": "\(name)", "priority": 1,
     "status": "ACTIVE", "system": \(name == "Default"),
     "rules": [{"id": "rul\(id)", "name": "Catch-all Rule", "status": "ACTIVE", "system": true,
       "conditions": null, "actions": {"profileEnrollment": {"access": "ALLOW",
       "unknownUserAction": "\(action)",
       "profileAttributes": [{"name": "email", "required": true}]}}}]}
    """
  }

  private static func app(
    _ label: String, _ policy: String?, _ signUp: String, status: String = "ACTIVE"
  ) -> String {
    let host = "https://acme.okta.com/api/v1/policies/"
    let access = policy.map { #""accessPolicy": {"href": "\#(host)\#($0)"},"# } ?? ""
    return """
      {"id": "0oa\(label)", "name": "oidc_client", "label": "\(label)", "status": "\(status)",
       "signOnMode": "OPENID_CONNECT",
       "credentials": {"oauthClient": {"client_id": "0oa\(label)"}},
       "_links": {\(access) "profileEnrollment": {"href": "\(host)\(signUp)"}}}
      """
  }

  private static func export(_ apps: [String]) -> String {
    """
    {"users": [{"id": "00u1", "status": "ACTIVE", "profile": {"login": "jane@example.com"}}],
     "authenticators": [
       {"id": "aut1", "key": "okta_password", "type": "password", "status": "ACTIVE"},
       {"id": "aut2", "key": "okta_email", "type": "email", "status": "ACTIVE"}],
     "policies": [\([
       policy("rst1", "Strong", "2FA"), policy("rst2", "Weak", "1FA"),
       signUp("rst3", "Default", "DENY"), signUp("rst4", "Customers", "REGISTER"),
     ].joined(separator: ","))],
     "apps": [\(apps.joined(separator: ","))]}
    """
  }

  private static let apps = [
    app("shop", "rst2", "rst4"), app("payroll", "rst1", "rst3"), app("crm", "rst1", "rst3"),
    app("old", "rst2", "rst4", status: "INACTIVE"), app("bookmark", nil, "rst3"),
  ]

  @Test("Each app has its policy, its client and its sign-up")
  func several() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("export.json", Self.export(Self.apps))
    let output = folder.path + "/org.flow"
    let run = await Shell()("import", "okta", file, "--name", "acme", "--output", output)
    #expect(run.status == .success, "\(run.all)")
    for remark in ["`bookmark`", "is left out: its authentication policy", "who is assigned"] {
      #expect(run.errors.contains(remark) || remark == "`bookmark`", "\(run.errors)")
    }
    let check = await Shell()("check", "--strict", output)
    #expect(check.status == .success, "\(check.all)")
    let flow = { (app: String, kinds: Int, client: String) in
      """
      flow "\(app)" {
        against acme
        start sign-in at app "\(app)"
        on identify           answer identifier = "jane@example.com"
        on challenge password answer passcode = "Correct-Horse-1"
        on challenge email    answer code = inbox email
        expect success and factors is \(kinds) and token.aud is "\(client)"
      }

      """
    }
    let flows =
      "import \"org.flow\"\n" + flow("shop", 1, "0oashop") + flow("payroll", 2, "0oapayroll")
      + flow("crm", 2, "0oacrm")
    let test = await Shell()("test", try folder.write("flows.flow", flows))
    #expect(test.status == .success, "\(test.all)")
    // The sign-up of the shop is open, and the one of the other apps isn't.
    let audit = await Shell()("audit", output)
    #expect(
      audit.output.contains("app `payroll`: anyone who signs up at app `shop` gets in"),
      "\(audit.output)")
    let sales = await Shell()("explore", output, "--app", "crm")
    #expect(!sales.output.contains("anyone who signs up"), "\(sales.output)")
  }

  @Test("Who is assigned to an app comes from `/apps/{id}/groups` and `/apps/{id}/users`")
  func assigned() async throws {
    let folder = try TemporaryFolder()
    let export = try folder.write("export.json", Self.export(Self.apps))
    let id = "0oapayroll"
    let link = #""_links": {"app": {"href": "https://acme.okta.com/api/v1/apps/\#(id)"}}"#
    let users = try folder.write(
      "users.json",
      """
      [{"id": "00u1", "scope": "USER", "externalId": "x", "status": "ACTIVE",
        "credentials": {"userName": "j"}, "profile": {"login": "other@example.com"}, \(link)},
       {"id": "00u9", "scope": "GROUP", "externalId": "y", "status": "ACTIVE", \(link)}]
      """)
    let groups = try folder.write(
      "groups.json",
      """
      [{"id": "00g7", "priority": 0, "profile": {}, \(link)},
       {"id": "00g7", "type": "OKTA_GROUP", "profile": {"name": "Seven"}}]
      """)
    let run = await Shell()("import", "okta", export, users, groups, "--name", "acme")
    #expect(run.status == .success, "\(run.all)")
    #expect(
      run.output.contains("assigned group \"Seven\", user \"jane@example.com\""), "\(run.output)")
    #expect(run.output.count(of: "assigned ") == 1, "\(run.output)")
    #expect(!run.output.contains("other@example.com"), "\(run.output)")
    #expect(run.errors.count(of: "who is assigned to the app: everyone is") == 2, "\(run.errors)")
  }

  @Test(
    "An enrollment rule for some apps names them",
    arguments: [
      (#"{"include": [{"type": "APP", "id": "0oashop"}]}"#, "when app \"shop\""),
      (#"{"exclude": [{"type": "APP", "id": "0oacrm"}]}"#, "when not app \"crm\""),
      (#"{"include": [{"type": "APP", "id": "0oaold"}]}"#, "apps that the org doesn't have"),
      (#"{"include": [{"type": "APP_TYPE", "name": "slack"}]}"#, "unknown \"app: "),
    ])
  func enrollment(condition: String, text: String) async throws {
    let folder = try TemporaryFolder()
    let export = try folder.write("export.json", Self.export(Self.apps))
    let enroll = try folder.write(
      "enroll.json",
      """
      {"id": "rst9", "type": "MFA_ENROLL", "name": "E", "priority": 1, "status": "ACTIVE",
       "settings": {"type": "AUTHENTICATORS", "authenticators": [
         {"key": "okta_email", "enroll": {"self": "OPTIONAL"}}]},
       "rules": [{"id": "rul9", "name": "R", "priority": 1, "status": "ACTIVE",
         "conditions": {"app": \(condition)}, "actions": {"enroll": {"self": "LOGIN"}}}]}
      """)
    let run = await Shell()("import", "okta", export, enroll, "--name", "acme")
    #expect(run.status == .success && run.all.contains(text), "\(run.all)")
    let check = await Shell()("check", try folder.write("org.flow", run.output))
    #expect(check.status == .success, "\(check.all)")
  }

  @Test("With `--policy`, the sign-up is the one of the policy's apps")
  func chosen() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("export.json", Self.export(Self.apps))
    for (policy, isOpen) in [("Weak", true), ("Strong", false)] {
      let run = await Shell()("import", "okta", file, "--policy", policy)
      #expect(run.status == .success, "\(run.all)")
      #expect(run.output.contains("users can't sign up") != isOpen, "\(run.output)")
      #expect(!run.output.contains("app \""), "\(run.output)")
    }
  }

  @Test("A list of apps is an answer of the API")
  func onlyApps() async throws {
    let folder = try TemporaryFolder()
    let apps = "[\(Self.apps.joined(separator: ","))]"
    let run = await Shell()("import", "okta", try folder.write("apps.json", apps))
    #expect(run.status == .success && !run.errors.contains("nothing in these"), "\(run.all)")
  }
}
