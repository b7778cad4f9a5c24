import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The conversion of a page to a script's view.
@Suite struct MappingTests {
  private func response(_ page: JSON, status: Int = 200) throws -> Response {
    try Org.response(page, status: status)
  }

  private static func authenticator(
    _ key: JSON, _ more: KeyValuePairs<String, JSON> = [:]
  ) -> JSON {
    var object: JSONObject = ["key": key, "id": "aut1", "type": "app"]
    for (name, value) in more { object[name] = value }
    return .object(object)
  }

  @Test(arguments: [
    ("okta_password", "password", "okta_password"), ("okta_email", "email", "okta-email"),
    ("phone_number", "phone", "Phone_Number"), ("okta_verify", "okta-verify", "Okta Verify"),
    ("google_otp", "google-otp", "google authenticator"), ("webauthn", "webauthn", "passkey"),
    ("security_question", "security-question", "Security Question"), ("duo", "duo", "DUO"),
    ("symantec_vip", "symantec-vip", "symantec_vip"), ("yubikey_token", "yubikey", "yubikey_token"),
    ("rsa_token", "rsa-token", "rsa_token"), ("rsa_token", "rsa-token", "rsa"),
    ("symantec_vip", "symantec-vip", "symantec"), ("onprem_mfa", "onprem-mfa", "on-prem"),
    ("onprem_mfa", "onprem-mfa", "onprem mfa"),
    ("custom_otp", "custom-otp", "custom_otp"), ("external_idp", "external-idp", "external_idp"),
    ("smart_card_idp", "smart-card-idp", "smart-card"), ("brand_new", "brand-new", "brand_new"),
  ])
  func anAuthenticatorIsKnownByItsShortWordAndItsKey(
    _ key: String, _ word: String, _ other: String
  ) throws {
    let response = try response(
      Org.page(
        [Org.challenge],
        ["currentAuthenticatorEnrollment": Org.wrapped(Self.authenticator(.string(key)))]))
    let subject = try #require(response.steps.first?.subjects.first)
    #expect(subject.word == word)
    #expect(subject.answers(to: Naming.normalized(other)))
  }

  @Test func aLocalisedTitleIsOneMoreWord() throws {
    let email = Self.authenticator("okta_email", ["displayName": "E-Mail-Adresse"])
    let response = try response(
      Org.page([Org.challenge], ["currentAuthenticatorEnrollment": Org.wrapped(email)]))
    let subject = try #require(response.steps.first?.subjects.first)
    #expect(subject.title == "E-Mail-Adresse")
    #expect(["email", "okta-email", "e-mail-adresse"].allSatisfy { subject.answers(to: $0) })
  }

  @Test func aMethodThatIsTheOnlyOneIsASubject() throws {
    let phone = Self.authenticator("phone_number", ["methods": [["type": "sms"]]])
    let both = Self.authenticator(
      "phone_number", ["methods": [["type": "sms"], ["type": "voice"]]])
    for (authenticator, words) in [(phone, ["phone", "sms"]), (both, ["phone"])] {
      let response = try response(
        Org.page([Org.challenge], ["currentAuthenticatorEnrollment": Org.wrapped(authenticator)]))
      #expect(response.steps.first?.subjects.map(\.word) == words)
    }
  }

  @Test(arguments: [
    ("okta_password", ["password"]), ("okta_email", ["code"]), ("google_otp", ["code"]),
    ("security_question", ["answer"]), ("nfc_pin", ["pin", "code"]),
    ("brand_new", ["password", "code"]),
  ])
  func aPasscodeHasTheOtherWordsThatFitItsAuthenticator(
    _ key: String, _ aliases: [String]
  ) throws {
    let response = try response(
      Org.page(
        [Org.challenge],
        ["currentAuthenticatorEnrollment": Org.wrapped(Self.authenticator(.string(key)))]))
    let field = try #require(response.steps.first?.fields.first)
    #expect(field.name == "credentials.passcode")
    #expect(field.aliases == aliases)
    #expect(field.isRequired)
    #expect(field.isSecret)
    #expect(field.label == "Password")
  }

  @Test(arguments: [
    "passcode", "totp", "otp", "code", "verificationCode", "pin", "answer", "signatureData",
  ])
  func aCodeIsASecretOfOutputsThoughTheServerDoesNotSayIt(_ name: String) throws {
    for isSaid in [true, false] {
      let credentials: JSON = [
        "name": "credentials",
        "form": ["value": [["name": .string(name), "label": "Code", "secret": .bool(isSaid)]]],
      ]
      let page = Org.page(
        [Org.form("challenge-authenticator", "/a", [credentials])],
        ["currentAuthenticatorEnrollment": Org.wrapped(Self.authenticator("okta_email"))])
      let field = try #require(try response(page).steps.first?.fields.first)
      #expect(field.isSecret)
      #expect(field.isHidden == isSaid)
      let shown = IDXInspection(page).json["steps"]?.array?.first?["fields"]?.array?.first
      #expect(shown?["secret"] == .bool(isSaid))
      #expect(shown?["masked"] == (isSaid ? nil : true))
    }
  }

  @Test func otherFieldsAreNoSecrets() throws {
    let credentials: JSON = [
      "name": "credentials",
      "form": ["value": [["name": "question"], ["name": "questionKey"], ["name": "userHandle"]]],
    ]
    let profile: JSON = ["name": "userProfile", "form": ["value": [["name": "code"]]]]
    let page = Org.page([Org.form("enroll-authenticator", "/a", [credentials, profile])])
    let fields = try response(page).steps.first?.fields
    #expect(fields?.map(\.isSecret) == [false, false, false, false])
  }

  @Test func thePasswordOfAnIdentifyStepIsCalledSo() throws {
    let step = Org.form(
      "identify", "/i", [["name": "identifier", "required": true], Org.passcode])
    let response = try response(Org.page([step]))
    #expect(response.steps.first?.fields.map(\.aliases) == [[], ["password"]])
    #expect(response.steps.first?.subjects == [])
  }

  @Test func recoveringAPasswordBelongsToTheStepThatAsksForIt() throws {
    let step = Org.form("identify", "/i", [["name": "identifier"], Org.passcode])
    let response = try response(
      Org.page([step], ["currentAuthenticator": Org.wrapped(Org.password)]))
    #expect(response.steps.first?.capabilities == [Capability("recover")])
    #expect(response.capabilities == [Capability("cancel")])
  }

  @Test func actionsOfBothPresentAuthenticatorsBelongToTheChallenge() throws {
    let enrollment = Self.authenticator("okta_email", ["resend": Org.form("resend", "/r", [])])
    let other = Self.authenticator("okta_email", ["send": Org.form("send", "/s", [])])
    let response = try response(
      Org.page(
        [Org.challenge],
        [
          "currentAuthenticatorEnrollment": Org.wrapped(enrollment),
          "currentAuthenticator": Org.wrapped(other),
        ]))
    #expect(response.steps.first?.capabilities.map(\.name) == ["resend", "send"])
  }

  @Test func anActionThatNoStepIsAboutBelongsToTheResponse() throws {
    let response = try response(
      Org.page(
        [Org.form("skip", "/idp/idx/skip", [])],
        ["currentAuthenticator": Org.wrapped(Org.password)]))
    #expect(response.capabilities.map(\.name) == ["cancel", "recover"])
    #expect(response.steps.first?.capabilities == [])
  }

  @Test func aFieldOfOptionsHasWhatIsAcceptedAndWhatItIsCalled() throws {
    let field: JSON = [
      "name": "questionKey", "options": [["label": "What food?", "value": "food"]],
    ]
    let response = try response(Org.page([Org.form("x", "/x", [field])]))
    let accepted = try #require(response.steps.first?.fields.first?.accepted.first)
    #expect(accepted.value == .text("food"))
    #expect(accepted.naming.answers(to: "what-food?"))
  }

  @Test(
    arguments: [
      (["name": "f", "type": "boolean"], .boolean), (["name": "f", "value": true], .boolean),
      (["name": "f", "type": "integer"], .number), (["name": "f", "value": 3], .number),
      (["name": "f"], .text), (["name": "f", "type": "object"], .any),
    ] as [(JSON, Field.Kind)])
  func aFieldTakesWhatItsTypeOrItsDefaultSays(_ field: JSON, _ kind: Field.Kind) throws {
    let response = try response(Org.page([Org.form("x", "/x", [field])]))
    #expect(response.steps.first?.fields.first?.kind == kind)
  }

  @Test func whatHasAFixedValueIsNoField() throws {
    let fields: [JSON] = [
      ["name": "a", "value": 1, "mutable": false], ["name": "b", "value": ["id": "x"]],
      ["name": "c", "mutable": false], ["name": "d", "value": "default", "secret": true],
    ]
    let response = try response(Org.page([Org.form("x", "/x", fields)]))
    #expect(response.steps.first?.fields.map(\.name) == ["c", "d"])
    #expect(response.steps.first?.fields.last?.value == .secret(Secret("default")))
  }

  @Test func theTwoWaysToEnrollAQuestionAreChoicesWithTheirFields() throws {
    let question: JSON = [
      "name": "credentials", "required": true,
      "options": [
        [
          "label": "Wähle",
          "value": [
            "form": [
              "value": [
                ["name": "questionKey", "required": true, "options": [["value": "food"]]],
                ["name": "answer", "required": true],
              ]
            ]
          ],
        ],
        [
          "label": "Eigene",
          "value": [
            "form": [
              "value": [
                ["name": "questionKey", "value": "custom", "mutable": false],
                ["name": "question"], ["name": "answer"],
              ]
            ]
          ],
        ],
      ],
    ]
    let step = try #require(
      try response(Org.page([Org.form("enroll-authenticator", "/e", [question])])).steps.first)
    #expect(step.fields == [])
    #expect(step.choices.map(\.naming.word) == ["predefined", "custom"])
    #expect(
      step.choices.map { $0.fields.map(\.name) } == [
        ["credentials.questionKey", "credentials.answer"],
        ["credentials.question", "credentials.answer"],
      ])
    #expect(step.choices[0].fields[0].accepted.map(\.value) == [.text("food")])
  }

  @Test func twoPhonesAreToldApartByTheirNumbersAndEnrollments() throws {
    func phone(_ index: Int) -> JSON {
      [
        "label": "Phone", "relatesTo": .string("$.authenticatorEnrollments.value[\(index)]"),
        "value": [
          "form": [
            "value": [
              ["name": "id", "value": "aut-phone", "mutable": false],
              ["name": "methodType", "options": [["label": "SMS", "value": "sms"]]],
              ["name": "enrollmentId", "value": .string("enr\(index)"), "mutable": false],
            ]
          ]
        ],
      ]
    }
    func enrollment(_ number: String) -> JSON {
      ["key": "phone_number", "nickname": "mine", "profile": ["phoneNumber": .string(number)]]
    }
    let step = Org.form(
      "select-authenticator-authenticate", "/c",
      [["name": "authenticator", "options": [phone(0), phone(1)]]])
    let response = try response(
      Org.page(
        [step],
        ["authenticatorEnrollments": Org.list([enrollment("+1 XX 34"), enrollment("+1 XX 99")])]))
    let choices = try #require(response.steps.first?.choices)
    #expect(choices.map(\.naming.word) == ["phone", "phone"])
    #expect(
      choices.map(\.details) == [["+1 XX 34", "mine"], ["+1 XX 99", "mine"]])
    #expect(choices.map(\.enrollment) == ["enr0", "enr1"])
    #expect(choices[0].methods.map(\.word) == ["sms"])
  }

  @Test(
    arguments: [
      (nil, 4000), (2000, 2000), (0, 250), (-5, 250), (9_999_999, 300_000),
    ] as [(Int?, Int)])
  func aPollWaitsAtAPaceWithinBounds(_ refresh: Int?, _ milliseconds: Int) throws {
    let more: KeyValuePairs<String, JSON> = ["refresh": refresh.map { .integer($0) } ?? nil]
    let response = try response(Org.page([Org.form("challenge-poll", "/p", [], more)]))
    #expect(response.steps.first?.waiting?.interval == .milliseconds(milliseconds))
  }

  @Test func aChallengeWaitsWhereItsAuthenticatorCanBePolled() throws {
    let email = Self.authenticator(
      "okta_email", ["poll": Org.form("poll", "/p", [], ["refresh": 3000])])
    let response = try response(
      Org.page(
        [Org.challenge, Org.form("skip", "/s", [])],
        ["currentAuthenticatorEnrollment": Org.wrapped(email)]))
    #expect(response.steps.map { $0.waiting?.interval } == [.seconds(3), nil])
    #expect(response.steps.first?.capabilities == [])
  }

  @Test(arguments: [("https://idp.example/a", true), ("javascript:alert(1)", false)])
  func aRedirectGoesToTheWebAlone(_ href: String, _ isOffered: Bool) throws {
    let step: JSON = [
      "name": "redirect-idp", "type": "GOOGLE", "idp": ["id": "0oa1", "name": "Google IdP"],
      "href": .string(href), "method": "GET",
    ]
    let redirect = try #require(try response(Org.page([step])).steps.first)
    #expect((redirect.redirect?.address == Secret(href)) == isOffered)
    #expect(redirect.subjects.first?.answers(to: "google") == true)
    #expect(redirect.subjects.first?.answers(to: "google-idp") == true)
    #expect(redirect.subjects.first?.answers(to: "0oa1") == true)
  }

  @Test func whatAPersonMustSeeIsShownAndSecretsStaySecret() throws {
    let app = Self.authenticator(
      "google_otp",
      [
        "contextualData": [
          "correctAnswer": "42", "sharedSecret": "SHARED", "otp": "123456",
          "qrcode": ["href": "data:image/png;base64,AA"],
          "enrolledQuestion": ["question": "What food?"],
        ]
      ])
    let response = try response(
      Org.page([Org.challenge], ["currentAuthenticatorEnrollment": Org.wrapped(app)]))
    #expect(
      response.steps.first?.showing == [
        Fact("correctAnswer", .text("42")), Fact("sharedSecret", .secret(Secret("SHARED"))),
        Fact("otp", .secret(Secret("123456"))),
        Fact("qrcode", .secret(Secret("data:image/png;base64,AA"))),
        Fact("question", .text("What food?")),
      ])
  }

  @Test func aMessageIsThereOnceWithTheFieldItStandsAt() throws {
    let message: JSON = [
      "class": "ERROR", "message": "Invalid code.", "i18n": ["key": "PASSCODE_INVALID"],
    ]
    let field: JSON = ["name": "passcode", "messages": Org.list([message, message])]
    let step = Org.form("x", "/x", [["name": "credentials", "form": ["value": [field]]]])
    let other: JSON = [
      "class": "INFO", "message": "Other text.", "i18n": ["key": "PASSCODE_INVALID"],
    ]
    let response = try response(Org.page([step], ["messages": Org.list([message, other])]))
    #expect(
      response.messages == [
        Message(
          .error, "Invalid code.", key: "PASSCODE_INVALID", field: "credentials.passcode"),
        Message(.info, "Other text.", key: "PASSCODE_INVALID"),
      ])
  }

  @Test(
    arguments: [
      ("ERROR", 200, .error), ("WARNING", 200, .warning), ("INFO", 400, .info), (nil, 200, .info),
      (nil, 401, .error),
    ] as [(String?, Int, Message.Severity)])
  func aSeverityComesFromTheClassElseFromTheStatus(
    _ name: String?, _ status: Int, _ severity: Message.Severity
  ) throws {
    let message: JSON = ["message": "m", "class": name.map { .string($0) } ?? nil]
    let response = try response(
      Org.page([Org.identify], ["messages": Org.list([message])]), status: status)
    #expect(response.messages.map(\.severity) == [severity])
  }

  @Test(
    arguments: [
      (["messages": ["value": [["class": "INFO", "message": "m"]]]], 200, .finished),
      (["messages": ["value": [["class": "ERROR", "message": "m"]]]], 200, .failure),
      (["messages": ["value": [["message": "m"]]]], 403, .failure),
      (["stateHandle": "h"], 200, .finished), (["stateHandle": "h"], 400, .failure),
      (["failure": ["name": "failure-redirect", "href": "https://a.example"]], 200, .failure),
      (
        ["remediation": ["value": [["name": "failure-redirect", "href": "https://a.example"]]]],
        200,
        .failure
      ),
      (["remediation": ["value": [["name": "identify", "rel": ["x"]]]]], 400, nil),
      (["success": ["name": "success-redirect", "href": "https://a.example"]], 200, .finished),
      (Org.success, 200, .success),
    ] as [(JSON, Int, Outcome?)])
  func anOutcomeIsWhatTheServerLeaves(
    _ page: JSON, _ status: Int, _ outcome: Outcome?
  ) throws {
    #expect(try response(page, status: status).outcome == outcome)
  }

  @Test func factsAreNamedAsConditionsAskForThem() throws {
    let user: JSON = [
      "id": "00u1", "identifier": "jane@example.com",
      "profile": ["firstName": "Jane", "timeZone": nil],
    ]
    let response = try response(
      Org.page(
        [Org.challenge],
        [
          "user": Org.wrapped(user), "app": Org.wrapped(["id": "a", "name": "n", "label": "L"]),
          "currentAuthenticatorEnrollment": Org.wrapped(Org.password),
        ]))
    let facts = Dictionary(response.facts.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(facts["user.identifier"] == .text("jane@example.com"))
    #expect(facts["user.profile.firstName"] == .text("Jane"))
    #expect(facts["user.firstName"] == .text("Jane"))
    #expect(facts["user.timeZone"] == nil)
    #expect(facts["app.label"] == .text("L"))
    #expect(facts["authenticator.key"] == .text("okta_password"))
    #expect(facts["authenticator.method"] == .text("password"))
    #expect(facts["intent"] == .text("LOGIN"))
  }

  @Test func aStepThatNobodyHasHeardOfIsAStep() throws {
    let response = try response(
      Org.page([Org.form("levitate", "/l", [["name": "height", "type": "number"]])]))
    #expect(response.steps.first?.name == "levitate")
    #expect(response.steps.first?.fields.map(\.name) == ["height"])
    #expect(response.outcome == nil)
  }
}
