import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import FlowLock
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An issuer that repeats everything it receives and creates, wherever it can.
final class EchoingIssuer: Transport {
  static let origin = "http://127.0.0.1:8080"
  static let options = [
    "--issuer", "\(origin)/oauth2/default", "--client-id", "client-1", "--redirect-uri",
    "com.example:/callback", "--scopes", "profile offline_access", "--env", "ACTIVATION", "--env",
    "DEVICE",
  ]

  /// A value that it creates, and repeats after sending it.
  static let handle = "02.id.interact-Handle/1+"
  static let stateHandle = "02.id.state-Handle~1~c.2"
  static let code = "interaction-Code-77"
  static let cookie = "session-cookie-0123456789"
  static let accessToken = "eyJhbGciOiJub25lIn0.access.x"

  private let seen = Mutex<[String: String]>(["cookie": cookie])
  private let acceptsCode: Bool

  init(acceptsCode: Bool) {
    self.acceptsCode = acceptsCode
  }

  /// Everything that no output may contain, by name.
  var secrets: [String: String] { seen.withLock { $0 } }

  private var echo: String { secrets.values.sorted().joined(separator: " ") }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    if case .form(let pairs) = request.body {
      seen.withLock { seen in
        for pair in pairs
        where ["state", "nonce", "code_verifier", "activation_token"].contains(pair.name) {
          seen[pair.name] = pair.value
        }
      }
    }
    switch request.url.path.split(separator: "/").last {
    case "interact": return answer(["interaction_handle": .string(make(Self.handle))])
    case "introspect": return answer(page)
    case "identify": return answer(success)
    case "token" where acceptsCode:
      return answer([
        "token_type": "Bearer", "access_token": .string(make(Self.accessToken)),
        "scope": .string("profile \(echo)"),
      ])
    case "token":
      return answer(["error": "invalid_grant", "error_description": .string("no: \(echo)")], 400)
    default: return answer(["error": "not_found"], 404)
    }
  }

  private func make(_ text: String) -> String {
    seen.withLock { $0[text] = text }
    return text
  }

  private func answer(_ json: JSON, _ status: Int = 200) -> HTTPResponse {
    let encoded = echo.utf8.map { byte in
      "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return HTTPResponse(
      status: status,
      headers: [
        "X-Flow-Rule": encoded, "X-Flow-Session-Rule": echo,
        "Set-Cookie": "JSESSIONID=\(Self.cookie); Path=/",
      ],
      body: .bytes(json.bytes()))
  }

  private var handleField: JSON {
    ["name": "stateHandle", "required": true, "value": .string(make(Self.stateHandle))]
  }

  private var page: JSON {
    let fields: [JSON] =
      [["name": "identifier", "required": true, "label": .string(echo)], handleField]
      + secrets.values.sorted().map { ["name": .string("echo-" + $0), "label": .string($0)] }
    return [
      "version": "1.0.0", "stateHandle": .string(make(Self.stateHandle)),
      "messages": [
        "type": "array",
        "value": [["message": .string("we got \(echo)"), "class": "INFO", "i18n": ["key": "k"]]],
      ],
      "remediation": [
        "type": "array",
        "value": [
          [
            "rel": ["create-form"], "name": "identify", "method": "POST",
            "href": .string(Self.origin + "/idp/idx/identify"), "value": .array(fields),
          ]
        ],
      ],
    ]
  }

  private var success: JSON {
    [
      "version": "1.0.0", "stateHandle": .string(make(Self.stateHandle)),
      "successWithInteractionCode": [
        "name": "issue", "href": .string(Self.origin + "/oauth2/default/v1/token"),
        "method": "POST",
        "value": [
          ["name": "grant_type", "value": "interaction_code"],
          ["name": "interaction_code", "value": .string(make(Self.code))],
          ["name": "client_id", "value": "client-1"], ["name": "code_verifier", "required": true],
        ],
      ],
    ]
  }
}

@Suite("Transaction data that a server repeats")
struct EchoedHandleTests {
  static let script = """
    start sign-in with activation-token = env ACTIVATION, device-token = env DEVICE
    on identify answer identifier = "jane@example.com"
    expect rule is "none"
    """
  static let environment = ["ACTIVATION": "activation-77-token", "DEVICE": "device-77-token"]

  private func run(_ issuer: EchoingIssuer, _ options: [String]) async throws -> Shell.Outcome {
    let path = try TemporaryScript.write(Self.script)
    defer { TemporaryScript.remove(path) }
    return await Shell(transport: issuer, environment: Self.environment)(
      ["run", path] + EchoingIssuer.options + options)
  }

  @Test(
    "Handles, codes, verifiers, cookies and tokens are in no output", arguments: [true, false])
  func outputs(acceptsCode: Bool) async throws {
    for output in Canary.outputs {
      let issuer = EchoingIssuer(acceptsCode: acceptsCode)
      let run = try await run(issuer, output)
      #expect(run.status == (acceptsCode ? .failed : .serverFailed), "\(run.all)")
      #expect(issuer.secrets.keys.contains("code_verifier"))
      let secrets = issuer.secrets.merging(Self.environment) { $1 }
      for (name, secret) in secrets {
        #expect(Canary(text: secret).found(in: run.all) == [], "\(name) \(output) \(run.all)")
      }
    }
  }

  @Test("A cassette contains none of them")
  func cassette() async throws {
    for acceptsCode in [true, false] {
      let folder = try TemporaryFolder()
      let issuer = EchoingIssuer(acceptsCode: acceptsCode)
      let file = folder.path + "/kept.json"
      _ = try await run(issuer, ["--cassette", file])
      let kept = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
      #expect(kept.contains("exchanges"))
      for (name, secret) in issuer.secrets.merging(Self.environment, uniquingKeysWith: { $1 }) {
        #expect(Canary(text: secret).found(in: kept) == [], "\(name) \(kept)")
      }
    }
  }

  @Test("A rule name longer than any org's isn't accepted")
  func longRule() async throws {
    let headers = [HTTPHeaders.Field("X-Flow-Rule", String(repeating: "r", count: 600))]
    let run = try await FaultyOrg(headers: headers).run(FaultyOrg.script)
    #expect(run.status == .success, "\(run.all)")
    #expect(try RunReport(run).object["rule"] == nil)
  }
}
