import FlowHTTP
import Testing

@testable import OktaImport

/// What an import says about parts of rules that aren't in the export, and about parts that an org
/// has in other words.
@Suite("What an import says about rules") struct ImportedRemarkTests {
  private static func org(_ parts: String...) throws -> Importing.Outcome {
    let all = [Importing.people] + parts
    let made = try #require(try Importing.org("[\(all.joined(separator: ", "))]"))
    #expect(made.faults == [], "\(made.text)")
    return made
  }

  @Test("A condition that a policy and its rule have is written once")
  func repeats() throws {
    let staff = #"{"people": {"groups": {"include": ["00g1"]}}}"#
    let rule =
      #"{"people": {"groups": {"include": ["00g1"]}}, "network": {"connection": "ZONE", "include": ["nzo1"]}}"#
    let made = try Self.org(
      Importing.policy(
        "OKTA_SIGN_ON", conditions: staff,
        rules: [Importing.rule(conditions: rule, #"{"signon": {"access": "DENY"}}"#)]))
    #expect(made.line.contains(#"when group "Staff" and zone "Office""#), "\(made.line)")
    #expect(!made.line.contains(#"group "Staff" and group"#), "\(made.line)")
  }

  private static func passwords(_ change: String, _ reset: String = #"{"access": "DENY"}"#)
    -> String
  {
    Importing.policy(
      "PASSWORD", settings: #"{"password": {"age": {"maxAgeDays": 90}}}"#,
      rules: [
        Importing.rule(
          """
          {"passwordChange": {"access": "\(change)"}, "selfServicePasswordReset": \(reset),
           "selfServiceUnlock": {"access": "DENY"}}
          """)
      ])
  }

  @Test("It isn't known whether users who may not change a password can replace an expired one")
  func passwordChange() throws {
    let allowed = try Self.org(Self.passwords("ALLOW"))
    #expect(!allowed.line.contains("expired-password"), "\(allowed.line)")
    let denied = try Self.org(Self.passwords("DENY"))
    let rules = denied.line.split(separator: "recovery \"").dropFirst().map(String.init)
    #expect(rules.count == 2, "\(denied.line)")
    #expect(rules[0].contains(#"when unknown "password change: DENY""#), "\(denied.line)")
    #expect(rules[0].contains("deny password, unlock, expired-password"), "\(denied.line)")
    #expect(!rules[1].contains("expired-password"), "\(denied.line)")
    #expect(denied.gaps == allowed.gaps)
    let recovers = try Self.org(
      Self.passwords(
        "DENY",
        #"{"access": "ALLOW", "requirement": {"primary": {"methods": ["email"]}, "stepUp": {"required": false}}}"#
      ))
    let others = recovers.line.split(separator: "recovery \"").dropFirst().map(String.init)
    #expect(others.count == 2 && others.allSatisfy { $0.contains("password by email") })
    #expect(others.first?.contains("deny unlock, expired-password") == true, "\(recovers.line)")
  }

  private static func passkeys(_ settings: String) -> String {
    """
    {"type": "webauthn", "status": "ACTIVE", "settings": \(settings),
     "_links": {"self": {"href": "https://a/api/v1/authenticators/aut-webauthn/methods/webauthn"}}}
    """
  }

  @Test("Passkeys that must verify their holder are simulated, and any others are a detail")
  func userVerification() throws {
    let required = try Self.org(Self.passkeys(#"{"userVerification": "REQUIRED"}"#))
    #expect(!required.line.contains("detail \""), "\(required.line)")
    for word in ["PREFERRED", "DISCOURAGED"] {
      let other = try Self.org(Self.passkeys(#"{"userVerification": "\#(word)"}"#))
      #expect(other.line.contains("userVerification") && other.line.contains(word), "\(other.line)")
    }
    let more = try Self.org(
      Self.passkeys(#"{"userVerification": "REQUIRED", "attachment": "BUILT_IN"}"#))
    #expect(more.line.contains("attachment"), "\(more.line)")
    #expect(!more.line.contains("userVerification"), "\(more.line)")
  }
}
