import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// An engine with a scripted server, and the pages for scripts.
enum Org {
  static let origin = "https://org.example"
  static let issuer = HTTPURL(scheme: .https, host: "org.example", path: "/oauth2/default")
  static let now: Duration = .seconds(1_700_000_000)

  static func configuration(issuer: HTTPURL = issuer) -> IDXConfiguration {
    IDXConfiguration(
      issuer: issuer, clientID: "client-1", redirectURI: "com.example.app:/callback",
      scopes: ["openid", "profile", "offline_access"], isInProcess: true)
  }

  /// Bytes that are the same in every session.
  static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
  }

  static func session(
    _ transport: any Transport, configuration: IDXConfiguration = configuration(),
    clock: ManualClock = ManualClock(now: now)
  ) -> any Session {
    IDXEngine(
      configuration: configuration, transport: transport, clock: clock,
      randomBytes: bytes
    ).makeSession()
  }

  /// A session at a page, with the requests so far and the next responses.
  static func session(
    at page: JSON, status: Int = 200, then answers: [ScriptedTransport.Answer] = [],
    clock: ManualClock = ManualClock(now: now)
  ) async throws -> (session: any Session, response: Response, transport: ScriptedTransport) {
    let transport = ScriptedTransport(
      [HTTPResponse.page(interact), HTTPResponse.page(page, status: status)] + answers)
    var session = session(transport, clock: clock)
    let response = try await session.start(Start(intent: "sign-in"))
    return (session, response, transport)
  }

  /// A script's view of a page.
  static func response(_ page: JSON, status: Int = 200) throws -> Response {
    ResponseMapper.response(of: try read(page), status: status)
  }

  /// The body that answers a step of a page.
  static func body(
    of page: JSON, step: Int = 0, _ selection: Selection? = nil, answers: [Answer] = []
  ) throws -> JSON {
    let page = try read(page)
    return .object(
      try RequestBody.build(
        page.remediations[step], on: page, selection: selection, answers: answers))
  }

  private static func read(_ page: JSON) throws -> Shared<IDXPage> {
    IDXReader.read(try #require(page.object)).page
  }

  static let interact: JSON = ["interaction_handle": "handle-1"]

  /// A page of steps with additional members.
  static func page(_ steps: [JSON], _ more: KeyValuePairs<String, JSON> = [:]) -> JSON {
    var object: JSONObject = [
      "version": "1.0.0", "stateHandle": "top-handle", "intent": "LOGIN",
      "remediation": ["type": "array", "value": .array(steps)],
      "cancel": form("cancel", "/idp/idx/cancel", []),
    ]
    for (name, value) in more { object[name] = value }
    return .object(object)
  }

  /// A form with its state handle last.
  static func form(
    _ name: String, _ path: String, _ fields: [JSON], _ more: KeyValuePairs<String, JSON> = [:]
  ) -> JSON {
    let handle: JSON = [
      "name": "stateHandle", "required": true, "value": "form-handle", "visible": false,
      "mutable": false,
    ]
    var object: JSONObject = [
      "rel": ["create-form"], "name": .string(name), "href": .string(origin + path),
      "method": "POST", "value": .array(fields + [handle]),
      "accepts": "application/json; okta-version=1.0.0",
    ]
    for (name, value) in more { object[name] = value }
    return .object(object)
  }

  static func wrapped(_ value: JSON) -> JSON { ["type": "object", "value": value] }
  static func list(_ values: [JSON]) -> JSON { ["type": "array", "value": .array(values)] }

  static let passcode: JSON = [
    "name": "credentials", "required": true,
    "form": ["value": [["name": "passcode", "label": "Password", "secret": true]]],
  ]

  static let identify = form(
    "identify", "/idp/idx/identify", [["name": "identifier", "label": "Username"]])
  static let challenge = form(
    "challenge-authenticator", "/idp/idx/challenge/answer", [passcode],
    ["relatesTo": ["$.currentAuthenticatorEnrollment"]])

  static let password: JSON = [
    "type": "password", "key": "okta_password", "id": "aut-password", "displayName": "Password",
    "methods": [["type": "password"]],
    "recover": form("recover", "/idp/idx/recover", []),
  ]

  static let success: JSON = [
    "version": "1.0.0", "stateHandle": "top-handle",
    "user": wrapped(["id": "00u1", "identifier": "jane@example.com"]),
    "successWithInteractionCode": [
      "rel": ["create-form"], "name": "issue", "href": .string(origin + "/oauth2/default/v1/token"),
      "method": "POST", "accepts": "application/x-www-form-urlencoded",
      "value": [
        ["name": "grant_type", "required": true, "value": "interaction_code"],
        ["name": "interaction_code", "required": true, "value": "the-interaction-code"],
        ["name": "client_id", "required": true, "value": "client-1"],
        ["name": "client_secret", "required": true], ["name": "code_verifier", "required": true],
      ],
    ],
  ]

  static let tokens: JSON = [
    "token_type": "Bearer", "expires_in": 3600, "access_token": "the-access-token",
    "scope": "openid profile", "id_token": .string(idToken), "refresh_token": "the-refresh-token",
  ]

  /// The claims of an ID token for `configuration`, made now.
  static let claims: JSONObject = [
    "iss": "https://org.example/oauth2/default", "aud": "client-1", "sub": "00u1",
    "iat": 1_700_000_000, "exp": 1_700_003_600, "auth_time": 1_700_000_000,
    "amr": ["pwd", "mfa"], "nonce": .string(Base64URL.encode(bytes(16))),
  ]

  /// A token with an invalid signature.
  static func token(_ claims: JSONObject, header: JSON = ["alg": "HS256"]) -> String {
    [header.bytes(), JSON.object(claims).bytes(), [1, 2, 3]].map(Base64URL.encode)
      .joined(separator: ".")
  }

  static let idToken = token(claims)
}
