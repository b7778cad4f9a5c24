import Testing

@testable import OktaImport

/// Identity providers and routing rules in files of Terraform.
@Suite("Identity providers of Terraform") struct TerraformProviderTests {
  private typealias Terraform = TerraformImportTests

  private static func provider(_ type: String, _ values: String, unknown: String = "{}") -> String {
    Terraform.change(
      "\(type).p", #"{"id": "0oa1", "name": "Partner", "status": "ACTIVE"\#(values)}"#,
      unknown: unknown)
  }

  private static func routing(_ values: String, unknown: String = "{}") -> String {
    Terraform.change(
      "okta_policy_rule_idp_discovery.r",
      #"{"id": "rul1", "name": "Away", "policy_id": "rst9", "status": "ACTIVE", "network_connection": "ANYWHERE"\#(values)}"#,
      unknown: unknown)
  }

  private static func org(_ parts: String...) throws -> Importing.Outcome {
    try Terraform.imported(Terraform.plan([Terraform.policy] + parts))
  }

  private static let target =
    #", "idp_providers": [{"id": "0oa1", "type": "SAML2"}]"#

  @Test(
    "Who signs in is read from each type of provider",
    arguments: [
      ("okta_idp_saml", "type SAML2"), ("okta_idp_oidc", "type OIDC"),
      ("okta_idp_social", "type GOOGLE"),
    ])
  func providers(type: String, expected: String) throws {
    let kind = type.hasSuffix("social") ? #", "type": "GOOGLE""# : ""
    let org = try Self.org(
      Self.provider(
        type, #"\#(kind), "account_link_action": "DISABLED", "provisioning_action": "DISABLED""#),
      Self.routing(Self.target))
    #expect(
      org.line.contains(
        "idp \"Partner\" { \(expected) signs-in unknown \"account at identity provider: Partner\" "
          + "and unknown \"link to identity provider: Partner\" }"), "\(org.text)")
    #expect(org.line.contains("routing \"Away\" { to idp \"Partner\" }"), "\(org.text)")
  }

  @Test("New users, which the provider creates by default, have an example")
  func newUsers() throws {
    #expect(try Self.org(Self.provider("okta_idp_oidc", "")).line.contains("user \"new-user-"))
  }

  @Test("The conditions of a routing rule")
  func conditions() throws {
    let org = try Self.org(
      Self.provider("okta_idp_saml", ""),
      Self.routing(
        Self.target
          + #", "user_identifier_type": "IDENTIFIER", "user_identifier_patterns": [{"match_type": "SUFFIX", "value": "@p.com"}], "platform_include": [{"type": "MOBILE", "os_type": "IOS"}]"#
      ))
    #expect(
      org.line.contains(
        "routing \"Away\" { when platform ios and unknown \"users with: login \\\"*@p.com\\\"\" to idp"
      ),
      "\(org.text)")
  }

  @Test(
    "What isn't known is a gap or an unknown",
    arguments: [
      (target, #"{"user_identifier_patterns": true}"#, "when unknown \"Terraform: "),
      (target, #"{"idp_providers": true}"#, "okta_policy_rule_idp_discovery.r.idp_providers"),
      (
        #", "selection_type": "DYNAMIC", "property_name": "name", "provider_expression": "x.y""#,
        "{}", "matchCriteria"
      ),
      (target, "{}", "routing rules that Terraform doesn't manage"),
    ])
  func unknown(values: String, unknown: String, expected: String) throws {
    let org = try Self.org(
      Self.provider("okta_idp_saml", ""), Self.routing(values, unknown: unknown))
    #expect(org.line.contains(expected), "\(org.text)")
  }

  @Test("An action of a provider that isn't known is a gap")
  func actions() throws {
    for name in ["account_link_action", "provisioning_action", "suspended_action"] {
      let org = try Self.org(
        Self.provider("okta_idp_saml", "", unknown: #"{"\#(name)": true}"#))
      #expect(
        org.line.contains("gap \"okta_idp_saml.p: it isn't known: okta_idp_saml.p.\(name)"),
        "\(org.text)")
    }
  }
}
