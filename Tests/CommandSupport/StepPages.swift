package import FlowEngine
package import FlowHTTP

/// A handmade page for each known step, and for each authenticator, method and capability.
package enum StepPages {
  /// The address of the form that an example answers.
  package static let path = "/idp/idx/answered"

  private static func nested(_ name: String, _ fields: [JSON]) -> JSON {
    ["name": .string(name), "required": true, "form": ["value": .array(fields)]]
  }

  private static func field(_ name: String, required: Bool = true) -> JSON {
    ["name": .string(name), "required": .bool(required)]
  }

  private static let passcode = nested("credentials", [field("passcode")])
  private static let signature = nested(
    "credentials",
    [
      field("authenticatorData"), field("clientData"), field("signatureData"),
      field("userHandle", required: false),
    ])
  private static let profile = nested(
    "userProfile", [field("firstName"), field("lastName"), field("email")])

  /// The form of a chosen authenticator: its id, its methods, and its other fields.
  private static func form(
    of key: String, _ methods: [String], channel: Bool = false, _ more: [JSON] = []
  ) -> [JSON] {
    let id: JSON = [
      "name": "id", "required": true, "value": .string("id-\(key)"), "mutable": false,
    ]
    let options = methods.map { ["label": .string($0), "value": .string($0)] as JSON }
    let method: JSON = [
      "name": channel ? "channel" : "methodType", "options": .array(options),
    ]
    return [id] + (methods.isEmpty ? [] : [method]) + more
  }

  private static func option(_ key: String, _ form: [JSON]) -> JSON {
    ["label": .string(key), "value": ["form": ["value": .array(form)]]]
  }

  private static func choice(_ options: [JSON]) -> JSON {
    ["name": "authenticator", "required": true, "options": .array(options)]
  }

  private static let phoneNumber = [field("phoneNumber")]

  /// The fields of a step beside its handle.
  private static func fields(of step: String) -> [JSON] {
    switch step {
    case "identify": [field("identifier"), passcode]
    case "identify-recovery": [field("identifier")]
    case "enroll-profile": [profile]
    case "profile-attributes": [nested("userProfile", [field("email")])]
    case "profile-update": [nested("userProfile", [field("secondEmail")])]
    case "keep-me-signed-in": [field("keepMeSignedIn")]
    case "consent", "admin-consent", "email-challenge-consent":
      [["name": "consent", "required": true, "type": "boolean"]]
    case "granular-consent":
      [
        ["name": "consent", "required": true, "type": "boolean"],
        nested("optedScopes", [["name": "email", "type": "boolean", "required": true]]),
      ]
    case "user-code": [field("userCode")]
    case "select-authenticator-authenticate":
      [
        choice([
          option("okta_email", form(of: "okta_email", ["email"])),
          option("okta_verify", form(of: "okta_verify", ["totp", "push"])),
        ])
      ]
    case "select-authenticator-enroll":
      [choice([option("phone_number", form(of: "phone_number", ["sms", "voice"], phoneNumber))])]
    case "select-authenticator-enroll-data", "select-factor-enroll", "select-factor-authenticate":
      [
        choice([
          option("phone_number", form(of: "phone_number", ["sms", "voice"])),
          option("okta_email", form(of: "okta_email", [])),
        ])
      ]
    case "select-authenticator-unlock-account":
      [field("identifier"), choice([option("okta_email", form(of: "okta_email", ["email"]))])]
    case "authenticator-verification-data":
      [nested("authenticator", form(of: "phone_number", ["sms", "voice"]))]
    case "authenticator-enrollment-data":
      [nested("authenticator", form(of: "phone_number", ["sms", "voice"], phoneNumber))]
    case "select-enrollment-channel":
      [
        [
          "name": "authenticator",
          "value": [
            "form": [
              "value": .array(form(of: "okta_verify", ["qrcode", "email"], channel: true))
            ]
          ],
        ]
      ]
    case "enrollment-channel-data": [field("email")]
    case "enroll-authenticator-promotion":
      [nested("credentials", [field("attestation"), field("clientData")])]
    case "select-platform": [field("platform")]
    case "challenge-authenticator", "enroll-authenticator", "reset-authenticator",
      "reenroll-authenticator", "reenroll-authenticator-warning", "reenroll-custom-password-expiry",
      "reenroll-custom-password-expiry-warning", "challenge-factor", "enroll-factor",
      "activate-factor":
      [passcode]
    case "challenge-webauthn-autofillui-authenticator", "launch-passkeys-authenticator":
      [signature]
    case "select-factor": [field("factorId")]
    default: []
    }
  }

  /// The authenticator that a step is about.
  private static func key(of step: String) -> String {
    switch step {
    case "challenge-authenticator", "challenge-factor", "enroll-factor", "activate-factor":
      "okta_email"
    case "enroll-authenticator": "google_otp"
    case "authenticator-verification-data", "authenticator-enrollment-data": "phone_number"
    case "select-enrollment-channel", "challenge-poll", "enroll-poll": "okta_verify"
    case "enroll-authenticator-promotion": "webauthn"
    default: "okta_password"
    }
  }

  /// A page that offers a step.
  package static func page(of step: String) -> JSON {
    let isRedirect = step.hasPrefix("redirect") || step.hasSuffix("-redirect") || step == "piv-idp"
    if isRedirect { return page([redirect(step, "GOOGLE")]) }
    if step == "issue" { return Pages.success }
    var more: KeyValuePairs<String, JSON> = [:]
    if step.hasSuffix("poll") { more = ["refresh": 2000] }
    if step == "challenge-webauthn-autofillui-authenticator"
      || step == "launch-passkeys-authenticator"
    {
      more = ["relatesTo": ["webauthnAutofillUIChallenge"]]
    }
    let skip = step == "reenroll-authenticator-warning" ? "skip" : nil
    let form = Pages.form(
      step, Pages.origin + (skip == nil ? path : "/idp/idx/other"), fields(of: step), more)
    let others = skip.map { [Pages.form($0, Pages.origin + path, [])] } ?? []
    return page([form] + others, about: key(of: step))
  }

  private static func redirect(
    _ name: String, _ type: String, _ more: KeyValuePairs<String, JSON> = [:]
  ) -> JSON {
    var form: JSONObject = [
      "name": .string(name), "type": .string(type), "method": "GET",
      "href": .string(Pages.origin + path),
    ]
    for (name, value) in more { form[name] = value }
    return .object(form)
  }

  private static func page(_ steps: [JSON], about key: String? = nil) -> JSON {
    let challenge: JSON = ["challenge": "Y2hhbGxlbmdl", "rpId": "org.example"]
    let activation: JSON = [
      "challenge": "Y2hhbGxlbmdl", "rp": ["id": "org.example"],
      "user": ["id": "dXNlcg", "name": "jane"],
    ]
    let autofill: JSON = ["type": "object", "value": ["challengeData": challenge]]
    guard let key else { return Pages.page(steps) }
    var authenticator: JSONObject = [
      "key": .string(key), "id": .string("id-\(key)"),
      "contextualData": [
        "sharedSecret": "JBSWY3DPEHPK3PXP", "challengeData": challenge,
        "activationData": activation,
      ],
    ]
    for action in ["resend", "send", "recover", "poll"] {
      authenticator[action] = Pages.form(action, Pages.origin + path, [])
    }
    return Pages.page(
      steps,
      [
        "currentAuthenticator": ["type": "object", "value": .object(authenticator)],
        "authenticators": listed(["okta_email", "okta_verify", "phone_number"]),
        "webauthnAutofillUIChallenge": autofill,
      ])
  }

  private static func listed(_ keys: [String]) -> JSON {
    let listed = keys.map { ["key": .string($0), "id": .string("id-\($0)")] as JSON }
    return ["type": "array", "value": .array(listed)]
  }

  // MARK: Authenticators, methods, capabilities

  /// A page that the example of an authenticator, a method or a capability answers.
  package static func page(of word: EngineVocabulary.KnownWord, among all: EngineVocabulary) -> JSON
  {
    let example = word.example
    let error = Pages.messages("Not that.")
    if example.contains("redirect-idp") {
      let isAuthenticator = word.key.hasSuffix("_idp")
      return isAuthenticator
        ? page(
          [redirect("redirect-idp", "X", ["relatesTo": ["$.currentAuthenticator"]])],
          about: word.key)
        : page([redirect("redirect-idp", word.key)])
    }
    if example.contains("enrollment-channel") || example.contains("cancel-polling") {
      let step = example.contains("channel") ? "select-enrollment-channel" : "cancel-polling"
      let fields = [
        nested("authenticator", form(of: "okta_verify", [word.key, "other"], channel: true))
      ]
      return page(
        [Pages.form(step, Pages.origin + path, step == "cancel-polling" ? [] : fields)],
        about: "okta_verify")
    }
    if example.contains("choose") {
      let options = all.subjects.map { subject in
        let methods = all.methods.filter { subject.methods.contains($0.naming.word) }
        return option(subject.key, form(of: subject.key, methods.map(\.key)))
      }
      let select = Pages.form(
        "select-authenticator-authenticate", Pages.origin + path, [choice(options)])
      return Pages.page([select], ["authenticators": listed(all.subjects.map(\.key))])
    }
    if example.contains("skip") {
      return page([
        Pages.form("select-authenticator-enroll", Pages.origin + "/idp/idx/other", []),
        Pages.form("skip", Pages.origin + path, []),
      ])
    }
    let isAuthenticator = all.subjects.contains(word)
    let key = isAuthenticator ? word.key : example.contains("password") ? "okta_password" : "okta_"
    let about = key == "okta_" ? (example.contains("verify") ? "okta_verify" : "okta_email") : key
    let challenge = Pages.form(
      "challenge-authenticator", Pages.origin + (isAuthenticator ? path : "/idp/idx/other"),
      [credentials(of: word.key)])
    guard case .object(var object) = page([challenge], about: about) else { return .null }
    if example.contains("when message") { object["messages"] = error }
    return .object(object)
  }

  private static func credentials(of key: String) -> JSON {
    switch key {
    case "webauthn": signature
    case "duo": nested("credentials", [field("signatureData")])
    case "security_question": nested("credentials", [field("answer")])
    default: passcode
    }
  }
}
