import FlowHTTP
import Testing

@testable import OktaImport

/// Pairs of exports that differ in one part that decides something.
///
/// The imported orgs must differ: in a setting, or at least in a `gap` or a `detail`.
@Suite("Changes that an import must not lose") struct SilentChangeTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var new: String

    init(_ name: String, _ body: (String) -> String, _ old: String, _ new: String) {
      testDescription = name
      self.old = body(old)
      self.new = body(new)
    }
  }

  private static let twoFactors = #"{"type": "ASSURANCE", "factorMode": "2FA"}"#

  private static func access(_ method: String, conditions: String = "null") -> String {
    Importing.policy(
      "ACCESS_POLICY", rules: [Importing.rule(conditions: conditions, Importing.asks(method))])
  }

  private static func session(_ rest: String) -> String {
    Importing.policy(
      "OKTA_SIGN_ON", rules: [Importing.rule(#"{"signon": {"access": "ALLOW"\#(rest)}}"#)])
  }

  private static func password(_ settings: String) -> String {
    Importing.policy("PASSWORD", settings: #"{"password": \#(settings)}"#, rules: [])
  }

  private static let assured = access(
    twoFactors, conditions: #"{"device": {"assurance": {"include": ["dae1"]}}}"#)

  static let all: [Pair] = [
    Pair(
      "inactivity", { access(#"{"type": "ASSURANCE", "factorMode": "2FA"\#($0)}"#) },
      #", "inactivityPeriod": "PT15M""#, ""),
    Pair(
      "a long time",
      { access(#"{"type": "ASSURANCE", "factorMode": "2FA", "reauthenticateIn": "\#($0)"}"#) },
      "P1M", "P1Y"),
    Pair(
      "presence",
      {
        access(
          #"{"type": "ASSURANCE", "factorMode": "1FA", "constraints": [{"possession": {"deviceBound": "REQUIRED"\#($0)}}]}"#
        )
      }, "", #", "userPresence": "OPTIONAL""#),
    Pair(
      "remembered device",
      {
        session(#", "requireFactor": true, "factorPromptMode": "DEVICE", "factorLifetime": \#($0)"#)
      }, "15", "43200"),
    Pair(
      "lockout", { password(#"{"lockout": {"maxAttempts": 5, "autoUnlockMinutes": \#($0)}}"#) },
      "0", "2880"),
    Pair(
      "breaches", { password(#"{"breachedProtection": \#($0)}"#) }, #"{"expireAfterDays": 0}"#,
      "null"),
    Pair(
      "words", { password(#"{"complexity": {"excludeAttributes": [\#($0)]}}"#) }, #""email""#, ""),
    Pair(
      "assurance",
      {
        #"\#(assured), {"id": "dae1", "name": "Corp", "platform": "MACOS", "osVersion": {"minimum": "\#($0)"}}"#
      },
      "14.2", "10.0"),
    Pair(
      "behavior",
      {
        #"\#(access(twoFactors)), {"id": "bhv1", "name": "New City", "type": "ANOMALOUS_LOCATION", "status": "\#($0)"}"#
      },
      "ACTIVE", "INACTIVE"),
    Pair(
      "country",
      {
        #"\#(access(twoFactors)), {"id": "nzo7", "name": "Near", "type": "DYNAMIC", "usage": "POLICY", "status": "ACTIVE", "locations": [\#($0)]}"#
      },
      #"{"country": "US", "region": null}"#,
      #"{"country": "US", "region": null}, {"country": "CN", "region": null}"#),
    Pair(
      "proxies",
      {
        #"\#(access(twoFactors)), {"id": "nzo7", "name": "Near", "type": "IP", "usage": "POLICY", "status": "ACTIVE", "gateways": [{"type": "CIDR", "value": "10.0.0.0/8"}], "proxies": \#($0)}"#
      },
      "null", #"[{"type": "CIDR", "value": "0.0.0.0/0"}]"#),
    Pair(
      "key",
      {
        #"\#(access(twoFactors)), {"id": "aut7", "key": "okta_verify", "type": "app", "status": "ACTIVE", "settings": {"channelBinding": {"required": "\#($0)"}}}"#
      },
      "HIGH_RISK_ONLY", "NEVER"),
    Pair(
      "make of passkeys",
      {
        Importing.policy(
          "MFA_ENROLL",
          settings:
            #"{"type": "AUTHENTICATORS", "authenticators": [{"key": "webauthn", "enroll": {"self": "OPTIONAL"}\#($0)}]}"#,
          rules: [Importing.rule(#"{"enroll": {"self": "CHALLENGE"}}"#)])
      }, #", "constraints": {"aaguidGroups": ["Corp"]}"#, ""),
    Pair(
      "account management",
      {
        #"\#(access(twoFactors)), {"id": "rst9", "type": "ACCESS_POLICY", "name": "Accounts", "priority": 1, "status": "ACTIVE", "conditions": null, "_embedded": {"resourceType": "END_USER_ACCOUNT_MANAGEMENT"}, "rules": [\#(Importing.rule(named: "A", conditions: #"{"elCondition": {"condition": "accessRequest.operation == 'enroll'"}}"#, $0))]}"#
      }, Importing.denies, Importing.asks(#"{"type": "ASSURANCE", "factorMode": "1FA"}"#)),
    Pair(
      "methods of Okta Verify",
      {
        #"\#(access(twoFactors)), {"factors": {"00u9": [{"factorType": "token:software:totp", "provider": "OKTA", "status": "ACTIVE"}\#($0)]}}, {"id": "00u9", "status": "ACTIVE", "profile": {"login": "tom@example.com"}}"#
      }, "", #", {"factorType": "push", "provider": "OKTA", "status": "ACTIVE"}"#),
    Pair(
      "routing",
      {
        #"\#(access(twoFactors)), {"id": "rstI", "type": "IDP_DISCOVERY", "name": "Routing", "priority": 1, "status": "ACTIVE", "conditions": null, "rules": [\#(Importing.rule(named: "I", #"{"idp": {"providers": [{"type": "\#($0)", "id": "0oaX"}]}}"#))]}"#
      }, "OKTA", "SAML2"),
    Pair(
      "threats",
      { #"\#(access(twoFactors)), {"action": "\#($0)", "excludeZones": []}"# }, "block", "none"),
    Pair(
      "radius",
      {
        Importing.policy(
          "OKTA_SIGN_ON",
          rules: [
            Importing.rule(
              named: "Radius", status: $0, conditions: #"{"authContext": {"authType": "RADIUS"}}"#,
              #"{"signon": {"access": "DENY"}}"#)
          ])
      }, "ACTIVE", "INACTIVE"),
    Pair(
      "one method of Okta Verify",
      {
        Importing.policy(
          "MFA_ENROLL",
          settings:
            #"{"type": "AUTHENTICATORS", "authenticators": [{"key": "okta_verify_push", "enroll": {"self": "OPTIONAL"}}, {"key": "okta_verify_totp", "enroll": {"self": "\#($0)"}}]}"#,
          rules: [Importing.rule(#"{"enroll": {"self": "CHALLENGE"}}"#)])
      }, "NOT_ALLOWED", "OPTIONAL"),
  ]

  @Test("The imported orgs differ", arguments: all)
  func differs(pair: Pair) throws {
    func org(_ text: String) throws -> Importing.Outcome {
      try #require(try Importing.org("[\(text), \(Importing.people)]"))
    }
    let (old, new) = (try org(pair.old), try org(pair.new))
    #expect(old.faults == [] && new.faults == [], "\(old.text)\n\(new.text)")
    #expect(old.line != new.line, "\(old.text)")
  }

  // MARK: Parts that must not disappear

  @Test(
    "A part that isn't understood is a gap or an unknown",
    arguments: [
      // A rule without actions.
      #"{"id": "rst2", "type": "ACCESS_POLICY", "name": "P", "priority": 1, "status": "ACTIVE", "conditions": null, "rules": [{"id": "rul1", "type": "ACCESS_POLICY", "name": "R", "priority": 0, "status": "ACTIVE", "conditions": null, "actions": null}]}"#,
      #"{"id": "rst2", "type": "ACCESS_POLICY", "name": "P", "priority": 1, "status": "ACTIVE", "conditions": null, "rules": [{"id": "rul1", "name": "R", "priority": 0, "status": "ACTIVE", "conditions": null, "_links": {"self": {"href": "https://a/api/v1/policies/rst2/rules/rul1"}}}]}"#,
      // Objects of no known kind.
      #"{"id": "x1", "future": true}"#, #"{"verifyKnowledgeSecondWhen2faRequired": true}"#,
      #"{"id": "rst3", "type": "NEW_POLICY", "name": "N"}"#,
    ])
  func unknowns(body: String) throws {
    let org = try #require(
      try Importing.org("[\(Self.access(Self.twoFactors)), \(Importing.people)]"))
    let policy = body.contains("rst2") ? "" : Self.access(Self.twoFactors) + ","
    let more = try #require(try Importing.org("[\(policy) \(body), \(Importing.people)]"))
    #expect(more.faults == [], "\(more.text)")
    func unknowns(_ org: Importing.Outcome) -> Int { org.line.split(separator: "unknown \"").count }
    #expect(more.gaps > org.gaps || unknowns(more) > unknowns(org), "\(more.text)")
  }

  @Test("A sign-up policy whose rules aren't there is a gap")
  func registration() throws {
    let policy =
      #"{"id": "rstR", "type": "PROFILE_ENROLLMENT", "name": "S", "priority": 1, "status": "ACTIVE", "conditions": null, "system": true}"#
    let org = try #require(
      try Importing.org("[\(Self.access(Self.twoFactors)), \(policy), \(Importing.people)]"))
    #expect(org.line.contains("rules of this policy"), "\(org.text)")
  }

  @Test("A device that must not be managed isn't managed")
  func managed() throws {
    let rule = Self.access(
      Self.twoFactors, conditions: #"{"device": {"registered": true, "managed": false}}"#)
    let org = try #require(try Importing.org("[\(rule), \(Importing.people)]"))
    #expect(org.line.contains("when device registered and not device managed"), "\(org.text)")
  }
}
