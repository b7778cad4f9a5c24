import FlowEngine

/// Responses like a real sign-in's.
extension Response {
  static let success = Response(
    outcome: .success, facts: [Fact("token.scope", .text("openid profile"))],
    tokens: Tokens(accessToken: Secret("access-token-value"), tokenType: "Bearer"))
  static let finished = Response(outcome: .finished)
  static func refused(_ text: String) -> Response {
    Response(messages: [Message(.error, text)], outcome: .failure)
  }

  static let identify = Response(
    steps: [.identify, Step("select-enroll-profile"), Step("unlock-account")],
    capabilities: [Capability("cancel")])
  static let password = Response(steps: [.password], capabilities: [Capability("cancel")])
  static let email = Response(steps: [.email])
  static let phone = Response(steps: [.phone])
  static let select = Response(steps: [.select])

  /// The same response with a message.
  func saying(_ severity: Message.Severity, _ text: String, key: String? = nil) -> Response {
    var copy = self
    copy.messages.append(Message(severity, text, key: key))
    return copy
  }
}

extension Step {
  static let identify = Step(
    "identify",
    fields: [
      Field("identifier", label: "Username", isRequired: true),
      Field("rememberMe", label: "Keep me signed in", kind: .boolean),
    ])
  static let password = challenge(
    .password, alias: "password", capabilities: [Capability("recover")])
  static let email = challenge(.email, alias: "code", capabilities: [Capability("resend")])
  static let phone = challenge(.phone, alias: "code")
  static let select = Step(
    "select-authenticator-authenticate",
    choices: [
      Choice(.email, details: ["j***e@example.com"]),
      Choice(.phone, methods: [.sms, .voice], details: ["+1 XXX-XXX-4567"]),
      Choice(.phone, methods: [.sms, .voice], details: ["+1 XXX-XXX-8901"]),
    ])
  static let push = Step(
    "challenge-poll", subjects: [.oktaVerify, Naming("push")],
    waiting: Waiting(interval: .seconds(4)))
  static let profile = Step(
    "enroll-profile",
    fields: [
      Field("userProfile.firstName", isRequired: true),
      Field("userProfile.lastName", isRequired: true),
      Field("userProfile.email", isRequired: true),
    ])
  static let question = Step(
    "enroll-authenticator", subjects: [Naming("security-question")],
    choices: [
      Choice(
        Naming("choose-a-question"),
        fields: [
          Field(
            "credentials.questionKey", isRequired: true,
            accepted: [.init(.text("color"), naming: Naming("Favourite colour"))]),
          Field("credentials.answer", isRequired: true, isSecret: true),
        ]),
      Choice(
        Naming("create-my-own"),
        fields: [
          Field("credentials.questionKey", value: .text("custom")),
          Field("credentials.question", isRequired: true),
          Field("credentials.answer", isRequired: true, isSecret: true),
        ]),
    ])

  static func challenge(
    _ naming: Naming, alias: String, capabilities: [Capability] = []
  ) -> Step {
    Step(
      "challenge-authenticator", subjects: [naming],
      fields: [
        Field(
          "credentials.passcode", aliases: [alias], label: naming.title, isRequired: true,
          isSecret: true)
      ], capabilities: capabilities)
  }
}

extension Naming {
  static let password = Naming("password", title: "Password", aliases: ["okta_password"])
  static let email = Naming("email", title: "Email", aliases: ["okta_email"])
  static let phone = Naming("phone", title: "Phone", aliases: ["phone_number"])
  static let oktaVerify = Naming("okta-verify", title: "Okta Verify", aliases: ["okta_verify"])
  static let sms = Naming("sms", title: "SMS")
  static let voice = Naming("voice", title: "Voice call")
}

extension Move {
  /// A submit with texts, which are secret if the field is a passcode.
  static func submit(_ step: Int = 0, _ answers: (String, String)...) -> Move {
    .submit(
      step: step, selection: nil,
      answers: answers.map { name, text in
        let isSecret = name.hasPrefix("credentials.")
        return Answer(name, isSecret ? .secret(Secret(text)) : .text(text))
      })
  }

  static func choose(_ choice: Int, method: Int? = nil, step: Int = 0) -> Move {
    .submit(step: step, selection: Selection(choice: choice, method: method), answers: [])
  }
}
