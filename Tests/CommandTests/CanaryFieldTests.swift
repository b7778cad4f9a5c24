import CommandSupport
import FlowCLI
import FlowCrypto
import FlowEngine
import FlowTerminal
import OktaSimulator
import FlowHTTP
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Secrets that a server shows and secrets of authenticators")
struct CanaryFieldTests {
  private static let canary = CanaryTests.canary
  private static let outputs = CanaryTests.outputs

  private static func answer(_ href: String, _ name: String) -> JSON {
    Pages.form(name, Pages.origin + href, [Pages.passcode])
  }

  private static func authenticator(_ data: JSON, key: JSON = "google_otp") -> JSON {
    [
      "type": "object",
      "value": [
        "type": "app", "key": key, "id": "aut-2", "displayName": "An app",
        "methods": [["type": "otp"]], "contextualData": data,
      ],
    ]
  }

  /// A page that shows a secret, and also repeats it in its messages.
  struct Shown: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var page: JSON
    /// The rules that answer it.
    var rules: String
  }

  private static let said = Pages.messages("Of this: \(canary.text)", key: "x.y")

  static let shown: [Shown] = [
    Shown(
      testDescription: "a shared secret",
      page: Pages.page(
        [answer("/idp/idx/challenge/answer", "enroll-authenticator")],
        [
          "currentAuthenticator": authenticator(["sharedSecret": .string(canary.text)]),
          "messages": said,
        ]),
      rules: """
        let shared = step.sharedSecret
        on enroll-authenticator say "it is \\(shared)" then answer passcode = shared
        """),
    Shown(
      testDescription: "an image",
      page: Pages.page(
        [
          Pages.form(
            "enroll-poll", Pages.origin + "/idp/idx/challenge/poll", [], ["refresh": 1000])
        ],
        [
          "currentAuthenticator": authenticator(
            ["qrcode": ["href": .string(canary.text), "method": "embedded"]], key: "okta_verify"),
          "messages": said,
        ]),
      rules: "on enroll-poll poll for 3s\non enroll-poll fail \"it is \\(image)\"\n"
        + "let image = step.qrcode"),
    Shown(
      testDescription: "the code of a link that was opened elsewhere",
      page: [
        "version": "1.0.0", "stateHandle": "state-handle-1", "messages": said,
        "currentAuthenticator": authenticator(
          ["otp": .string(canary.text)], key: "okta_email"),
      ],
      rules: "expect authenticator.otp is \"something else\"\n"),
  ]

  @Test(
    "A page's values are in no output, regardless of the script", arguments: shown, outputs
  )
  func page(shown: Shown, output: [String]) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "script.flow", "on identify answer identifier = \"jane@example.com\"\n" + shown.rules)
    let page = ScriptedTransport.Answer.page(shown.page)
    let pages = Array(Pages.signIn.prefix(2)) + Array(repeating: page, count: 6)
    let run = await Shell(transport: ScriptedTransport(pages))(
      ["run", script] + Pages.options + output)
    #expect(run.status != .success && run.status != .usage && run.status != .wrongScript)
    #expect(!run.output.isEmpty || !run.errors.isEmpty)
    #expect(Self.canary.found(in: run.output + run.errors) == [], "\(run.all)")
    let file = try folder.write("page.json", bytes: shown.page.bytes())
    let inspected = await Shell()(["inspect", file] + output.filter { $0 == "--json" })
    #expect(inspected.status == .success, "\(inspected.all)")
    for (name, text) in Self.canary.forms where name != "in JSON" {
      // The message is the server's own text, and no run knows which parts are secret.
      let rest = inspected.all.replacing("Of this: \(Self.canary.text)", with: "")
      #expect(!rest.contains(text), "\(inspected.all)")
    }
  }

  @Test(
    "The values that begin a sign-in are in no output, for every source and outcome",
    arguments: ["activation-token", "recovery-token", "device-token"], outputs)
  func begun(parameter: String, output: [String]) async throws {
    let folder = try TemporaryFolder()
    let refused: JSON = [
      "error": "invalid_request", "error_description": .string("No: \(Self.canary.text)"),
    ]
    for value in ["secret CANARY", "\"\(Self.canary.text)\""] {
      let intent = parameter == "recovery-token" ? "recover-password" : "sign-in"
      let script = try folder.write(
        "script.flow", "start \(intent) with \(parameter) = \(value)\n" + Pages.script)
      for answers in [Pages.signIn, [.page(refused, status: 400)]] {
        let shell = Shell(
          transport: ScriptedTransport(answers),
          environment: ["PASSWORD": "word-of-jane", "CANARY": Self.canary.text])
        let run = await shell(["run", script] + Pages.options + output)
        #expect(run.status != .usage, "\(run.all)")
        #expect(Self.canary.found(in: run.all) == [], "\(run.all)")
      }
    }
  }

  private static let words = """
    let word = "Correct-Horse-1"
    on identify           answer identifier = "jane@example.com"
    on challenge password answer passcode = word

    """

  /// The token in the address of a link.
  private static func token(of link: Secret?) -> String? {
    link?.reveal().split(separator: "token=").last.map(String.init)
  }

  @Test(
    "The link of a mail, its token and its code are in no output",
    .enabled(if: RSA.isAvailable), arguments: outputs)
  func mailLink(output: [String]) async throws {
    let folder = try TemporaryFolder()
    for habit in ["on this device", "on another device and refuses"] {
      let clock = ManualClock(now: .seconds(1_700_000_000))
      let server = try OrgServer.signing(
        """
        authenticators password, email
        user "jane@example.com" { password "Correct-Horse-1"; email-link opens after 5s \(habit) }
        email-link asks-consent
        sign-on { require password and email }
        """, clock: clock)
      let script = try folder.write("script.flow", Self.words + "on challenge email poll for 20s")
      let run = await Shell(transport: server, clock: clock)(
        ["run", script] + Self.orgOptions + output)
      #expect(run.status == (habit == "on this device" ? .success : .failed), "\(run.all)")
      let sent = try #require(server.state.sent.last)
      let secrets = [sent.code?.reveal(), sent.link?.reveal(), Self.token(of: sent.link)]
      for secret in secrets {
        #expect(Canary(text: try #require(secret)).found(in: run.all) == [], "\(run.all)")
      }
    }
  }

  private static let orgOptions = [
    "--issuer", "https://acme.flow.test/oauth2/default", "--client-id", "0oa1",
    "--redirect-uri", "com.example:/callback",
  ]

  @Test(
    "The link that sets up a phone is in no output, whether sent or shown as an image",
    .enabled(if: RSA.isAvailable), arguments: outputs)
  func phoneLink(output: [String]) async throws {
    let folder = try TemporaryFolder()
    for channel in ["sms", "email"] {
      let clock = ManualClock(now: .seconds(1_700_000_000))
      let server = try OrgServer.signing(
        """
        authenticators password, okta-verify
        user "jane@example.com" { password "Correct-Horse-1" }
        enrollment { required okta-verify }
        """, clock: clock)
      let script = try folder.write(
        "script.flow",
        Self.words + """
          on select-authenticator-enroll choose okta-verify via \(channel)
          on enrollment-channel-data answer phoneNumber? = "+15551234567", email? = "j@example.com"
          on enroll-poll poll
          """)
      let run = await Shell(transport: server, clock: clock)(
        ["run", script] + Self.orgOptions + output)
      #expect(run.status == .success, "\(run.all)")
      let link = try #require(server.state.sent.last?.link)
      for secret in [link.reveal(), try #require(Self.token(of: link))] {
        #expect(Canary(text: secret).found(in: run.all) == [], "\(run.all)")
      }
    }
  }

  @Test(
    "The keys of passkeys are in no output, in use or in a broken file",
    .enabled(if: RSA.isAvailable), arguments: outputs)
  func passkeys(output: [String]) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "script.flow",
      Self.words + """
        on select-authenticator-enroll choose webauthn
        on enroll-authenticator answer passkey = passkey jane
        on challenge webauthn   answer passkey = passkey jane
        """)
    let server = try OrgServer.signing(
      """
      authenticators password, webauthn
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password and webauthn }
      """)
    let file = folder.path + "/passkeys.json"
    let arguments = ["run", script, "--passkeys", file] + Self.orgOptions + output
    var all = ""
    for _ in 0..<2 {
      let run = await Shell(transport: server)(arguments)
      #expect(run.status == .success, "\(run.all)")
      all += run.all
    }
    let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    let json = try JSON(parsing: Array(text.utf8))
    let key = try #require(json["passkeys"]?.array?.first?["privateKey"]?.string)
    for broken in [
      text.replacing("\"counter\":1", with: "\"counter\":-1"), text + "x",
    ] {
      #expect(broken != text)
      _ = try folder.write("passkeys.json", broken)
      let run = await Shell(transport: server)(arguments)
      #expect(run.status == .usage, "\(run.all)")
      all += run.all
    }
    let bytes = try #require(Base64URL.decode(key))
    #expect(!all.contains(key))
    #expect(!all.contains(Base64.encode(bytes).prefix(42)))
  }

  @Test(
    "A device's code is in no output, and neither is the line that sets it", arguments: outputs)
  func device(output: [String]) async throws {
    let folder = try TemporaryFolder()
    for device in [
      "custom-otp", "duo", "onprem-mfa", "rsa-token", "symantec-vip", "yubikey",
    ] {
      func script(_ rest: String) throws -> String {
        try folder.write(
          "script.flow",
          """
          org acme {
            authenticators password, \(device)
            user "jane@example.com" { password "Correct-Horse-1"; \(device) "\(Self.canary.text)"\(rest) }
            sign-on { require password and \(device) }
          }
          """ + "\n" + Self.words + "on challenge answer code = secret CANARY\n")
      }
      let shell = Shell(environment: ["CANARY": Self.canary.text])
      let run = await shell(["run", try script("")] + output)
      #expect(run.status == .success || run.status == .failed, "\(run.all)")
      #expect(Self.canary.found(in: run.all) == [], "\(run.all)")
      let wrong = await shell(["run", try script(" nonsense")] + output)
      #expect(wrong.status == .wrongScript)
      #expect(Self.canary.found(in: wrong.all) == [], "\(wrong.all)")
    }
  }
}
