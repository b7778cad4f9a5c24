package import FlowHTTP

/// The responses of an issuer that a test writes itself.
package enum Pages {
  package static let origin = "https://org.example"
  package static let issuer = "https://org.example/oauth2/default"
  /// The options for using this issuer.
  package static let options =
    [
      "--issuer", issuer, "--client-id", "client-1", "--redirect-uri", "com.example:/callback",
    ] + permissions
  /// The options that let scripts read the variables that tests use.
  package static let permissions = [
    "CANARY", "CODE", "JANE_PASSWORD", "JANE_TOTP", "PASSWORD", "PW",
  ].flatMap { ["--env", $0] }

  package static let interact: JSON = ["interaction_handle": "interact-handle-1"]

  /// A page of steps with additional members.
  package static func page(_ steps: [JSON], _ more: KeyValuePairs<String, JSON> = [:]) -> JSON {
    var object: JSONObject = [
      "version": "1.0.0", "stateHandle": "state-handle-1", "intent": "LOGIN",
      "remediation": ["type": "array", "value": .array(steps)],
      "cancel": form("cancel", origin + "/idp/idx/cancel", []),
    ]
    for (name, value) in more { object[name] = value }
    return .object(object)
  }

  /// A form with its state handle.
  package static func form(
    _ name: String, _ href: String, _ fields: [JSON], _ more: KeyValuePairs<String, JSON> = [:]
  ) -> JSON {
    let handle: JSON = [
      "name": "stateHandle", "required": true, "value": "state-handle-1", "visible": false,
      "mutable": false,
    ]
    var object: JSONObject = [
      "rel": ["create-form"], "name": .string(name), "href": .string(href), "method": "POST",
      "value": .array(fields + [handle]), "accepts": "application/json; okta-version=1.0.0",
    ]
    for (name, value) in more { object[name] = value }
    return .object(object)
  }

  package static let identify = form(
    "identify", origin + "/idp/idx/identify", [["name": "identifier", "label": "Username"]])

  package static let passcode: JSON = [
    "name": "credentials", "required": true,
    "form": ["value": [["name": "passcode", "label": "Password", "secret": true]]],
  ]

  package static let challenge = form(
    "challenge-authenticator", origin + "/idp/idx/challenge/answer", [passcode],
    ["relatesTo": ["$.currentAuthenticatorEnrollment"]])

  package static let password: KeyValuePairs<String, JSON> = [
    "currentAuthenticatorEnrollment": [
      "type": "object",
      "value": [
        "type": "password", "key": "okta_password", "id": "aut-1", "displayName": "Password",
        "methods": [["type": "password"]],
      ],
    ]
  ]

  package static func messages(_ text: String, key: String = "incorrectPassword") -> JSON {
    [
      "type": "array",
      "value": [["message": .string(text), "class": "ERROR", "i18n": ["key": .string(key)]]],
    ]
  }

  /// A push to another device that the run waits for.
  package static let push = page([
    form(
      "challenge-poll", origin + "/idp/idx/authenticators/poll", [], ["refresh": 4000])
  ])

  package static let success: JSON = [
    "version": "1.0.0", "stateHandle": "state-handle-1",
    "successWithInteractionCode": [
      "rel": ["create-form"], "name": "issue", "href": .string(origin + "/oauth2/default/v1/token"),
      "method": "POST", "accepts": "application/x-www-form-urlencoded",
      "value": [
        ["name": "grant_type", "required": true, "value": "interaction_code"],
        ["name": "interaction_code", "required": true, "value": "interaction-code-1"],
        ["name": "client_id", "required": true, "value": "client-1"],
        ["name": "client_secret", "required": true], ["name": "code_verifier", "required": true],
      ],
    ],
  ]

  package static let tokens: JSON = [
    "token_type": "Bearer", "expires_in": 3600, "access_token": "access-token-1",
    "scope": "profile offline_access", "refresh_token": "refresh-token-1",
  ]

  /// A sign-in by name and password.
  package static let script = """
    on identify           answer identifier = "jane@example.com"
    on challenge password answer passcode = secret PASSWORD
    """

  /// Every response of the server to `script`.
  package static let signIn: [ScriptedTransport.Answer] = [
    .page(interact), .page(page([identify])), .page(page([challenge], password)), .page(success),
    .page(tokens),
  ]
}
