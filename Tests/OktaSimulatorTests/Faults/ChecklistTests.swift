import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

/// Required behavior of a simulator of the Identity Engine.
///
/// Each row names the setting or the fault of the org that causes it, and checks the answer.
struct ChecklistRow: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// The settings of the org, beside a password, an email address and one user.
  var settings: String
  var check: @Sendable (OrgClient) async throws -> Void

  init(
    _ name: String, _ settings: String = "",
    _ check: @escaping @Sendable (OrgClient) async throws -> Void
  ) {
    testDescription = name
    self.settings = settings
    self.check = check
  }
}

@Suite("The checklist of a simulator")
struct ChecklistTests {
  static let jane = "user \"jane@example.com\" { password \"Correct-Horse-1\" }"

  static func identify(_ client: OrgClient) async throws {
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
  }

  static func signIn(_ client: OrgClient) async throws {
    try await identify(client)
    try await client.passcode("Correct-Horse-1")
  }

  /// The texts of a member on the page, in any position.
  static func texts(_ json: JSON?, _ member: String) -> [String] {
    switch json {
    case .array(let elements)?: elements.flatMap { texts($0, member) }
    case .object(let object)?:
      object.members.flatMap { entry -> [String] in
        if entry.name == member, let text = entry.value.string { return [text] }
        return texts(entry.value, member)
      }
    default: []
    }
  }

  static func has(_ json: JSON?, _ member: String) -> Bool {
    switch json {
    case .array(let elements)?: elements.contains { has($0, member) }
    case .object(let object)?:
      object.members.contains { $0.name == member || has($0.value, member) }
    default: false
    }
  }

  @Test("A request is checked against its requirements", arguments: ChecklistTests.validations)
  func validates(row: ChecklistRow) async throws { try await run(row) }

  @Test("An answer has its required parts", arguments: ChecklistTests.emissions)
  func emits(row: ChecklistRow) async throws { try await run(row) }

  @Test("Each switch changes the answer", arguments: ChecklistTests.switches)
  func switched(row: ChecklistRow) async throws { try await run(row) }

  @Test("Each fault changes the answer", arguments: ChecklistTests.faults)
  func isFaulty(row: ChecklistRow) async throws { try await run(row) }

  private func run(_ row: ChecklistRow) async throws {
    let user = row.settings.contains("user ") ? "" : Self.jane
    let client = try OrgClient("\(user)\n\(row.settings)")
    client.checksPages = !row.settings.contains("fault")
    try await row.check(client)
  }

  // MARK: Validation

  private static func interact(
    _ client: OrgClient, _ change: (inout [FormPair]) -> Void
  ) async throws -> JSON {
    var form =
      [
        FormPair("client_id", "client"), FormPair("scope", "openid"),
        FormPair("redirect_uri", "com.example:/callback"),
        FormPair("state", "xyz"),
      ] + OrgClient.proof
    change(&form)
    return try await client.send(.post, "/oauth2/default/v1/interact", .form(form))
  }

  static let validations: [ChecklistRow] = [
    ChecklistRow("an unknown state handle is refused") { client in
      try await client.start()
      try await client.load("/idp/idx/identify", ["stateHandle": "02.id.nobody"])
      #expect(client.status == 401)
      #expect(client.messageKey == "idx.session.expired")
    },
    ChecklistRow("an expired one too: `transaction 10m`", "transaction 10m") { client in
      try await client.start()
      client.clock.advance(by: .seconds(600))
      try await client.submit("identify", ["identifier": "jane@example.com"])
      #expect(client.status == 401)
      #expect(client.messageKey == "idx.session.expired")
    },
    ChecklistRow("a request without one lacks a field") { client in
      try await client.load("/idp/idx/identify", ["identifier": "jane@example.com"])
      #expect(client.status == 400)
      #expect(client.messageKey == "api.error.field_required")
    },
    ChecklistRow("a required field is required") { client in
      try await client.start()
      try await client.submit("identify")
      #expect(client.status == 400)
    },
    ChecklistRow(
      "the id of an option must be known",
      "authenticators password, email\nsign-on { require any 2 }"
    ) { client in
      try await identify(client)
      try await client.load(
        "/idp/idx/challenge",
        [
          "stateHandle": client.page["stateHandle"] ?? .null,
          "authenticator": ["id": "aut-nobody", "methodType": "email"],
        ])
      #expect((400...403).contains(client.status))
    },
    ChecklistRow("an S256 challenge requires its verifier") { client in
      try await signIn(client)
      let refused = try await client.redeem(verifier: "another-verifier-of-forty-three-characters-")
      #expect(client.status == 400)
      #expect(refused["error"] == "invalid_grant")
    },
    ChecklistRow("a plain challenge is refused") { client in
      let answer = try await interact(client) { form in
        form.removeAll { $0.name == "code_challenge_method" }
        form.append(FormPair("code_challenge_method", "plain"))
      }
      #expect(answer["error"] == "invalid_request")
    },
    ChecklistRow("a code is valid once") { client in
      try await signIn(client)
      #expect(try await client.redeem()["access_token"] != nil)
      #expect(try await client.redeem()["error"] == "invalid_grant")
    },
    ChecklistRow("a code is valid for a minute") { client in
      try await signIn(client)
      client.clock.advance(by: .seconds(61))
      #expect(try await client.redeem()["error"] == "invalid_grant")
    },
    ChecklistRow(
      "a redirect address must be registered: `app { redirect … }`",
      "app { redirect \"com.example:/other\" }"
    ) { client in
      let answer = try await interact(client) { _ in }
      #expect(answer["error"] == "invalid_request")
    },
    ChecklistRow(
      "the state is returned: `idp`",
      "user \"jane@example.com\" { password \"x\" }\nidp \"Google\" { signs-in \"jane@example.com\" }"
    ) { client in
      try await client.start()
      #expect(try await client.browse()["state"] == "xyz")
    },
  ]

  // MARK: Emission

  static let emissions: [ChecklistRow] = [
    ChecklistRow("a request id, a date and the rate limit") { client in
      try await client.start()
      for name in [
        "x-okta-request-id", "Date", "x-rate-limit-limit", "x-rate-limit-remaining",
        "x-rate-limit-reset",
      ] { #expect(client.headers[name]?.isEmpty == false, "\(name)") }
    },
    ChecklistRow("the expiry with milliseconds of zero") { client in
      try await client.start()
      #expect(client.page["expiresAt"] == "2027-01-15T09:00:00.000Z")
    },
    ChecklistRow("the members `accepts` and `produces` of forms") { client in
      try await client.start()
      let form = client.remediation("identify")
      #expect(form?["accepts"] == "application/json; okta-version=1.0.0")
      #expect(form?["produces"] == "application/ion+json; okta-version=1.0.0")
    },
    ChecklistRow("labels in English") { client in
      try await client.start()
      #expect(texts(client.page["remediation"], "label").contains("Username"))
    },
    ChecklistRow("a handle that changes: `state-handle rotated`", "state-handle rotated") {
      client in
      try await client.start()
      let old = client.page["stateHandle"]
      try await client.submit("identify", ["identifier": "jane@example.com"])
      #expect(client.page["stateHandle"] != old)
      try await client.load("/idp/idx/cancel", ["stateHandle": old ?? .null])
      #expect(client.messageKey == "idx.session.expired")
    },
  ]
}
