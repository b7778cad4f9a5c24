import FlowHTTP
import Testing

@testable import OktaImport

/// Identity providers and routing rules of an export.
@Suite("Importing identity providers") struct ProviderImportTests {
  private static let access = Importing.policy(
    "ACCESS_POLICY",
    rules: [Importing.rule(Importing.asks(#"{"type": "ASSURANCE", "factorMode": "1FA"}"#))])

  private static let link = #""accountLink": {"action": "AUTO", "filter": null}"#
  private static let closed = #""provisioning": {"action": "DISABLED"}"#

  private static func provider(
    _ id: String = "0oa1", _ name: String = "Partner", type: String = "SAML2",
    status: String = "ACTIVE", _ policy: String = "\(link), \(closed)", more: String = ""
  ) -> String {
    #"{"id": "\#(id)", "name": "\#(name)", "type": "\#(type)", "status": "\#(status)", "protocol": {"type": "\#(type)"}, "policy": {\#(policy)}\#(more)}"#
  }

  private static func routing(_ rules: String...) -> String {
    #"{"id": "rstI", "type": "IDP_DISCOVERY", "name": "Routing", "priority": 1, "status": "ACTIVE", "conditions": null, "rules": [\#(rules.joined(separator: ", "))]}"#
  }

  private static func rule(
    named name: String = "Away", conditions: String = "null", _ action: String = to("0oa1")
  ) -> String {
    Importing.rule(named: name, conditions: conditions, #"{"idp": {\#(action)}}"#)
  }

  private static func to(_ ids: String...) -> String {
    let all = ids.map {
      $0 == "OKTA" ? #"{"type": "OKTA"}"# : #"{"type": "SAML2", "id": "\#($0)"}"#
    }
    return #""providers": [\#(all.joined(separator: ", "))]"#
  }

  private static func org(_ parts: String...) throws -> Importing.Outcome {
    let all = [access] + parts + [Importing.people]
    let made = try #require(try Importing.org("[\(all.joined(separator: ", "))]"))
    #expect(made.faults == [], "\(made.text)")
    return made
  }

  private static let account = "unknown \"account at identity provider: Partner\""
  private static let linked = "unknown \"link to identity provider: Partner\""

  @Test(
    "What a provider must prove is a detail, so that two versions can't be compared",
    arguments: [
      (
        #""protocol": {"type": "SAML2"}"#,
        #""protocol": {"algorithms": {"response": {"signature": {"scope": "NONE"}}}}"#
      ),
      (
        #""protocol": {"type": "OIDC"}"#,
        #""protocol": {"credentials": {"client": {"client_id": "x", "client_secret": "s3cret"}}}"#
      ),
      (
        #""protocol": {"type": "OIDC"}"#,
        #""protocol": {"credentials": {"client": {"pkce_required": false}}}"#
      ),
      (#""protocol": {"type": "OIDC"}"#, #""protocol": {"scopes": ["openid"]}"#),
      (
        #""protocol": {"type": "SAML2"}"#,
        #""protocol": {"settings": {"honorPersistentNameId": false}}"#
      ),
    ])
  func proofs(plain: String, more: String) throws {
    func org(_ part: String) throws -> Importing.Outcome {
      try Self.org(
        #"{"id": "0oa1", "name": "Partner", "type": "SAML2", "status": "ACTIVE", \#(part), "policy": {\#(Self.link), \#(Self.closed)}}"#,
        Self.routing())
    }
    #expect(!(try org(plain)).line.contains("detail \"identity provider"))
    let other = try org(more)
    #expect(other.line.contains("detail \"identity provider Partner: protocol."), "\(other.text)")
    #expect(!other.text.contains("s3cret"))
  }

  @Test("Only unusual ways to match users are details")
  func matching() throws {
    func org(_ part: String) throws -> String {
      let org = try Self.org(
        Self.partner("\(Self.link), \(Self.closed), \(part)"), Self.routing())
      #expect(org.gaps == 0, "\(org.text)")
      return org.line
    }
    for name in ["maxClockSkew", "transformedUsernameMatchingEnabled"] {
      let isNumber = name == "maxClockSkew"
      let usual = try org("\"\(name)\": \(isNumber ? "0" : "false")")
      #expect(!usual.contains("policy.\(name)"), "\(usual)")
      let other = try org("\"\(name)\": \(isNumber ? "60000" : "true")")
      #expect(other.contains("detail \"identity provider Partner: policy.\(name)"), "\(other)")
    }
  }

  @Test("A provider that doesn't say whether it creates users is a gap")
  func unsaid() throws {
    let org = try Self.org(
      Self.partner("\(Self.link), \"provisioning\": {}"), Self.routing())
    #expect(org.gaps == 1, "\(org.text)")
  }

  @Test(
    "Who may sign in at a provider is a condition",
    arguments: [
      (link, "signs-in \(account)"),
      (
        #""accountLink": {"action": "DISABLED", "filter": null}"#,
        "signs-in \(account) and \(linked)"
      ),
      (
        #""accountLink": {"action": "AUTO", "filter": {"groups": {"include": ["00g1"]}}}"#,
        "signs-in group \"Staff\" and \(account) signs-in \(account) and \(linked)"
      ),
      (
        #""accountLink": {"action": "AUTO", "filter": {"users": {"exclude": ["00u1"], "excludeAdmins": false}}}"#,
        "signs-in not user \"jane@example.com\" and \(account) signs-in \(account) and \(linked)"
      ),
      (
        #""accountLink": {"action": "AUTO", "filter": {"users": {"excludeAdmins": true}}}"#,
        "signs-in unknown \"user: not an administrator\" and \(account) signs-in \(account) and \(linked)"
      ),
    ])
  func links(policy: String, expected: String) throws {
    let org = try Self.org(Self.partner("\(policy), \(Self.closed)"), Self.routing())
    #expect(org.line.contains("idp \"Partner\" { type SAML2 \(expected) }"), "\(org.text)")
    #expect(org.gaps == 0, "\(org.text)")
  }

  private static func partner(_ policy: String) -> String { provider("0oa1", "Partner", policy) }

  @Test(
    "What isn't simulated of a provider is a gap",
    arguments: [
      provider(type: "X509"), provider(type: "AgentlessDSSO"), partner(link),
      partner("\(link), \(closed), \"trustClaims\": true"),
      partner("\(link), \"provisioning\": {\"action\": \"SOMETIMES\"}"),
      partner("\"accountLink\": {\"action\": \"NEW\"}, \(closed)"),
      partner(
        "\(link), \"provisioning\": {\"action\": \"DISABLED\", \"conditions\": {\"suspended\": {\"action\": \"UNSUSPEND\"}}}"
      ),
      partner(
        "\(link), \"provisioning\": {\"action\": \"AUTO\", \"groups\": {\"action\": \"ASSIGN\", \"assignments\": [\"00g1\"]}}"
      ),
      partner("\(link), \(closed), \"future\": {\"a\": 1}"),
      provider(more: #", "future": true"#),
      #"{"id": "0oa1", "name": "Partner", "type": "OIDC", "status": "ACTIVE", "protocol": {}}"#,
    ])
  func gaps(body: String) throws {
    let org = try Self.org(body, Self.routing(Self.rule(named: "Default", Self.to("OKTA"))))
    #expect(org.gaps > 0, "\(org.text)")
  }

  @Test(
    "Providers at which no one signs in are left out",
    arguments: [provider(status: "INACTIVE"), provider(type: "IDV_PERSONA")])
  func leftOut(body: String) throws {
    let org = try Self.org(body, Self.routing(Self.rule(named: "Default", Self.to("OKTA"))))
    #expect(!org.line.contains("idp ") && !org.line.contains("routing"), "\(org.text)")
    #expect(org.gaps == 0, "\(org.text)")
  }

  @Test("A provider that creates users has an example of them")
  func newUsers() throws {
    let body = Self.partner("\(Self.link), \"provisioning\": {\"action\": \"AUTO\"}")
    let org = try Self.org(body, Self.routing())
    let example = try #require(
      org.line.split(separator: " ").first { $0.contains("new-user-") }, "\(org.text)")
    #expect(org.line.contains("signs-in \(example)") && org.line.contains("user \(example)"))
    #expect(org.line.contains("new-users on"), "\(org.text)")
    #expect(org.gaps == 0, "\(org.text)")
    let tested = Importing.policy(
      "ACCESS_POLICY",
      rules: [
        Importing.rule(
          conditions: #"{"elCondition": {"condition": "user.profile.team == 'x'"}}"#,
          Importing.denies)
      ])
    let other = try #require(
      try Importing.org("[\(tested), \(body), \(Self.routing()), \(Importing.people)]"))
    #expect(other.gaps > 0, "\(other.text)")
  }

  @Test("Without the routing rules, it isn't known where users sign in")
  func noRouting() throws {
    let org = try Self.org(Self.provider())
    #expect(org.line.contains("gap \"routing: "), "\(org.text)")
  }

  private static func identifier(_ match: String, _ value: String, _ more: String = "") -> String {
    #"{"userIdentifier": {"type": "IDENTIFIER"\#(more), "patterns": [{"matchType": "\#(match)", "value": "\#(value)"}]}}"#
  }

  @Test(
    "The conditions of a routing rule are exact or unknown",
    arguments: [
      ("null", ""), (identifier("SUFFIX", "@p.com"), "when login \"*@p.com\" "),
      (identifier("EQUALS", "a@p.com"), "when login \"a@p.com\" "),
      (identifier("STARTS_WITH", "adm-"), "when login \"adm-*\" "),
      (identifier("CONTAINS", "x"), "when login \"*x*\" "),
      (
        #"{"userIdentifier": {"type": "ATTRIBUTE", "attribute": "team", "patterns": [{"matchType": "EQUALS", "value": "blue"}]}}"#,
        "when attribute team \"blue\" "
      ),
      (
        #"{"network": {"connection": "ZONE", "include": ["nzo1"]}, "platform": {"include": [{"type": "MOBILE", "os": {"type": "IOS"}}]}}"#,
        "when zone \"Office\" and platform ios "
      ),
      (
        #"{"userIdentifier": {"patterns": []}, "app": {"include": [], "exclude": []}, "platform": {"include": [], "exclude": []}}"#,
        ""
      ),
    ])
  func conditions(conditions: String, expected: String) throws {
    let org = try Self.org(Self.provider(), Self.routing(Self.rule(conditions: conditions)))
    #expect(
      org.line.contains("routing \"Away\" { \(expected)to idp \"Partner\" }"), "\(org.text)")
    #expect(org.gaps == 0, "\(org.text)")
  }

  @Test(
    "A condition that isn't evaluated is unknown",
    arguments: [
      identifier("EXPRESSION", "login.identifier == 'x'"), identifier("SUFFIX", "a*b"),
      identifier("SOUNDS_LIKE", "x"), identifier("SUFFIX", ""), #"{"userIdentifier": 1}"#,
      #"{"userIdentifier": {"type": "ATTRIBUTE", "attribute": "team", "patterns": [{"matchType": "SUFFIX", "value": "blue"}]}}"#,
      #"{"userIdentifier": {"type": "NEW", "patterns": [{"matchType": "SUFFIX", "value": "b"}]}}"#,
      #"{"app": {"include": [{"type": "APP_TYPE", "name": "x"}]}}"#, #"{"future": {"a": 1}}"#,
    ])
  func unknown(conditions: String) throws {
    let org = try Self.org(Self.provider(), Self.routing(Self.rule(conditions: conditions)))
    #expect(org.line.contains("routing \"Away\" { when unknown \""), "\(org.text)")
  }

  @Test(
    "Where a routing rule leads",
    arguments: [
      (to("0oa1"), "to idp \"Partner\"", 0),
      (to("0oa1", "0oa2"), "to idp \"Partner\", \"Google\"", 0),
      (
        to("0oa1") + #", "shouldFallBackToOkta": true"#,
        #"when unknown "outage of identity provider: "#, 0
      ),
      (to("0oa9"), nil, 1), (to("0oa3"), nil, 1), (to("OKTA", "0oa1"), nil, 0),
      (#""x": 1"#, nil, 1),
      (#""providers": []"#, nil, 1),
      (
        #""idpSelectionType": "DYNAMIC", "providers": [], "matchCriteria": [{"propertyName": "name", "providerExpression": "login.identifier.substringBefore('@')"}]"#,
        nil, 1
      ),
    ] as [(String, String?, Int)])
  func targets(action: String, expected: String?, gaps: Int) throws {
    let org = try Self.org(
      Self.provider(), Self.provider("0oa2", "Google", type: "GOOGLE"),
      Self.provider("0oa3", "Old", status: "INACTIVE"),
      Self.routing(Self.rule(action), Self.rule(named: "Default", Self.to("OKTA"))))
    if let expected {
      #expect(org.line.contains("routing \"Away\" { \(expected)"), "\(org.text)")
    } else {
      #expect(!org.line.contains("routing \""), "\(org.text)")
    }
    #expect(min(org.gaps, 1) == gaps, "\(org.text)")
  }

  @Test("Users who may enter something else than their login aren't routed by it for certain")
  func otherIdentifiers() throws {
    func policy(_ identifiers: String) -> String {
      Importing.policy(
        "PROFILE_ENROLLMENT",
        rules: [
          Importing.rule(
            named: "U",
            #"{"profileEnrollment": {"access": "ALLOW", "unknownUserAction": "DENY", "allowedIdentifiers": [\#(identifiers)]}}"#
          )
        ]
      )
      .replacing("rst1", with: "rst2")
    }
    let tested = Self.routing(Self.rule(conditions: Self.identifier("SUFFIX", "@p.com")))
    for (identifiers, routing, gaps) in [
      (#""login""#, tested, 0), (#""login", "badge""#, tested, 1),
      (#""login", "badge""#, Self.routing(Self.rule()), 0),
    ] {
      let org = try Self.org(Self.provider(), routing, policy(identifiers))
      #expect(org.gaps == gaps, "\(org.text)")
    }
  }

  @Test("A dynamic rule compares the domain with the names of the providers")
  func dynamic() throws {
    let action = #"""
      "idpSelectionType": "DYNAMIC", "providers": [], "shouldFallBackToOkta": true,
      "matchCriteria": [{"propertyName": "name", "providerExpression": "login.identifier.substringAfter('@')"}]
      """#
    let org = try Self.org(
      Self.provider("0oa1", "p.com"), Self.provider("0oa2", "Q.com"),
      Self.routing(Self.rule(action)))
    for text in [
      "{ when login \"*@Q.com\" and unknown \"routing by the name: Q.com\" to idp \"Q.com\" }",
      "{ when login \"*@p.com\" to idp \"p.com\" }", "{ to org }",
    ] {
      #expect(org.line.contains(text), "\(text)\n\(org.text)")
    }
    #expect(org.gaps == 0, "\(org.text)")
    let other = try Self.org(
      Self.provider("0oa1", "p.com"),
      Self.routing(Self.rule(action.replacing("true", with: "false"))))
    #expect(other.gaps == 1, "\(other.text)")
  }

  @Test("Secrets of a provider aren't in the org, and its address is")
  func secrets() throws {
    let body = Self.provider().replacing(
      #""protocol": {"type": "SAML2"}"#,
      with:
        #""protocol": {"type": "OIDC", "issuer": {"url": "https://id.example"}, "credentials": {"client": {"client_id": "c", "client_secret": "CANARY"}}}"#
    )
    let org = try Self.org(body, Self.routing())
    #expect(!org.text.contains("CANARY") && org.text.contains("https://id.example"), "\(org.text)")
  }
}
