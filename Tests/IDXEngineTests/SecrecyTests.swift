import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// Handles, codes and tokens are in nothing that a program can print.
@Suite struct SecrecyTests {
  /// The page with everything that must not be shown, each as a canary.
  private static let page = Org.page(
    [
      Org.form(
        "challenge-authenticator", "/c",
        [
          Org.passcode,
          ["name": "secretDefault", "secret": true, "value": "CANARY-default"],
          ["name": "stateToken", "value": "CANARY-token", "mutable": false],
        ], ["relatesTo": "$.currentAuthenticator"]),
      [
        "name": "redirect-idp", "method": "GET",
        "href": "https://org.example/sso/idps/1?stateToken=CANARY-redirect",
      ],
      [
        "name": "skip", "rel": ["create-form"], "href": "https://org.example/skip",
        "value": [["name": "stateHandle", "value": "CANARY-form-handle"]],
      ],
    ],
    [
      "stateHandle": "CANARY-handle",
      "currentAuthenticator": Org.wrapped([
        "key": "google_otp",
        "contextualData": [
          "sharedSecret": "CANARY-shared", "otp": "CANARY-otp",
          "qrcode": ["href": "data:CANARY-picture"],
        ],
      ]),
    ])

  private static let canaryToken: String = {
    var claims = Org.claims
    claims["jti"] = "CANARY"
    return Org.token(claims)
  }()

  private static let tokens: JSON = [
    "access_token": "CANARY-access", "id_token": .string(canaryToken),
    "refresh_token": "CANARY-refresh", "token_type": "Bearer",
  ]

  private static let success: JSON = {
    var success = Org.success.object ?? [:]
    var form = success["successWithInteractionCode"]?.object ?? [:]
    form["value"] = [
      ["name": "grant_type", "value": "interaction_code"],
      ["name": "interaction_code", "value": "CANARY-code"],
    ]
    success["successWithInteractionCode"] = .object(form)
    success["stateHandle"] = "CANARY-handle"
    return .object(success)
  }()

  private func shown(_ value: some Any) -> String {
    var text = String(describing: value) + String(reflecting: value)
    dump(value, to: &text)
    return text
  }

  @Test func aResponseAndItsSessionShowNone() async throws {
    let (session, response, _) = try await Org.session(at: Self.page)
    #expect(!shown(response).contains("CANARY"))
    #expect(!shown(session).contains("CANARY"))
    #expect(!shown(session).contains("handle-1"))
  }

  @Test func theEndShowsNone() async throws {
    let (session, response, _) = try await Org.session(
      at: Self.success, then: [HTTPResponse.page(Self.tokens)])
    #expect(response.tokens?.accessToken == Secret("CANARY-access"))
    #expect(!shown(response).contains("CANARY"))
    #expect(!shown(response).contains(Self.canaryToken))
    #expect(!shown(session).contains("CANARY"))
  }

  @Test func anInspectionShowsNone() {
    for json in [Self.page, Self.success, Self.tokens, ["interaction_handle": "CANARY"]] {
      let inspection = IDXInspection(json)
      #expect(!String(decoding: inspection.json.bytes(), as: UTF8.self).contains("CANARY"))
      #expect(!shown(inspection).contains("CANARY"))
    }
  }

  @Test(arguments: [
    #"{"version":"1.0.0","stateHandle":"CANARY"#, #"["CANARY"]"#, #"{"CANARY":"CANARY"}"#,
    "CANARY",
  ])
  func aFailureShowsNoneOfTheAnswer(_ body: String) async throws {
    for status in [200, 302, 400, 401, 403, 429, 500] {
      let transport = ScriptedTransport([
        HTTPResponse.page(Org.interact), HTTPResponse.text(body, status: status),
      ])
      var session = Org.session(transport)
      let failure = await failure { () async throws(EngineFailure) in
        try await session.start(Start(intent: "sign-in"))
      }
      #expect(!shown(try #require(failure)).contains("CANARY"))
    }
  }

  @Test func aFailureShowsNothingThatWasTyped() async throws {
    let field: JSON = ["name": "channel", "options": [["value": "sms"]]]
    var (session, _, _) = try await Org.session(at: Org.page([Org.form("x", "/x", [field])]))
    for value in [Value.text("CANARY"), .secret(Secret("CANARY"))] {
      let failure = await failure { () async throws(EngineFailure) in
        try await session.perform(
          .submit(step: 0, selection: nil, answers: [Answer("channel", value)]))
      }
      #expect(!shown(try #require(failure)).contains("CANARY"))
    }
  }
}
