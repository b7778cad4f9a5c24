import FlowDiagnostics
import CommandSupport
import FlowEngine
import FlowInterpreter
import OktaSimulator
import FlowHTTP
import FlowLock
import TestSupport
import Testing

@testable import FlowCLI
@testable import FlowScript
@testable import FlowSyntax

/// A real org for the purposes of a comparison: a simulated one at an issuer's address, with the
/// responses of its management API.
final class ComparedOrg: Transport {
  typealias Answer = ScriptedTransport.Answer

  static let issuer = Pages.issuer
  /// No ID token is requested: a real one would be signed.
  static let options =
    Pages.options + ["--scopes", "profile", "--compare", "--live", "org.example", "-j", "1"]

  /// The sign-on rules and users that most tests have on both sides.
  static let org = """
    org acme {
      authenticators password, security-question, phone via sms or voice
      user "jane@example.com" {
        password          "Correct-Horse-1"
        phone             "+15551234567"
        security-question "disliked_food" answer "blue"
        groups            staff
      }
      zone "office"    { ip "10.0.0.0/8" }
      sign-on "office" { when group staff and zone "office"; require password }
      sign-on "staff"  { when group staff; require password and security-question }
      sign-on          { require password }
    }

    """

  /// A flow's rules to sign in there.
  static let rules = """
    on identify                    answer identifier = "jane@example.com"
    on challenge password          answer passcode = secret PW
    on challenge security-question answer answer = "blue"
    expect success and rule is "staff"
    """

  private let server: OrgServer
  private let api: @Sendable (HTTPRequest) -> Answer
  private let kept = Mutex<[HTTPRequest]>([])

  /// Every request, in order.
  var requests: [HTTPRequest] { kept.withLock { $0 } }
  /// The requests to the management API.
  var questions: [HTTPRequest] { requests.filter { $0.url.path.hasPrefix("/api/") } }

  /// Makes an org.
  init(
    _ text: String = org, clock: any RunClock,
    api: @escaping @Sendable (HTTPRequest) -> Answer = { _ in .text("", status: 404) }
  ) throws {
    let program = Program.load(SourceFile(name: "live.flow", text: text)).program
    let settings = try #require(program.orgs["acme"]).settings(sources: .init()).settings
    let issuer = try #require(HTTPURL(ComparedOrg.issuer))
    let org = try #require(
      OktaSimulator.Org.build(name: "acme", settings: settings, issuer: issuer).org)
    server = OrgServer(org, clock: clock, seed: 3)
    self.api = api
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    kept.withLock { $0.append(request) }
    guard request.url.path.hasPrefix("/api/") else { return server.answer(request) }
    switch api(request) {
    case .response(let response): return response
    case .failure(let failure): throw failure
    case .nothing: throw .timedOut(request.timeout ?? .zero)
    }
  }

  /// Compares flows with a real org.
  ///
  /// - Parameters:
  ///   - script: The flows, below the org of `org` if they don't have one.
  ///   - live: The real org.
  ///   - clock: The clock of both.
  ///   - token: The value of `FLOW_API_TOKEN`.
  ///   - arguments: Additional arguments.
  /// - Returns: The result.
  /// - Throws: Errors of writing the script.
  static func compare(
    _ script: String, with live: any Transport, _ clock: ManualClock, token: String? = nil,
    _ arguments: [String] = []
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let text = script.contains("org acme") ? script : org + script
    let file = try folder.write("a.flow", text)
    var environment = ["PW": "Correct-Horse-1"]
    environment["FLOW_API_TOKEN"] = token
    let shell = Shell(transport: live, environment: environment, clock: clock)
    return await shell(["test", file] + options + arguments)
  }

  static func flow(_ name: String = "jane", _ body: String = rules) -> String {
    "flow \"\(name)\" {\n\(body)\n}\n"
  }

  /// A text of an org with a part changed.
  static func changed(_ old: String, _ new: String) -> String {
    org.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}

extension ManualClock {
  /// A clock that begins later than all times of an org.
  static var late: ManualClock { ManualClock(now: .seconds(1_800_000_000)) }
}
