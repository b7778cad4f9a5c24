import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

// The switches that are settings of the org.
extension ChecklistTests {
  private static let two = "authenticators password, email\nsign-on { require password and email }"

  /// The password was right, and the choice is among the second factors.
  private static func offered(_ client: OrgClient, _ label: String) async throws {
    try await signIn(client)
    if client.steps.first == "select-authenticator-authenticate" {
      try await client.choose("select-authenticator-authenticate", label)
    }
  }

  private static func push(_ phone: String, _ org: String = "") -> String {
    """
    authenticators password, okta-verify via push
    user "jane@example.com" {
      password "Correct-Horse-1"
      okta-verify "JBSWY3DPEHPK3PXP" { push \(phone) }
    }
    sign-on { require password and okta-verify }
    \(org)
    """
  }

  private static func poll(_ client: OrgClient) async throws {
    client.clock.advance(by: .seconds(4))
    try await client.submit("challenge-poll")
  }

  static let switches: [ChecklistRow] = ways + codes + pushes + passwords + endings

  private static let ways = [
    ChecklistRow("the identifier first: `sign-in identifier-first`", "sign-in identifier-first") {
      client in
      try await client.start()
      #expect(texts(client.remediation("identify"), "name").contains("passcode") == false)
    },
    ChecklistRow(
      "in one step: `sign-in identifier-and-password`", "sign-in identifier-and-password"
    ) { client in
      try await client.start()
      #expect(texts(client.remediation("identify"), "name").contains("passcode"))
    },
    ChecklistRow("no choice for a single factor: by the rule", two) { client in
      try await signIn(client)
      #expect(client.steps.first == "challenge-authenticator")
    },
    ChecklistRow(
      "a choice for several factors: by the rule",
      """
      authenticators password, email, phone
      user "jane@example.com" { password "Correct-Horse-1"; phone "+15551234567" }
      sign-on { require password and possession }
      """
    ) { client in
      try await signIn(client)
      #expect(client.steps.first == "select-authenticator-authenticate")
    },
    ChecklistRow("verification data: `email-code on-request`", "email-code on-request\n" + two) {
      client in
      try await signIn(client)
      #expect(client.steps.first == "authenticator-verification-data")
    },
    ChecklistRow("unknown users reported: `unknown-users shown`", "unknown-users shown") { client in
      try await client.start()
      try await client.submit("identify", ["identifier": "nobody@example.com"])
      #expect(client.steps.first == "identify")
    },
    ChecklistRow("unknown users not reported: `unknown-users hidden`", "unknown-users hidden") {
      client in
      try await client.start()
      try await client.submit("identify", ["identifier": "nobody@example.com"])
      #expect(client.steps.first == "challenge-authenticator")
    },
    ChecklistRow(
      "two phones: `phone` twice",
      """
      authenticators password, phone
      user "jane@example.com" {
        password "Correct-Horse-1"
        phone "+15551234567"
        phone "+15557654321"
      }
      sign-on { require password and phone }
      """
    ) { client in
      try await signIn(client)
      #expect(client.labels("select-authenticator-authenticate") == ["Phone", "Phone"])
    },
  ]

  private static let codes = [
    ChecklistRow(
      "429 after too many wrong codes: `codes { attempts 2 }`", "codes { attempts 2 }\n" + two
    ) { client in
      try await offered(client, "Email")
      for status in [401, 429] {
        try await client.passcode(try client.wrongCode("email"))
        #expect(client.status == status)
      }
      #expect(client.messageKey == "tooManyRequests")
    },
    ChecklistRow(
      "a link that is opened here: `email-link opens on this device`",
      """
      authenticators password, email
      user "jane@example.com" { password "x"; email-link opens after 5s on this device }
      sign-on { require email }
      """
    ) { client in
      try await identify(client)
      client.clock.advance(by: .seconds(8))
      try await client.use("poll")
      #expect(client.isSignedIn)
    },
    ChecklistRow(
      "a link that is opened elsewhere: `email-link opens on another device`",
      """
      authenticators password, email
      user "jane@example.com" { password "x"; email-link opens on another device }
      sign-on { require email }
      """
    ) { client in
      try await identify(client)
      client.clock.advance(by: .seconds(8))
      try await client.use("poll")
      #expect(!client.isSignedIn)
      try await client.passcode(try client.code("email"))
      #expect(client.isSignedIn)
    },
  ]

  private static let pushes = [
    ChecklistRow("a push that is approved: `push approve`", push("approve after 3s")) { client in
      try await offered(client, "Okta Verify")
      try await poll(client)
      #expect(client.isSignedIn)
    },
    ChecklistRow("rejected: `push deny`", push("deny after 3s")) { client in
      try await offered(client, "Okta Verify")
      try await poll(client)
      #expect(client.messageKey == "api.authn.poll.error.push_rejected")
    },
    ChecklistRow(
      "timed out: `push ignore`, `expire 1m`", push("ignore", "okta-verify { expire 1m }")
    ) { client in
      try await offered(client, "Okta Verify")
      client.clock.advance(by: .seconds(61))
      try await poll(client)
      #expect(client.messageKey == "core.system.transaction_resource_not_found")
    },
    ChecklistRow(
      "with a number: `number-challenge on`",
      push("approve after 3s", "okta-verify { number-challenge on }")
    ) { client in
      try await offered(client, "Okta Verify")
      #expect(has(client.page, "correctAnswer"))
    },
  ]

  private static let passwords = [
    ChecklistRow(
      "a password that expires soon: `expires in 3 days`",
      "user \"jane@example.com\" { password \"Correct-Horse-1\" expires in 3 days }"
    ) { client in
      try await signIn(client)
      #expect(client.steps == ["reenroll-authenticator-warning", "skip"])
    },
    ChecklistRow(
      "one that has expired: `expired`",
      "user \"jane@example.com\" { password \"Correct-Horse-1\" expired }"
    ) { client in
      try await signIn(client)
      #expect(client.steps == ["reenroll-authenticator"])
    },
    ChecklistRow(
      "an optional enrollment: `enrollment { optional phone }`",
      """
      authenticators password, phone
      user "jane@example.com" { password "Correct-Horse-1" }
      enrollment { optional phone }
      """
    ) { client in
      try await signIn(client)
      #expect(client.steps == ["select-authenticator-enroll", "skip"])
      try await client.submit("skip")
      #expect(client.isSignedIn)
    },
  ]

  private static let locked =
    "authenticators password, email\nuser \"jane@example.com\" { password \"x\"; status locked }\n"

  private static func unlock(_ client: OrgClient) async throws {
    try await client.start()
    try await client.submit("unlock-account")
    try await client.choose(
      "select-authenticator-unlock-account", "Email", identifier: "jane@example.com")
    try await client.passcode(client.code("email"))
  }

  private static let endings = [
    ChecklistRow(
      "an unlock that is the end: `unlock by email`", locked + "recovery { unlock by email }"
    ) { client in
      try await unlock(client)
      #expect(client.steps == [])
      #expect(!client.isSignedIn)
    },
    ChecklistRow(
      "an unlock that continues into the app: `after-unlock sign-in`",
      locked + "recovery { unlock by email; after-unlock sign-in }"
    ) { client in
      try await unlock(client)
      #expect(client.messageKey?.contains("landing.to.app") == true)
    },
    ChecklistRow(
      "back from elsewhere with more to do: `idp` and a rule",
      two + "\n" + jane + "\nidp \"Google\" { signs-in \"jane@example.com\" }"
    ) { client in
      try await client.start()
      #expect(try await client.browse()["error"] == "interaction_required")
    },
    ChecklistRow("consent: `app { consent … }`", "app { consent email }") { client in
      try await signIn(client)
      #expect(client.steps == ["consent"])
    },
  ]
}
