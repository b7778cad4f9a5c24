import FlowDiagnostics
import CommandSupport
import FlowCLI
import FlowInterpreter
import FlowSyntax
import FlowHTTP
import FlowTerminal
import TestSupport
import Testing

/// Pages in the forms that the Identity Engine has sent since 2025, from the command line.
@Suite struct RecentShapeTests {
  private func command(
    _ arguments: [String], _ page: JSON, script: String = "", transport: (any Transport)? = nil
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", script)
    let response = try folder.write("page.json", bytes: page.bytes())
    return await Shell(transport: transport, environment: ["TOKEN": "captcha-token-1"])(
      arguments.map { $0 == "PAGE" ? response : $0 == "SCRIPT" ? file : $0 })
  }

  private func explain(_ page: JSON, _ script: String) async throws -> Shell.Outcome {
    try await command(["explain", "SCRIPT", "--response", "PAGE"], page, script: script)
  }

  /// Runs a script at an issuer whose sign-in begins with a page.
  private func run(
    _ page: JSON, _ script: String
  ) async throws -> (outcome: Shell.Outcome, sent: [JSON]) {
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(page), .page(Pages.success), .page(Pages.tokens),
    ])
    let outcome = try await command(
      ["run", "SCRIPT", "--env", "TOKEN"] + Pages.options, page, script: script,
      transport: transport)
    let sent = transport.requests.filter { $0.url.path.hasPrefix("/idp/idx/") }.dropFirst()
      .map { request -> JSON in
        if case .json(let body) = request.body { return body }
        return .null
      }
    return (outcome, Array(sent))
  }

  // MARK: Passkeys

  private static func enrollment(_ more: [String]) -> JSON {
    let fields = (["clientData", "attestation"] + more).map { name -> JSON in
      [
        "name": .string(name), "label": .string(name), "visible": false, "required": true,
        "hint": "webauthn",
      ]
    }
    let form = Pages.form(
      "enroll-authenticator", Pages.origin + "/idp/idx/challenge/answer",
      [["name": "credentials", "form": ["value": .array(fields)]]],
      ["relatesTo": ["$.currentAuthenticator"]])
    let data: JSON = [
      "activationData": [
        "rp": ["name": "idx"], "user": ["id": "00u1", "name": "jane@example.com"],
        "pubKeyCredParams": [["type": "public-key", "alg": -7]],
        "challenge": "zrTo0mMXyCt90mweh2HL",
        "u2fParams": ["appid": "https://org.example"],
      ]
    ]
    return Pages.page(
      [form],
      [
        "currentAuthenticator": [
          "type": "object",
          "value": [
            "type": "security_key", "key": "webauthn", "id": "aut-1", "contextualData": data,
            "methods": [["type": "webauthn"]],
          ],
        ]
      ])
  }

  @Test(
    "A passkey is enrolled if transports and extensions are required",
    arguments: [[], ["transports"], ["transports", "clientExtensions"]],
    ["answer passkey = passkey jane", "answer credentials = passkey jane"])
  func passkey(more: [String], action: String) async throws {
    let (run, sent) = try await run(
      Self.enrollment(more), "on enroll-authenticator webauthn \(action)")
    #expect(run.status == .success, "\(run.all)")
    let credentials = try #require(sent.first?["credentials"])
    #expect(credentials["transports"]?.string == (more.isEmpty ? nil : "[\"internal\"]"))
    #expect(credentials["clientExtensions"]?.string == (more.count < 2 ? nil : "{}"))
    #expect(credentials["attestation"]?.string?.isEmpty == false)
  }

  // MARK: Okta Verify in three

  private static let parts = ["totp", "push", "fastpass"]

  /// A page that offers the three parts of Okta Verify, whose forms may name their method.
  private static func threeParts(namesMethods: Bool) -> JSON {
    let options = parts.enumerated().map { index, part -> JSON in
      let method: JSON = [
        "name": "methodType", "value": .string(part == "fastpass" ? "signed_nonce" : part),
        "mutable": false,
      ]
      let id: JSON = [
        "name": "id", "required": true, "value": .string("aut-\(part)"), "mutable": false,
      ]
      return [
        "label": .string("Okta Verify - \(part)"),
        "value": ["form": ["value": .array(namesMethods ? [id, method] : [id])]],
        "relatesTo": .string("$.authenticatorEnrollments.value[\(index)]"),
      ]
    }
    return Pages.page(
      [
        Pages.form(
          "select-authenticator-authenticate", Pages.origin + "/idp/idx/challenge",
          [["name": "authenticator", "type": "object", "options": .array(options)]])
      ],
      [
        "authenticatorEnrollments": [
          "type": "array",
          "value": .array(
            parts.map { part in
              [
                "type": "app", "key": .string("okta_verify_\(part)"), "id": .string("eae-\(part)"),
                "displayName": "Okta Verify",
              ]
            }),
        ]
      ])
  }

  static let ways: [(String, String)] = [
    ("okta-verify via push", "push"), ("okta-verify via totp", "totp"),
    ("okta-verify via fastpass", "fastpass"), ("okta-verify-push", "push"),
    ("okta-verify-fastpass", "fastpass"), ("okta-verify-totp via totp", "totp"), ("push", "push"),
    ("okta_verify_push", "push"), ("okta-verify", "totp"),
  ]

  @Test(
    "Okta Verify in three authenticators is chosen like the single one", arguments: ways,
    [true, false])
  func oktaVerify(way: (String, String), namesMethods: Bool) async throws {
    let page = Self.threeParts(namesMethods: namesMethods)
    let script = "on select-authenticator choose \(way.0)"
    let (run, sent) = try await run(page, script)
    #expect(run.status == .success, "\(run.all)")
    #expect(sent.first?["authenticator"]?["id"]?.string == "aut-\(way.1)")
    #expect(try await explain(page, script).output.contains("\"aut-\(way.1)\""))
  }

  // MARK: CAPTCHA

  private static func captcha(isRequired: Bool = true) -> JSON {
    let fields: [JSON] = [
      ["name": "captchaId", "required": true, "value": "c-1", "visible": false, "mutable": false],
      ["name": "captchaToken", "required": .bool(isRequired), "visible": false, "hint": "captcha"],
    ]
    return Pages.page(
      [
        Pages.form(
          "identify", Pages.origin + "/idp/idx/identify",
          [
            ["name": "identifier", "label": "Username"],
            [
              "name": "captchaVerify", "form": ["value": .array(fields)], "relatesTo": "$.captcha",
            ],
          ])
      ],
      [
        "captcha": [
          "type": "object",
          "value": ["id": "c-1", "name": "reCaptcha", "siteKey": "k", "type": "RECAPTCHA_V2"],
        ]
      ])
  }

  static let blocked = [
    "on identify answer identifier = \"jane@example.com\"", "otherwise prompt",
    "on identify submit",
    "on identify prompt identifier",
    "profile jane { identifier = \"jane@example.com\" }\nflow \"a\" { use jane }",
  ]

  @Test("A CAPTCHA that blocks a run is named, and nothing is sent", arguments: blocked)
  func captcha(script: String) async throws {
    let (run, sent) = try await run(Self.captcha(), script)
    // No one can be asked for the fields before it.
    let isAsked = script.contains("prompt identifier")
    #expect(run.status == (isAsked ? .wrongScript : .failed), "\(run.all)")
    #expect(run.errors.contains("error[\(ProblemKind.captcha.id)]") || isAsked, "\(run.all)")
    #expect(!run.errors.contains("error[no-rule]") && !run.errors.contains("error[required-field]"))
    #expect(sent.allSatisfy { $0["identifier"] == nil })
    let explained = try await explain(Self.captcha(), script)
    #expect(explained.errors.contains("error[captcha]"), "\(explained.all)")
    #expect(explained.errors.contains("reCaptcha"), "\(explained.all)")
  }

  @Test("A token for the CAPTCHA is sent, and one that isn't required can be refused")
  func captchaToken() async throws {
    let script = "on identify answer identifier = \"j@e.c\", captchaToken = secret TOKEN"
    let (answered, sent) = try await run(Self.captcha(), script)
    #expect(answered.status == .success, "\(answered.all)")
    #expect(sent.first?["captchaVerify"]?["captchaToken"]?.string == "captcha-token-1")
    let page = Self.captcha(isRequired: false)
    var refused = page.object ?? JSONObject()
    refused["messages"] = Pages.messages("Try again.", key: "some.key")
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(page), .page(.object(refused)),
    ])
    let left = try await command(
      ["run", "SCRIPT", "--env", "TOKEN"] + Pages.options, page, script: Self.blocked[0],
      transport: transport)
    #expect(left.errors.contains("error[captcha]"), "\(left.all)")
    #expect(left.errors.contains("the server says: Try again."), "\(left.all)")
  }

  // MARK: Lost parts

  private static let rich = Pages.page(
    [
      Pages.form(
        "reenroll-authenticator-warning", Pages.origin + "/idp/idx/challenge/answer",
        [Pages.passcode], ["relatesTo": ["$.currentAuthenticator"]]),
      Pages.form("skip", Pages.origin + "/idp/idx/skip", []),
    ],
    [
      "messages": [
        "type": "array",
        "value": [
          [
            "message": "Your password expires in 4 days", "class": "INFO",
            "i18n": ["key": "idx.password.expiring.message", "params": [4, "x"]],
            "links": [["url": "https://help.example/a"], ["url": "https://help.example/b"]],
          ]
        ],
      ],
      "currentAuthenticator": [
        "type": "object",
        "value": [
          "type": "password", "key": "okta_password", "id": "aut-1", "displayName": "Password",
          "settings": [
            "complexity": [
              "minLength": 8, "minSymbol": 0, "excludeUsername": true,
              "excludeAttributes": ["firstName"],
            ],
            "age": ["minAgeMinutes": 0, "historyCount": 4], "daysToExpiry": 4,
          ],
        ],
      ],
      "deviceEnrollment": [
        "type": "object", "value": ["name": "mdm", "platform": "IOS", "vendor": "Airwatch"],
      ],
    ])

  @Test("inspect shows links, parameters, password rules, expiry and device enrollment")
  func inspected() async throws {
    let text = try await command(["inspect", "PAGE"], Self.rich).output
    for part in [
      "links to https://help.example/a", "links to https://help.example/b", "with 4, x",
      "minLength = 8", "password.minLength = 8", "excludeAttributes = firstName",
      "historyCount = 4", "daysToExpiry = 4", "deviceEnrollment.vendor = Airwatch",
    ] { #expect(text.contains(part), "\(part)\n\(text)") }
    #expect(!text.contains("not understood"), "\(text)")
    let output = try await command(["inspect", "--json", "PAGE"], Self.rich).output
    let json = try JSON(parsing: Array(output.utf8))
    let message = try #require(json["messages"]?.array?.first)
    #expect(message["links"] == ["https://help.example/a", "https://help.example/b"])
    #expect(message["params"] == ["4", "x"])
    let rules = try #require(json["authenticators"]?.array?.first?["rules"])
    #expect(rules["minLength"] == 8 && rules["excludeUsername"] == true)
    #expect(rules["daysToExpiry"] == 4 && rules["excludeAttributes"] == ["firstName"])
    #expect(json["facts"]?["deviceEnrollment.platform"] == "IOS")
    #expect(json["facts"]?["password.historyCount"] == 4)
  }

  @Test("Scripts can use them in conditions, and print them")
  func asked() async throws {
    let script = """
      on reenroll-authenticator-warning when password.daysToExpiry < 3 stop
      on any when message.links contains "https://help.example/b" and password.minLength is 8 {
        expect message.params contains "4" and password.excludeAttributes contains "firstName"
        expect deviceEnrollment.vendor is "Airwatch" and password.excludeUsername is true
        say "minimum \\(password.minLength), see \\(message.links)"
        skip
      }
      """
    let (run, sent) = try await run(Self.rich, script)
    #expect(run.status == .success, "\(run.all)")
    #expect(sent.count == 1)
    #expect(
      run.all.contains("minimum 8, see https://help.example/a, https://help.example/b"),
      "\(run.all)")
    let none = try await command(
      ["check", "SCRIPT"], Self.rich, script: "expect password.minLenght is 8")
    #expect(none.all.contains("password.minLength"), "\(none.all)")
  }

  // MARK: Ends, signed challenges, recovery

  static let ends: [(JSON, String, Bool)] = [
    (["message": "Return to the original tab.", "class": "INFO"], "finished", true),
    (["message": "You do not have permission.", "class": "ERROR"], "failure", false),
  ]

  @Test("A page that contains only its outcome is explained", arguments: ends)
  func end(message: JSON, outcome: String, isFinished: Bool) async throws {
    let page: JSON = [
      "version": "1.0.0", "messages": ["type": "array", "value": [message]],
    ]
    let explained = try await explain(page, "on identify answer identifier = \"a\"")
    #expect(explained.status == .failed, "\(explained.all)")
    #expect(explained.output.contains("says \(message["message"]?.string ?? "")"))
    #expect(explained.output.contains("ended: \(outcome); the sign-in ends here"))
    let expected = isFinished ? "finished" : "failure"
    let met = try await explain(page, "on identify cancel\nexpect \(expected)")
    #expect(met.status == .success, "\(met.all)")
  }

  @Test("An expired session is explained, too")
  func expired() async throws {
    let page: JSON = [
      "version": "1.0.0",
      "messages": [
        "type": "array",
        "value": [
          [
            "message": "The session has expired.", "class": "ERROR",
            "i18n": ["key": "idx.session.expired"],
          ]
        ],
      ],
    ]
    let explained = try await explain(page, "on identify cancel")
    #expect(explained.output.contains("says The session has expired."), "\(explained.all)")
    #expect(explained.output.contains("the sign-in ends here"))
    #expect(explained.errors.contains("error[transaction-expired]"))
  }

  @Test("The signed challenge of a device is in no output", arguments: [true, false])
  func signed(isMutable: Bool) async throws {
    let challenge = "eyJhbGciOiJSUzI1NiJ9.eyJub25jZSI6ImNhbmFyeSJ9.c2lnbmF0dXJl"
    let page = Pages.page([
      Pages.form(
        "device-apple-sso-extension", Pages.origin + "/idp/idx/authenticators/sso_extension/verify",
        [
          [
            "name": "challengeRequest", "required": true, "value": .string(challenge),
            "mutable": .bool(isMutable),
          ], ["name": "context", "mutable": false, "value": ["token": .string(challenge)]],
        ])
    ])
    let explained = try await explain(page, "on device-apple-sso-extension submit")
    #expect(explained.status == .success, "\(explained.all)")
    #expect(!explained.all.contains("eyJ"), "\(explained.all)")
    for option in [[], ["--json"], ["--summary"]] {
      let inspected = try await command(["inspect"] + option + ["PAGE"], page)
      #expect(!inspected.all.contains("eyJ"), "\(inspected.all)")
    }
  }

  @Test(
    "A recovery at an authenticator other than the current one is used",
    arguments: ["authenticators", "authenticatorEnrollments"])
  func recover(list: String) async throws {
    var page = Self.threeParts(namesMethods: true).object ?? JSONObject()
    let password: JSON = [
      "type": "password", "key": "okta_password", "id": "aut-p", "displayName": "Password",
      "recover": Pages.form("recover", Pages.origin + "/idp/idx/recover", []),
    ]
    let old = page[list]?["value"]?.array ?? []
    page[list] = ["type": "array", "value": .array(old + [password])]
    let script = "on select-authenticator recover"
    let explained = try await explain(.object(page), script)
    #expect(explained.output.contains("/idp/idx/recover"), "\(explained.all)")
    let (run, sent) = try await run(.object(page), script)
    #expect(run.status == .success, "\(run.all)")
    #expect(sent.first?["stateHandle"]?.string == "state-handle-1")
  }
}
