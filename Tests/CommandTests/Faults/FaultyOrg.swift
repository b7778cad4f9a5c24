import CommandSupport
import FlowCLI
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSimulation
import OktaSimulator
import FlowSyntax
import FlowHTTP
import FlowLock
import Testing

/// The built-in org as `flow run --issuer` uses it on this machine, without a socket.
///
/// Requests are stored, and header fields of the responses can be replaced.
final class FaultyOrg: Transport {
  static let origin = "http://127.0.0.1:8080"
  static let options =
    [
      "--issuer", "\(origin)/oauth2/default", "--client-id", "client-1", "--redirect-uri",
      "com.example:/callback", "--scopes", "profile",
    ] + Pages.permissions
  /// A sign-in with a second factor; without an ID token, whose signature requires a library.
  static let script = """
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = secret JANE_PASSWORD
    on select-authenticator choose google-otp
    on challenge google-otp answer code = totp secret JANE_TOTP
    """
  static let secrets = ["JANE_PASSWORD": "Correct-Horse-1", "JANE_TOTP": "JBSWY3DPEHPK3PXP"]

  let clock = ManualClock(now: .seconds(1_800_000_000))
  private let server: OrgServer
  private let headers: [HTTPHeaders.Field]
  private let log = Mutex<[HTTPRequest]>([])

  /// Every request, except the one for the issuer's description.
  var requests: [HTTPRequest] {
    log.withLock { $0 }.filter { !$0.url.path.contains("/.well-known/") }
  }

  init(_ faults: [String] = [], headers: [HTTPHeaders.Field] = []) throws {
    let demo = try #require(Program.load(DemoOrg.source).program.orgs[DemoOrg.name])
    let issuer = try #require(HTTPURL("\(Self.origin)/oauth2/default"))
    let built = OktaSimulator.Org.build(
      name: DemoOrg.name, settings: demo.settings(sources: .init()).settings, issuer: issuer)
    let org = try #require(built.org?.faulty(with: try faults.map { try OktaSimulator.Fault($0) }))
    server = OrgServer(org, clock: clock, seed: 7)
    self.headers = headers
  }

  /// The number of requests to addresses with this suffix.
  func count(_ path: String) -> Int { requests.count { $0.url.path.hasSuffix(path) } }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    log.withLock { $0.append(request) }
    var response = try await server.send(request)
    for field in headers { response.headers[field.name] = field.value }
    return response
  }

  /// Runs a script against it.
  func run(_ script: String = script, _ options: [String] = ["--json"]) async throws
    -> Shell.Outcome
  {
    let path = try TemporaryScript.write(script)
    defer { TemporaryScript.remove(path) }
    var shell = Shell(transport: self, environment: Self.secrets)
    shell.clock = clock
    return await shell(["run", path] + Self.options + options)
  }
}

/// The report of a run with `--json`.
struct RunReport {
  let object: JSON

  init(_ outcome: Shell.Outcome) throws {
    object = try JSON(parsing: Array((outcome.lines.first ?? "null").utf8))
  }

  var outcome: String { object["outcome"]?.string ?? "" }
  var problems: [String] { (object["problems"]?.array ?? []).compactMap { $0["id"]?.string } }
}
