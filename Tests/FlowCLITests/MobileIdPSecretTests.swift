import FlowDiagnostics
import CommandSupport
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowTerminal
import FlowText
import OktaSimulator
import FlowSyntax
import FlowHTTP
import MobileIdPEngine
import FlowLock
import Testing

@testable import FlowCLI
import MobileIdPSimulator
import SimulatorKit

/// Secrets that no output of two apps may contain: passwords, passcodes, codes, states, verifiers,
/// tokens.
@Suite("Secrets of the mobile identity provider flow")
struct MobileIdPSecretTests {
  private static let canary = Canary.sample
  private static let outputs = Canary.outputs

  /// Scripts with the placeholder `SECRET`.
  static let scripts: [(name: String, text: String)] = [
    (
      "a password",
      "on choose-login choose standard\n"
        + "on login once answer username = \"ada@acme.test\", password = SECRET\n"
        + "on login cancel\non approve choose allow"
    ),
    (
      "a password that is said again",
      "on choose-login choose standard\non login when message say \"it is \\(given)\" then cancel\n"
        + "on login answer username = \"ada@acme.test\", password = given\n"
        + "on approve choose allow\nlet given = SECRET"
    ),
    (
      "a passcode",
      AppSuite.byProvider + "on security-check once answer passcode = SECRET\n"
        + "on security-check cancel"
    ),
    (
      "a URL",
      "start message with url = SECRET, from = \"Authenticator\"\non choose-login fail \"no\""
    ),
    (
      "a URL in the middle",
      "on choose-login once meanwhile message with url = SECRET\non choose-login cancel"
    ),
    (
      "a code from nowhere",
      "on choose-login once meanwhile message with url = given\non choose-login cancel\n"
        + "let secret-part = SECRET\n"
        + "let given = \"sampleapp://oauth2/v1.0/authresponse?code=\\(secret-part)&state=x\""
    ),
  ]

  @Test("A script's values are in no output, whatever the outcome", arguments: scripts, outputs)
  func given(script: (name: String, text: String), output: [String]) async throws {
    let folder = try TemporaryFolder()
    for secret in [Self.canary.text, "another"] {
      let org = AppSuite.org(provider: "passcode \"\(secret)\"")
        .replacing("Analytical-Engine-1", with: secret)
      let body = script.text.replacing("SECRET", with: "secret CANARY")
      let path = try folder.write("script.flow", org + "engine mobile-idp\n" + body)
      let run = await Shell(environment: ["CANARY": Self.canary.text])(["run", path] + output)
      #expect(run.status != .usage, "\(run.all)")
      #expect(Self.canary.found(in: run.all) == [], "\(run.all)")
    }
  }

  @Test("A password, a passcode and a token in an org with a mistake are not shown")
  func orgWithMistake() async throws {
    let folder = try TemporaryFolder()
    let text = Self.canary.text
    for org in [
      AppSuite.org(provider: "passcode \"\(text)\" nonsense"),
      AppSuite.org(client: "refresh-token \"\(text)\" nonsense"),
      AppSuite.org(ada: "colour red").replacing("Analytical-Engine-1", with: text),
    ] {
      let path = try folder.write("script.flow", org + "engine mobile-idp\non approve deny")
      let run = await Shell()("run", path)
      #expect(run.status == .wrongScript)
      #expect(Self.canary.found(in: run.all) == [], "\(run.all)")
    }
  }

  // MARK: Values made in a run

  /// A server whose requests and responses are noted.
  private final class Wire: Transport {
    private let server: MobileIdPServer
    private let secrets = Mutex<Set<String>>([])

    init(_ server: MobileIdPServer) { self.server = server }

    private static let names: Set = [
      "code", "code_verifier", "refresh_token", "access_token", "assertion", "otp", "page",
      "pageToken", "password", "state",
    ]

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      let response = server.answer(request)
      var found: [String] = []
      if case .form(let pairs) = request.body { found += Wire.secrets(of: pairs) }
      found += Wire.secrets(ofQuery: request.url.query ?? "")
      found += Wire.secrets(ofQuery: response.headers["Location"] ?? "")
      if case .json(let json) = response.body {
        found += (json.object?.members ?? []).filter { Wire.names.contains($0.name) }
          .compactMap(\.value.string)
      }
      if let cookie = response.headers["Set-Cookie"]?.split(separator: ";").first {
        found.append(String(cookie.dropFirst("sid=".count)))
      }
      let kept = found.filter { $0.utf8.count > 8 }
      secrets.withLock { $0.formUnion(kept) }
      return response
    }

    private static func secrets(of pairs: [FormPair]) -> [String] {
      pairs.filter { names.contains($0.name) }.map(\.value)
    }

    private static func secrets(ofQuery text: String) -> [String] {
      let query = text.split(separator: "?", maxSplits: 1).last ?? ""
      return secrets(of: FormEncoding.decode(Array(query.utf8)) ?? [])
    }

    var all: Set<String> { secrets.withLock { $0 } }
  }

  @Test("Values that apps and a server create in a run are in no output, even unmasked")
  func made() async throws {
    let source = SourceFile(
      name: "made.flow",
      text: AppSuite.org() + """
        engine mobile-idp
        start from client
        on choose-login choose identity-provider
        on select-account choose add-account
        on login answer username = "ada@acme.test", password = "Analytical-Engine-1"
        on approve choose allow
        """)
    let program = Program.load(source).program
    let settings = try #require(program.orgs["suite"]).settings(sources: ValueSources()).settings
    let org = try #require(MobileIdPOrg.build(name: "suite", settings: settings).org)
    let clock = ManualClock(now: .seconds(1_700_000_000))
    let wire = Wire(MobileIdPServer(org, clock: clock, seed: 7))
    let heard = Mutex<[String]>([])
    let device = SimulatedDevice(MobileIdPServer(org, clock: clock, seed: 7))
    let engine = MobileIdPEngine(
      world: DeviceApps(org).world(), transport: wire, router: device, surroundings: device,
      randomBytes: { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) } },
      observer: { line in heard.withLock { $0.append(line) } })
    let flow = try #require(program.flows.first)
    let plan = try #require(
      RunPlan.make(program: program, flow: flow, options: EngineCatalog.standard.planOptions).plans
        .first)
    let environment = RunEnvironment(clock: clock, watchesRequests: false, sources: ValueSources())
    let result = await FlowInterpreter.run(plan, engine: engine, environment: environment)
    #expect(result.passed, "\(result.diagnostics)")

    let secrets = wire.all
    #expect(secrets.count >= 8, "\(secrets.count)")
    var told = heard.withLock { $0 }
    let style = Style(isColored: false)
    for record in result.records {
      told.append(RunTrace.text(of: record.response, by: plan.engine, style).text)
      told += record.response.facts.map { "\($0.name) \($0.value.shown)" }
      told += record.response.messages.map(\.text)
      if let taken = record.taken { told.append(MoveText.text(taken, at: record.response)) }
    }
    told.append(RunTrace.ending(of: result, style).text)
    let json = RunJSON.object(result, diagnostics: [])
    told.append(String(decoding: json.bytes(), as: UTF8.self))
    #expect(told.contains { $0.contains("authresponse") })
    for secret in secrets {
      for form in Canary(text: secret).forms {
        #expect(!told.contains { $0.contains(form.text) }, "\(form.name)")
      }
    }
  }
}
