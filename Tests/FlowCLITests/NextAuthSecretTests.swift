import FlowDiagnostics
import CommandSupport
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowText
import FlowSyntax
import FlowHTTP
import NextAuthEngine
import FlowLock
import Testing

@testable import FlowCLI
import NextAuthSimulator
import SimulatorKit

/// Secrets that no output of a session may contain: PINs, the data that sessions begin with, keys
/// and credentials.
@Suite("Secrets of nextAuth")
struct NextAuthSecretTests {
  private static let canary = Canary.sample
  private static let outputs = Canary.outputs

  /// Scripts with the placeholder `SECRET`, and an org whose PIN it can be.
  static let scripts: [(name: String, text: String)] = [
    (
      "a PIN", "on ready submit\non confirm-login choose jane\non second-factor answer pin = SECRET"
    ),
    (
      "a wrong PIN",
      "on ready submit\non confirm-login choose jane\n"
        + "on second-factor when message say \"it is \\(given)\" then answer pin = given\n"
        + "on second-factor answer pin = given\nlet given = SECRET"
    ),
    (
      "a PIN that is set",
      "start enroll with name = \"ann\"\non ready submit\n"
        + "on confirm-enroll submit\non second-factor answer pin = SECRET, nothing? = 1"
    ),
    ("a QR code", "start qr with data = SECRET\non ready submit"),
    ("a binary QR code", "start qr with data = SECRET, binary = true\non ready submit"),
    ("a deep link", "start deep-link with data = SECRET\non ready submit"),
    ("a push message", "start push with data = SECRET\non ready submit"),
    ("a code in the middle", "on ready once meanwhile qr with data = SECRET\non ready fail \"no\""),
    ("a push in the middle", "on ready once meanwhile push with data = SECRET\non ready stop"),
  ]

  @Test("A script's values are in no output, whatever the outcome", arguments: scripts, outputs)
  func given(script: (name: String, text: String), output: [String]) async throws {
    let folder = try TemporaryFolder()
    for value in ["secret CANARY", "\"\(Self.canary.text)\""] {
      for pin in [Self.canary.text, "another"] {
        let org = "org bank for nextauth { account \"jane\"; device { pin \"\(pin)\" } }\n"
        let body = script.text.replacing("SECRET", with: value)
        let path = try folder.write("script.flow", org + "engine nextauth\n" + body)
        let run = await Shell(environment: ["CANARY": Self.canary.text])(["run", path] + output)
        #expect(run.status != .usage, "\(run.all)")
        #expect(Self.canary.found(in: run.all) == [], "\(run.all)")
      }
    }
  }

  @Test("A PIN in an org with a mistake isn't shown")
  func orgWithMistake() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "script.flow",
      "org bank for nextauth { device { pin \"\(Self.canary.text)\" nonsense } }\n"
        + "engine nextauth\non ready submit")
    let run = await Shell()("run", path)
    #expect(run.status == .wrongScript)
    #expect(Self.canary.found(in: run.all) == [], "\(run.all)")
  }

  // MARK: Values made in a run

  /// A server whose responses are noted.
  private final class Wire: Transport {
    private let server: NextAuthServer
    private let bodies = Mutex<[String: [JSON]]>([:])

    init(_ server: NextAuthServer) { self.server = server }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      let response = try await server.send(request)
      let path = request.url.path
      if let body = try? JSON(parsing: response.body.onWire.bytes) {
        bodies.withLock { $0[path, default: []].append(body) }
      }
      return response
    }

    /// The texts of a member of the responses at a path.
    func texts(_ path: String, _ member: String) -> [String] {
      bodies.withLock { $0[path] ?? [] }.compactMap { $0[member]?.string }
    }
  }

  @Test("Values that a server creates in a run are in no output, even before they are masked")
  func made() async throws {
    let (org, problems) = NextAuthOrg.build(name: "bank", settings: try Self.settings())
    #expect(problems.isEmpty)
    let clock = ManualClock(now: .seconds(1_700_000_000))
    let wire = Wire(NextAuthServer(try #require(org), clock: clock, seed: 7))
    let sdk = SessionManager(
      transport: wire, clock: clock, randomBytes: { [UInt8](repeating: 9, count: $0) })
    let heard = Mutex<[String]>([])
    let engine = NextAuthEngine(backend: sdk, surroundings: sdk, clock: clock) { line in
      heard.withLock { $0.append(line) }
    }
    let program = Program.load(
      SourceFile(
        name: "made.flow",
        text: """
          engine nextauth
          start app-login
          on second-factor answer pin = secret PIN
          on active once meanwhile qr
          on ready once meanwhile push
          on ready once meanwhile deep-link
          on ready stop
          """)
    ).program
    let flow = try #require(program.flows.first)
    let plan = try #require(RunPlan.make(program: program, flow: flow).plans.first)
    let environment = RunEnvironment(
      clock: clock, watchesRequests: false,
      sources: ValueSources(secret: { _ in Secret("pin-of-the-device") }))
    let result = await FlowInterpreter.run(plan, engine: engine, environment: environment)
    #expect(result.passed, "\(result.diagnostics)")

    let credentials = try #require(wire.texts("/sdk/login", "credentials").first)
    let secrets =
      [credentials, "pin-of-the-device"] + wire.texts("/sdk/device", "pushKey")
      + wire.texts("/outside/qr", "text") + wire.texts("/outside/push", "message")
      + wire.texts("/outside/deep-link", "url")
    #expect(secrets.count == 6, "\(secrets.count)")
    var told = heard.withLock { $0 }
    let style = Style(isColored: false)
    for record in result.records {
      told.append(RunTrace.text(of: record.response, by: "nextauth", style).text)
      told += record.response.facts.map { "\($0.name) \($0.value.shown)" }
      told += record.response.messages.map(\.text)
      if let taken = record.taken { told.append(MoveText.text(taken, at: record.response)) }
    }
    told.append(RunTrace.ending(of: result, style).text)
    let json = RunJSON.object(result, diagnostics: [])
    told.append(String(decoding: json.bytes(), as: UTF8.self))
    for secret in secrets {
      for form in Canary(text: secret).forms {
        #expect(!told.contains { $0.contains(form.text) }, "\(form.name)")
      }
    }
  }

  private static func settings() throws -> [Setting] {
    let script = Program.load(
      SourceFile(
        name: "org.flow",
        text: "org bank for nextauth { account \"jane\"; device { pin \"pin-of-the-device\" } }")
    ).program
    return try #require(script.orgs["bank"]).settings(sources: ValueSources()).settings
  }
}
