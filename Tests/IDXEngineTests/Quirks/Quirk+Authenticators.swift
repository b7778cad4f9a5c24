import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The distinction of authenticators, and their steps.
extension Quirk {
  static var authenticators: [Quirk] {
    [
      Quirk(6, "a password can omit its settings", settings),
      Quirk(7, "authenticators with one id are the same, and the id can be missing", identities),
      Quirk(8, "recovery belongs to the password, a poll to the current authenticator", recovery),
      Quirk(
        23, "a key, else a type and its method, else a label identifies an authenticator", keys),
      Quirk(24, "every method counts, not only the last one", methods),
    ]
  }

  @Sendable private static func settings() async throws {
    for settings in [nil, [:], ["complexity": [:]], ["age": nil, "complexity": nil], 7] as [JSON] {
      let password: JSON = [
        "key": "okta_password", "type": "password", "settings": settings,
        "recover": Org.form("recover", "/idp/idx/recover", []),
      ]
      let response = try Org.response(
        Org.page([Org.challenge], ["currentAuthenticatorEnrollment": Org.wrapped(password)]))
      #expect(response.steps.first?.subjects.map(\.word) == ["password"])
      #expect(response.steps.first?.fields.first?.aliases == ["password"])
      #expect(response.steps.first?.capabilities == [Capability("recover")])
    }
  }

  @Sendable private static func identities() async throws {
    let form = Org.form(
      "challenge-authenticator", "/idp/idx/challenge/answer", [Org.passcode],
      ["relatesTo": ["$.authenticators.value[0]"]])
    let poll = Org.form("poll", "/idp/idx/challenge/poll", [], ["refresh": 3000])
    let resend = Org.form("resend", "/idp/idx/challenge/resend", [])
    func page(_ listed: JSON, _ current: JSON) -> JSON {
      Org.page(
        [form],
        [
          "authenticators": Org.list([listed]), "currentAuthenticator": Org.wrapped(current),
        ])
    }
    // The one in the list has no actions; the same one as the current one has.
    let same = page(
      ["key": "okta_email", "id": "aut1", "type": "email"],
      ["key": "okta_email", "id": "aut1", "type": "email", "resend": resend, "poll": poll])
    let step = try #require(try Org.response(same).steps.first)
    #expect(step.subjects.map(\.word) == ["email"])
    #expect(step.capabilities == [Capability("resend")])
    #expect(step.waiting?.interval == .seconds(3))
    // A type isn't enough to identify an authenticator, and neither does a missing id.
    for (listed, current) in [
      (["key": "google_otp", "type": "app", "id": "aut1"], ["type": "app", "id": "aut2"]),
      (["key": "google_otp", "type": "app"], ["type": "app", "key": "okta_verify"]),
    ] as [(JSON, JSON)] {
      var other = current.object ?? [:]
      other["poll"] = poll
      let step = try #require(try Org.response(page(listed, .object(other))).steps.first)
      #expect(step.subjects.map(\.word) == ["google-otp"])
      #expect(step.waiting == nil)
    }
    var (session, _, transport) = try await Org.session(
      at: same, then: [HTTPResponse.page(same), HTTPResponse.page(same)])
    _ = try await session.perform(.use(Capability("resend"), step: 0))
    _ = try await session.perform(.poll(step: 0))
    #expect(
      transport.requests.suffix(2).map(\.url.path) == [
        "/idp/idx/challenge/resend", "/idp/idx/challenge/poll",
      ])
  }

  @Sendable private static func recovery() async throws {
    let identify = Org.form("identify", "/i", [["name": "identifier"], Org.passcode])
    let page = Org.page([identify], ["currentAuthenticator": Org.wrapped(Org.password)])
    #expect(try Org.response(page).steps.first?.capabilities == [Capability("recover")])
    let enrolling: JSON = [
      "key": "okta_verify", "id": "aut1",
      "contextualData": ["qrcode": ["href": "data:image/png;base64,AA"]],
    ]
    let poll = Org.page(
      [Org.form("enroll-poll", "/p", [], ["refresh": 2000])],
      ["currentAuthenticator": Org.wrapped(enrolling)])
    let step = try #require(try Org.response(poll).steps.first)
    #expect(step.subjects.map(\.word) == ["okta-verify"])
    #expect(step.waiting?.interval == .seconds(2))
    #expect(step.showing.map(\.name) == ["qrcode"])
  }

  @Sendable private static func keys() async throws {
    let cases: [(JSON, String)] = [
      (["key": "google_otp", "type": "app", "displayName": "Code-App"], "google-otp"),
      (["key": nil, "type": "phone", "displayName": "Telefon"], "phone"),
      (
        ["type": "app", "methods": [["type": "push"]], "displayName": "Bestätigung"], "okta-verify"
      ),
      (
        ["type": "security_key", "methods": [["type": "webauthn"]], "displayName": "Schlüssel"],
        "webauthn"
      ),
      (
        ["type": "app", "methods": [["type": "otp"]], "displayName": "Google Authenticator"],
        "google-otp"
      ),
      (["displayName": "Okta Verify"], "okta-verify"), (["displayName": "Neu"], "neu"),
    ]
    for (authenticator, word) in cases {
      let response = try Org.response(
        Org.page([Org.challenge], ["currentAuthenticatorEnrollment": Org.wrapped(authenticator)]))
      let subject = response.steps.first?.subjects.first
      #expect(subject?.word == word)
      let title = authenticator["displayName"]?.string ?? ""
      #expect(subject?.answers(to: Naming.normalized(title)) == true)
    }
  }

  @Sendable private static func methods() async throws {
    let verify: JSON = [
      "key": "okta_verify", "type": "app", "id": "aut1",
      "methods": [["type": "push"], ["type": "totp"], ["type": "signed_nonce"]],
    ]
    let page = Org.page(
      [Org.challenge], ["currentAuthenticatorEnrollment": Org.wrapped(verify)])
    let read = IDXReader.read(try #require(page.object)).page
    #expect(
      read.currentEnrollment?.methods.compactMap { IDXAuthenticator.word(ofMethod: $0) }
        == ["push", "totp", "signed_nonce"])
    let option: JSON = [
      "label": "Okta Verify",
      "value": [
        "form": [
          "value": [
            ["name": "id", "value": "aut1", "mutable": false],
            [
              "name": "methodType",
              "options": [
                ["label": "Use Okta FastPass", "value": "signed_nonce"],
                ["label": "Get a push notification", "value": "push"],
                ["label": "Enter a code", "value": "totp"],
              ],
            ],
          ]
        ]
      ],
    ]
    let select = Org.page([
      Org.form(
        "select-authenticator-authenticate", "/c",
        [["name": "authenticator", "options": [option]]])
    ])
    let choice = try #require(try Org.response(select).steps.first?.choices.first)
    #expect(choice.methods.map(\.word) == ["fastpass", "push", "totp"])
    #expect(choice.methods[0].answers(to: "signed-nonce"))
  }
}
