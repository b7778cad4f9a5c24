import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// Unexpected answers.
extension Quirk {
  private static func messages(_ text: String, _ key: String, _ severity: JSON) -> JSON {
    Org.list([["message": .string(text), "class": severity, "i18n": ["key": .string(key)]]])
  }

  private static let passcode = Move.submit(
    step: 0, selection: nil, answers: [Answer("credentials.passcode", .text("000000"))])

  @Sendable static func warning() async throws {
    let warning = Org.form(
      "reenroll-authenticator-warning", "/idp/idx/challenge/answer", [Org.passcode])
    let page = Org.page(
      [warning, Org.form("skip", "/idp/idx/skip", [])],
      [
        "messages": messages("It will expire in 5 days.", "idx.password.expiring.message", "INFO"),
        "currentAuthenticator": Org.wrapped(Org.password),
      ])
    // It can come after the password, and after a skip, too.
    var (session, response, transport) = try await Org.session(
      at: Org.page([Org.challenge, Org.form("skip", "/idp/idx/skip", [])]),
      then: [
        HTTPResponse.page(page), HTTPResponse.page(page), HTTPResponse.page(Org.success),
        HTTPResponse.page(Org.tokens),
      ])
    response = try await session.perform(passcode)
    for _ in 0..<2 {
      #expect(response.outcome == nil)
      #expect(response.steps.map(\.name) == ["reenroll-authenticator-warning", "skip"])
      #expect(response.steps[0].subjects.map(\.word) == ["password"])
      #expect(response.messages.map(\.severity) == [.info])
      response = try await session.perform(.submit(step: 1, selection: nil, answers: []))
    }
    #expect(response.outcome == .success)
    #expect(transport.requests.count { $0.url.path == "/idp/idx/skip" } == 2)
  }

  @Sendable static func verificationData() async throws {
    let options: [JSON] = [
      ["label": "SMS", "value": "sms"], ["label": "Voice call", "value": "voice"],
    ]
    let data = Org.form(
      "authenticator-verification-data", "/idp/idx/challenge",
      [
        [
          "name": "authenticator", "label": "Phone",
          "form": [
            "value": [
              ["name": "id", "required": true, "value": "aut-phone", "mutable": false],
              ["name": "methodType", "required": true, "options": .array(options)],
              ["name": "enrollmentId", "value": "enr1", "mutable": false],
            ]
          ],
        ]
      ])
    let phone: JSON = ["key": "phone_number", "id": "aut-phone", "type": "phone"]
    let asking = Org.page([data], ["currentAuthenticator": Org.wrapped(phone)])
    let challenge = Org.page(
      [Org.challenge], ["currentAuthenticatorEnrollment": Org.wrapped(phone)])
    for first in [asking, challenge] {
      var (session, response, transport) = try await Org.session(
        at: first, then: [HTTPResponse.page(challenge)])
      #expect(response.steps.first?.subjects.map(\.word) == ["phone"])
      guard first == asking else {
        #expect(response.steps.map(\.name) == ["challenge-authenticator"])
        continue
      }
      #expect(response.steps.first?.choices.first?.methods.map(\.word) == ["sms", "voice"])
      response = try await session.perform(
        .submit(step: 0, selection: Selection(choice: 0, method: 1), answers: []))
      #expect(
        transport.requests.last?.body
          == .json([
            "authenticator": ["id": "aut-phone", "methodType": "voice", "enrollmentId": "enr1"],
            "stateHandle": "form-handle",
          ]))
      #expect(response.steps.map(\.name) == ["challenge-authenticator"])
    }
  }

  @Sendable static func badNumber() async throws {
    let data = Org.form(
      "authenticator-enrollment-data", "/idp/idx/credential/enroll",
      [
        [
          "name": "authenticator",
          "form": [
            "value": [
              ["name": "id", "value": "aut-phone", "mutable": false],
              ["name": "methodType", "required": true, "options": [["value": "sms"]]],
              ["name": "phoneNumber", "required": true],
            ]
          ],
        ]
      ])
    let option: JSON = [
      "label": "Phone",
      "value": ["form": ["value": [["name": "id", "value": "aut-phone", "mutable": false]]]],
    ]
    let select = Org.form(
      "select-authenticator-enroll", "/idp/idx/credential/enroll",
      [["name": "authenticator", "options": [option]]])
    let refused = Org.page(
      [select],
      [
        "messages": Org.list([
          [
            "class": "ERROR",
            "message": "Unable to initiate factor enrollment: Invalid Phone Number.",
          ]
        ])
      ])
    var (session, response, _) = try await Org.session(
      at: Org.page([data]), then: [HTTPResponse.page(refused, status: 400)])
    response = try await session.perform(
      .submit(
        step: 0, selection: Selection(choice: 0, method: 0),
        answers: [Answer("authenticator.phoneNumber", .text("12"))]))
    #expect(response.steps.map(\.name) == ["select-authenticator-enroll"])
    #expect(response.steps[0].choices.map(\.naming.word) == ["phone"])
    #expect(response.messages.map(\.severity) == [.error])
    #expect(response.outcome == nil)
  }

  @Sendable static func hiddenPerson() async throws {
    let unknown = Org.page(
      [Org.identify],
      ["messages": messages("There is no account.", "idx.unknown.user", "INFO")])
    var (session, response, _) = try await Org.session(
      at: Org.page([Org.identify]),
      then: [
        HTTPResponse.page(
          Org.page(
            [Org.challenge], ["currentAuthenticatorEnrollment": Org.wrapped(Org.password)])),
        HTTPResponse.page(unknown),
      ])
    response = try await session.perform(
      .submit(step: 0, selection: nil, answers: [Answer("identifier", .text("nobody"))]))
    #expect(response.steps.first?.subjects.map(\.word) == ["password"])
    response = try await session.perform(passcode)
    #expect(response.steps.map(\.name) == ["identify"])
    #expect(response.outcome == nil)
    #expect(response.messages == [Message(.info, "There is no account.", key: "idx.unknown.user")])
  }

  @Sendable static func wrappedErrors() async throws {
    let oauth: JSON = ["error": "invalid_grant", "error_description": "The code has expired."]
    let transport = ScriptedTransport([
      HTTPResponse.page(Org.interact), HTTPResponse.page(Org.success), HTTPResponse.page(oauth),
    ])
    var beginning = Org.session(transport)
    let refused = await failure { () async throws(EngineFailure) in
      try await beginning.start(Start(intent: "sign-in"))
    }
    #expect(refused?.kind == .refused)
    #expect(refused?.message.contains("The code has expired.") == true)
    let proxy = HTTPResponse.text(#"{"error":"Forbidden","message":"by policy"}"#, status: 403)
    var (session, _, _) = try await Org.session(at: Org.page([Org.challenge]), then: [proxy])
    let blocked = await failure { () async throws(EngineFailure) in
      try await session.perform(passcode)
    }
    #expect(blocked?.kind == .refused)
    #expect(blocked?.help?.contains("proxy") == true)
  }

  @Sendable static func expiredPassword() async throws {
    let expired = Org.page(
      [Org.form("reenroll-authenticator", "/idp/idx/challenge/answer", [Org.passcode])],
      ["currentAuthenticator": Org.wrapped(Org.password)])
    let refused = Org.page(
      [Org.identify],
      ["messages": messages("Authentication failed", "errors.E0000004", "ERROR")])
    for (page, status, name) in [
      (expired, 200, "reenroll-authenticator"), (refused, 401, "identify"),
    ] {
      var (session, response, _) = try await Org.session(
        at: Org.page([Org.challenge]), then: [HTTPResponse.page(page, status: status)])
      response = try await session.perform(passcode)
      #expect(response.steps.map(\.name) == [name])
      #expect(response.outcome == nil)
      #expect(response.messages.isEmpty == (status == 200))
    }
  }
}
