import FlowDiagnostics
import CommandSupport
import FlowInterpreter
import FlowSyntax
import FlowHTTP
import Testing

/// Every shape in which forms offer authenticators, and every way to name one.
@Suite("Choosing")
struct ChoosingTests {
  /// A line, the page, and the sent value of `authenticator`; `nil` if the line doesn't apply.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var line: String
    var page: JSON
    var sent: JSON?

    init(_ line: String, _ page: JSON, _ sent: JSON?) {
      testDescription = line
      self.line = "on any " + line
      self.page = page
      self.sent = sent
    }
  }

  // MARK: Forms

  private static func fixed(_ name: String, _ value: String) -> JSON {
    [
      "name": .string(name), "required": true, "value": .string(value), "mutable": false,
      "visible": false,
    ]
  }

  private static func open(
    _ name: String, _ values: [(String, String)], required: Bool = false
  ) -> JSON {
    [
      "name": .string(name), "required": .bool(required), "type": "string",
      "options": .array(values.map { ["label": .string($0.0), "value": .string($0.1)] }),
    ]
  }

  private static let smsOrVoice = open("methodType", [("SMS", "sms"), ("Voice call", "voice")])
  private static let verify = open(
    "methodType",
    [
      ("Use Okta FastPass", "signed_nonce"), ("Get a push notification", "push"),
      ("Enter a code", "totp"),
    ])
  private static let channels = open(
    "channel", [("QR code", "qrcode"), ("Email", "email"), ("SMS", "sms")])

  private static func option(_ label: String, _ form: [JSON], _ enrollment: Int? = nil) -> JSON {
    var option: JSONObject = [
      "label": .string(label), "value": ["form": ["value": .array(form)]],
    ]
    if let enrollment {
      option["relatesTo"] = .string("$.authenticatorEnrollments.value[\(enrollment)]")
    }
    return .object(option)
  }

  private static func page(
    _ name: String, _ field: JSON, enrolled: [JSON] = [], current: JSON? = nil
  ) -> JSON {
    let known: [(String, String, String)] = [
      ("okta_email", "email", "aut-email"), ("phone_number", "phone", "aut-phone"),
      ("google_otp", "app", "aut-google"), ("okta_verify", "app", "aut-verify"),
      ("security_question", "security_question", "aut-question"),
    ]
    let all = known.map { key, type, id -> JSON in
      ["key": .string(key), "type": .string(type), "id": .string(id)]
    }
    return Pages.page(
      [Pages.form(name, Pages.origin + "/idp/idx/challenge", [field])],
      [
        "authenticators": ["type": "array", "value": .array(all)],
        "authenticatorEnrollments": ["type": "array", "value": .array(enrolled)],
        "currentAuthenticator": current.map { ["type": "object", "value": $0] } ?? .null,
      ])
  }

  private static func select(_ options: [JSON], enrolled: [JSON] = []) -> JSON {
    page(
      "select-authenticator-authenticate",
      ["name": "authenticator", "type": "object", "options": .array(options)],
      enrolled: enrolled)
  }

  // MARK: Pages

  /// An identity that has one of each.
  private static let each = select([
    option("Email", [fixed("id", "aut-email"), fixed("methodType", "email")]),
    option("Google Authenticator", [fixed("id", "aut-google")]),
    option("Okta Verify", [fixed("id", "aut-verify"), verify]),
    option("Frage", [fixed("id", "aut-question")]),
  ])

  /// Two phones of one authenticator, and two tokens of one.
  private static let several = select(
    [
      option(
        "Phone", [fixed("id", "aut-phone"), smsOrVoice, fixed("enrollmentId", "enr-1")], 0),
      option(
        "Phone", [fixed("id", "aut-phone"), smsOrVoice, fixed("enrollmentId", "enr-2")], 1),
      option("RSA SecurID", [fixed("id", "aut-rsa"), fixed("enrollmentId", "enr-3")], 2),
      option("RSA SecurID", [fixed("id", "aut-rsa"), fixed("enrollmentId", "enr-4")], 3),
      option("Okta Verify", [fixed("id", "aut-verify"), fixed("methodType", "push")], 4),
    ],
    enrolled: [
      ["key": "phone_number", "type": "phone", "profile": ["phoneNumber": "+1 XXX-XXX-6734"]],
      [
        "key": "phone_number", "type": "phone", "nickname": "the old one",
        "profile": ["phoneNumber": "+1 XXX-XXX-2267"],
      ],
      ["key": "rsa_token", "type": "security_key"], ["key": "rsa_token", "type": "security_key"],
      ["key": "okta_verify", "type": "app", "displayName": "Okta Verify Device 1"],
    ])

  private static let enroll = page(
    "select-authenticator-enroll",
    [
      "name": "authenticator", "type": "object",
      "options": [
        option(
          "Phone",
          [fixed("id", "aut-phone"), smsOrVoice, ["name": "phoneNumber", "label": "Number"]]),
        option("Okta Verify", [fixed("id", "aut-verify"), channels]),
      ],
    ])

  private static func whole(_ name: String, _ key: JSON, _ form: [JSON]) -> JSON {
    let id = form.first?["value"] ?? .null
    return page(
      name, ["name": "authenticator", "form": ["value": .array(form)]],
      current: ["key": key, "id": id])
  }

  private static let enrollmentData = whole(
    "authenticator-enrollment-data", "phone_number",
    [
      fixed("id", "aut-phone"),
      open("methodType", [("SMS", "sms"), ("Voice call", "voice")], required: true),
      ["name": "phoneNumber", "required": true],
    ])

  private static let verificationData = whole(
    "authenticator-verification-data", "okta_verify",
    [
      fixed("id", "aut-verify"),
      open("methodType", [("Push", "push"), ("Code", "totp")], required: true),
      fixed("enrollmentId", "enr-9"), ["name": "autoChallenge", "type": "boolean"],
    ])

  private static let channel = page(
    "select-enrollment-channel",
    [
      "name": "authenticator",
      "value": ["form": ["value": .array([fixed("id", "aut-verify"), channels])]],
    ], current: ["key": "okta_verify", "id": "aut-verify"])

  // MARK: Cases

  static let one = [
    Case("choose email", each, ["id": "aut-email", "methodType": "email"]),
    Case("choose okta_email", each, ["id": "aut-email", "methodType": "email"]),
    Case("choose \"Email\" via email", each, ["id": "aut-email", "methodType": "email"]),
    Case("choose google-otp", each, ["id": "aut-google"]),
    Case("choose \"Google Authenticator\"", each, ["id": "aut-google"]),
    Case("choose app", each, ["id": "aut-google"]),
    Case("choose \"Frage\"", each, ["id": "aut-question"]),
    Case("choose security-question", each, ["id": "aut-question"]),
    Case("choose okta-verify via push", each, ["id": "aut-verify", "methodType": "push"]),
    Case(
      "choose okta-verify via fastpass", each, ["id": "aut-verify", "methodType": "signed_nonce"]),
    Case(
      "choose okta-verify via \"Enter a code\"", each, ["id": "aut-verify", "methodType": "totp"]),
    // The fields that the server still asks for.
    Case("choose okta-verify", each, ["id": "aut-verify"]),
    Case("choose push", each, ["id": "aut-verify", "methodType": "push"]),
    Case("choose phone or duo or google-otp", each, ["id": "aut-google"]),
    Case("choose okta-verify via sms or email", each, ["id": "aut-email", "methodType": "email"]),
    Case("choose phone", each, nil), Case("choose okta-verify via voice", each, nil),
  ]

  private static let second: JSON = [
    "id": "aut-phone", "methodType": "sms", "enrollmentId": "enr-2",
  ]

  static let ofSeveral = [
    Case(
      "choose phone via voice", several,
      ["id": "aut-phone", "methodType": "voice", "enrollmentId": "enr-1"]),
    Case("choose \"2267\" via sms", several, second),
    Case("choose \"ends in 67\" via sms", several, second),
    Case("choose \"the phone that ends in 67\" via sms", several, second),
    Case("choose \"phone ends in 2267\" via sms", several, second),
    Case("choose \"the old one\" via sms", several, second),
    Case("choose \"enr-2\" via sms", several, second),
    Case("choose \"enr-4\"", several, ["id": "aut-rsa", "enrollmentId": "enr-4"]),
    Case("choose rsa-token", several, ["id": "aut-rsa", "enrollmentId": "enr-3"]),
    Case(
      "choose \"Okta Verify Device 1\"", several, ["id": "aut-verify", "methodType": "push"]),
    Case("choose \"ends in 99\"", several, nil),
    Case("choose \"the rsa-token that ends in 67\"", several, nil),
  ]

  private static let number = "with phoneNumber = \"+15551234567\""

  static let toEnroll = [
    Case(
      "choose email or phone via sms \(number)", enroll,
      ["id": "aut-phone", "methodType": "sms", "phoneNumber": "+15551234567"]),
    Case("choose phone", enroll, ["id": "aut-phone"]),
    Case("choose okta-verify via qrcode", enroll, ["id": "aut-verify", "channel": "qrcode"]),
    Case("choose okta-verify \(number)", enroll, nil),
    Case(
      "choose phone via voice \(number)", enrollmentData,
      ["id": "aut-phone", "methodType": "voice", "phoneNumber": "+15551234567"]),
    Case(
      "choose okta-verify via push with autoChallenge = true", verificationData,
      [
        "id": "aut-verify", "methodType": "push", "enrollmentId": "enr-9", "autoChallenge": true,
      ]),
    Case(
      "choose okta-verify via totp", verificationData,
      ["id": "aut-verify", "methodType": "totp", "enrollmentId": "enr-9"]),
    // A channel without an authenticator selects what it enrolls if nothing else can be chosen.
    Case("choose sms", enroll, ["id": "aut-phone", "methodType": "sms"]),
    Case("choose qrcode", enroll, nil),
    Case("choose email", channel, ["id": "aut-verify", "channel": "email"]),
    Case("choose okta-verify via sms", channel, ["id": "aut-verify", "channel": "sms"]),
  ]

  @Test("A line selects the intended option", arguments: one + ofSeveral + toEnroll)
  func choose(_ row: Case) async throws {
    let run = try await LineRun(row.line, at: row.page)
    guard let sent = row.sent else {
      #expect(run.result.faults.map(\.problem.kind) == [.noRule])
      return
    }
    #expect(run.body?["authenticator"] == sent, "\(run.result.diagnostics.map(\.problem))")
  }
}
