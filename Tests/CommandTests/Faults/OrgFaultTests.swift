import CommandSupport
import FlowCLI
import FlowTerminal
import FlowHTTP
import Testing

/// Each fault of a simulated org in `flow run`.
///
/// The right problem, no request sent too often, the transaction given up once, no secret in any
/// output.
@Suite("Runs against an org with faults")
struct OrgFaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var fault: String
    /// The problem; `nil` if the sign-in still succeeds.
    var problem: String?
    /// The number of requests to addresses with this suffix.
    var sent: (path: String, count: Int)?
    /// The number of times that the transaction was given up.
    var cancels: Int
    var testDescription: String { fault }

    init(_ fault: String, _ problem: String? = nil, sent: (String, Int)? = nil, cancels: Int? = nil)
    {
      self.fault = fault
      self.problem = problem
      self.sent = sent
      self.cancels = cancels ?? (problem == nil ? 0 : 1)
    }
  }

  private static let interact = "/v1/interact"
  private static let introspect = "/idp/idx/introspect"
  private static let identify = "/idp/idx/identify"
  private static let answer = "/idp/idx/challenge/answer"
  private static let token = "/v1/token"

  static let limits = [
    Row("interact: 429", "server-limit", sent: (interact, 4), cancels: 0),
    Row("interact: 429 retry-after 2", "server-limit", sent: (interact, 4), cancels: 0),
    Row("interact once: 429 retry-after 2", sent: (interact, 2)),
    Row("introspect 3 times: 429 retry-after 2", sent: (introspect, 4)),
    Row("identify: 429 retry-after 2", "server-limit", sent: (identify, 1)),
    Row("challenge: 429 empty", "server-limit", sent: (answer, 1)),
    Row("challenge: 429 ion", "server-message", sent: (answer, 1), cancels: 0),
    Row("token: 429 retry-after 2", "server-limit", sent: (token, 4)),
    Row("token once: 503 retry-after 1", sent: (token, 2)),
    Row("any: 429 retry-after 100", "server-limit", sent: (interact, 0), cancels: 0),
  ]

  static let failures = [
    Row("interact: 500", "server-error", sent: (interact, 1), cancels: 0),
    Row("introspect: 502", "server-error", sent: (introspect, 1), cancels: 0),
    Row("identify: 503", "server-error", sent: (identify, 1)),
    Row("challenge 2nd: 504", "server-error", sent: (answer, 2)),
    Row("token: 500", "server-error", sent: (token, 1)),
    Row("identify: html 403", "server-refused", sent: (identify, 1)),
    Row("identify: html 200", "response-malformed", sent: (identify, 1)),
    Row("challenge: expired", "transaction-expired", sent: (answer, 1)),
    Row("introspect: expired", "transaction-expired", sent: (introspect, 1), cancels: 0),
    Row("token: expired", "server-refused", sent: (token, 1)),
  ]

  static let networks = [
    Row("interact: drop", "server-unreachable", sent: (interact, 4), cancels: 0),
    Row("interact 3 times: drop", sent: (interact, 4)),
    Row("identify: drop", "server-unreachable", sent: (identify, 1)),
    Row("identify once: truncate", "server-unreachable", sent: (identify, 1)),
    Row("token: drop", "server-unreachable", sent: (token, 1)),
    Row("any: latency 2s"),
    Row("challenge once: latency 45s", "server-unreachable", sent: (answer, 1)),
  ]

  static let pages = [
    Row("any: unknown-step"), Row("any: unknown-step first"),
    Row("identify: unknown-step instead", "no-rule"),
    Row("any: order reversed"), Row("any: order shuffled"), Row("any: relates-to string"),
    Row("any: labels de"), Row("any: poll-interval 1s"), Row("any: errors 400"),
    Row("any: missing id"), Row("any: missing type"), Row("any: missing methods"),
    Row("any: missing settings"), Row("any: missing age"), Row("any: missing user"),
    Row("any: missing app"), Row("any: missing intent"), Row("any: missing expires-at"),
    Row("any: missing message-key"), Row("any: missing display-name"),
    Row("any: missing label"), Row("any: missing key"),
  ]

  @Test("Each fault has its problem", arguments: limits + failures + networks + pages)
  func fault(_ row: Row) async throws {
    let org = try FaultyOrg([row.fault])
    let run = try await org.run()
    let report = try RunReport(run)
    #expect(report.problems == (row.problem.map { [$0] } ?? []), "\(run.all)")
    #expect((report.outcome == "success") == (row.problem == nil))
    if let (path, count) = row.sent { #expect(org.count(path) == count, "\(run.all)") }
    #expect(org.count("/idp/idx/cancel") == row.cancels)
    for path in [Self.identify] { #expect(org.count(path) <= 1) }
    for secret in FaultyOrg.secrets.values { #expect(!run.all.contains(secret)) }
    #expect(org.requests.count < 20)
  }

  // MARK: In this process

  private static let mail = """
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = secret JANE_PASSWORD
    on select-authenticator choose email
    on challenge email once answer code = inbox email
    on challenge email when message resend then answer code = inbox email
    """

  private func run(_ script: String, _ options: [String]) async throws -> Shell.Outcome {
    let path = try TemporaryScript.write(script)
    defer { TemporaryScript.remove(path) }
    return await Shell()(["run", path] + options)
  }

  @Test(
    "Mail that is late, duplicated or out of order is waited for",
    arguments: ["email: late 30s", "email: twice", "email once: out-of-order"])
  func mail(fault: String) async throws {
    let run = try await run(Self.mail, ["--fault", fault])
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("Mail that arrives after the run's deadline ends the run")
  func tooLate() async throws {
    let run = try await run(Self.mail, ["--fault", "email: late 10m", "--json"])
    #expect(try RunReport(run).problems == ["inbox-empty"])
  }

  @Test("Several faults, from the option and the org, happen together")
  func several() async throws {
    let script = """
      org acme {
        user "jane@example.com" { password "Correct-Horse-1" }
        fault "identify: latency 1s", "interact once: 429 retry-after 5"
      }
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = secret JANE_PASSWORD
      """
    let shell = Shell(environment: FaultyOrg.secrets)
    let path = try TemporaryScript.write(script)
    defer { TemporaryScript.remove(path) }
    let run = await shell(
      "run", path, "--fault", "challenge: latency 2s", "--fault", "token once: 503 retry-after 7",
      "--json")
    #expect(run.status == .success, "\(run.all)")
    let milliseconds = try RunReport(run).object["milliseconds"]
    #expect(milliseconds == .double(15_000) || milliseconds == .integer(15_000))
    let bad = await shell("run", path, "--fault", "challenge: latency 2s", "--fault", "token: drop")
    #expect(bad.status == .serverFailed)
  }

  @Test(
    "An unknown fault is a usage error, with the correct form",
    arguments: [
      ("chalenge: drop", "did you mean `challenge`?"), ("challenge drop", "write it as"),
      ("challenge: dorp", "did you mean `drop`?"), ("email: drop", ""),
    ])
  func wrong(fault: String, help: String) async {
    let run = await Shell()("run", "x.flow", "--fault", fault)
    #expect(run.status == .usage)
    #expect(run.errors.contains("--fault"))
    #expect(run.errors.contains(help))
  }

  @Test("A wrong fault in an org is reported at its location")
  func place() async throws {
    let path = try TemporaryScript.write(
      "org a { fault \"identify: explode\" }\non identify submit")
    defer { TemporaryScript.remove(path) }
    let run = await Shell()("check", path)
    #expect(run.status == .wrongScript)
    #expect(run.all.contains("unknown fault `explode`"))
    #expect(run.all.contains("^^^^^^^"))
  }

  @Test(
    "A real issuer has no faults",
    arguments: [["--fault", "any: drop"], ["--at", "+8h"]])
  func real(options: [String]) async throws {
    let transport = ScriptedTransport([])
    let path = try TemporaryScript.write(Pages.script)
    defer { TemporaryScript.remove(path) }
    let run = await Shell(transport: transport)(["run", path] + Pages.options + options)
    #expect(run.status == .usage)
    #expect(run.errors.contains("`\(options[0])` requires a simulated org"))
    #expect(transport.requests.isEmpty)
  }
}
