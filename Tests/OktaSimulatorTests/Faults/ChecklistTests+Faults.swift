import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

// The switches that are faults of the org.
extension ChecklistTests {
  private static func fault(_ text: String, _ settings: String = "") -> String {
    "fault \"\(text)\"\n\(settings)"
  }

  private static let two = "authenticators password, email\nsign-on { require password and email }"

  static let faults: [ChecklistRow] = errors + members + steps + networks

  private static let errors = [
    ChecklistRow("a refusal with 400: `errors 400`", fault("any: errors 400")) { client in
      try await identify(client)
      try await client.passcode("Wrong-Horse-1")
      #expect(client.status == 400)
      #expect(client.steps.first == "challenge-authenticator")
    },
    ChecklistRow("with 401: `errors 401`", fault("any: errors 401")) { client in
      try await identify(client)
      try await client.passcode("Wrong-Horse-1")
      #expect(client.status == 401)
    },
    ChecklistRow("an error above the forms: `errors top`", fault("challenge: errors top")) {
      client in
      try await identify(client)
      try await client.passcode("Wrong-Horse-1")
      #expect(client.messageKey == "incorrectPassword")
      #expect(client.fieldKeys("passcode") == [])
    },
    ChecklistRow(
      "at its field: `errors field`",
      fault("identify: errors field", "sign-in identifier-and-password")
    ) { client in
      try await client.start()
      try await client.submit(
        "identify",
        ["identifier": "jane@example.com", "credentials": ["passcode": "Wrong-Horse-1"]])
      #expect(client.messageKey == nil)
      #expect(client.fieldKeys("identifier") == ["errors.E0000004"])
    },
    ChecklistRow(
      "a message without a key: `missing message-key`", fault("any: missing message-key")
    ) { client in
      try await identify(client)
      try await client.passcode("Wrong-Horse-1")
      #expect(!has(client.page, "i18n"))
      #expect(texts(client.page, "message").contains("Password is incorrect"))
    },
    ChecklistRow(
      "429 with a page: `429 ion`", fault("challenge from 2nd: 429 ion")
    ) { client in
      try await identify(client)
      try await client.passcode("Wrong-Horse-1")
      #expect(client.status == 400)
      try await client.passcode("Wrong-Horse-1")
      #expect(client.status == 429)
      #expect(client.messageKey == "tooManyRequests")
    },
    ChecklistRow("429 without one: `429 empty`", fault("challenge: 429 empty")) { client in
      try await identify(client)
      try await client.passcode("Wrong-Horse-1")
      #expect(client.status == 429)
      #expect(client.page == .null)
      #expect(client.headers["Content-Type"] == nil)
    },
  ]

  private static let members =
    [
      ("id", "id"), ("key", "key"), ("settings", "settings"), ("age", "age"), ("user", "user"),
      ("relates-to", "relatesTo"), ("display-name", "displayName"), ("app", "app"),
      ("expires-at", "expiresAt"), ("intent", "intent"), ("methods", "methods"),
    ].map { word, member in
      ChecklistRow(
        "without an optional member: `missing \(word)`",
        fault("any: missing \(word)", "user \"jane@example.com\" { password \"x\" expired }")
      ) { client in
        try await identify(client)
        #expect(!has(client.page, member))
        #expect(client.steps == ["challenge-authenticator"])
        try await client.passcode("x")
        #expect(!has(client.page, member))
        #expect(client.steps == ["reenroll-authenticator"])
      }
    } + [
      ChecklistRow(
        "a reference as a text: `relates-to string`", fault("any: relates-to string")
      ) {
        client in
        try await identify(client)
        #expect(client.remediation("challenge-authenticator")?["relatesTo"]?.string != nil)
      },
      ChecklistRow("a dangling one: `relates-to dangling`", fault("any: relates-to dangling")) {
        client in
        try await identify(client)
        let reference = client.remediation("challenge-authenticator")?["relatesTo"]
        #expect(reference == ["$.authenticators.value[99]"])
      },
      ChecklistRow("other labels: `labels de`", fault("any: labels de")) { client in
        try await client.start()
        #expect(texts(client.page["remediation"], "label").contains("Benutzername"))
        try await client.submit("identify", ["identifier": "jane@example.com"])
        try await client.passcode("Wrong-Horse-1")
        #expect(texts(client.page, "message").contains("Das Passwort ist falsch"))
      },
    ]

  private static let steps = [
    ChecklistRow(
      "an unknown step beside the others: `unknown-step`",
      fault("any: unknown-step", "registration { profile email }")
    ) { client in
      try await client.start()
      #expect(client.steps == ["identify", "select-enroll-profile", "levitate"])
      try await client.submit("levitate", ["height": "2"])
      #expect(client.status == 404, "no one answers it")
    },
    ChecklistRow("before them: `unknown-step first`", fault("any: unknown-step first")) { client in
      try await client.start()
      #expect(client.steps == ["levitate", "identify"])
    },
    ChecklistRow("instead of them: `unknown-step instead`", fault("any: unknown-step instead")) {
      client in
      try await client.start()
      #expect(client.steps == ["levitate"])
    },
    ChecklistRow(
      "steps in another order: `order reversed`",
      fault("any: order reversed", "registration { profile email }")
    ) { client in
      try await client.start()
      #expect(client.steps == ["select-enroll-profile", "identify"])
    },
    ChecklistRow(
      "steps in any order: `order shuffled`",
      fault("any: order shuffled", "registration { profile email }")
    ) { client in
      var orders: Set<[String]> = []
      for _ in 0..<20 {
        try await client.start()
        orders.insert(client.steps)
      }
      #expect(orders.count == 2)
    },
    ChecklistRow(
      "another polling interval: `poll-interval 1s`", fault("poll 2nd: poll-interval 1s", two)
    ) { client in
      try await signIn(client)
      let refresh = {
        client.page["currentAuthenticatorEnrollment"]?["value"]?["poll"]?["refresh"]?.integer
      }
      #expect(refresh() == 4000)
      try await client.use("poll")
      #expect(refresh() == 4000)
      try await client.use("poll")
      #expect(refresh() == 1000)
    },
  ]

  private static let networks = [
    ChecklistRow("the end in the middle: `expired`", fault("challenge once: expired")) { client in
      try await identify(client)
      try await client.passcode("Correct-Horse-1")
      #expect(client.status == 401)
      #expect(client.messageKey == "idx.session.expired")
      try await client.introspect()
      #expect(client.messageKey == "idx.session.expired", "and it stays over")
    },
    ChecklistRow("a network that drops: `drop`", fault("challenge once: drop")) { client in
      try await identify(client)
      await #expect(throws: TransportFailure.self) { try await client.passcode("Correct-Horse-1") }
      try await client.passcode("Correct-Horse-1")
      #expect(client.isSignedIn)
    },
    ChecklistRow("a page of a proxy: `html 403`", fault("keys: html 403")) { client in
      await #expect(throws: JSONFailure.self) {
        try await client.send(.get, "/oauth2/default/v1/keys")
      }
      #expect(client.status == 403)
      #expect(client.headers["Content-Type"] == "text/html; charset=utf-8")
      #expect(client.headers["x-okta-request-id"] == nil)
    },
    ChecklistRow("a code that has expired: `token: expired`", fault("token: expired")) { client in
      try await signIn(client)
      #expect(try await client.redeem()["error"] == "invalid_grant")
      #expect(client.status == 400)
    },
  ]
}
