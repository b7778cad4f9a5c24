import CommandSupport
import FlowCLI
import FlowHTTP
import Testing

/// Each fault of a server at each kind of step: one problem, the transaction given up, and nothing
/// submitted twice.
@Suite("Faults at every step")
struct FaultTests {
  @Test("A sign-in visits every kind of step if nothing is at fault")
  func sound() async throws {
    let server = FaultyServer(.page(Moment.token.reply), at: .token)
    let run = try await Self.run(against: server)
    #expect(run.outcome == "success")
    #expect(run.problems.isEmpty)
    for moment in Moment.allCases { #expect(server.count(moment.path) == 1, "\(moment)") }
    #expect(server.count("/idp/idx/cancel") == 0)
  }

  @Test(
    "A fault is one problem, submitted once, and given up", arguments: Fault.all, Moment.allCases)
  func fault(_ fault: Fault, at moment: Moment) async throws {
    guard let answer = fault.answer(moment) else { return }
    let server = FaultyServer(answer, at: moment)
    let run = try await Self.run(against: server)
    let problem = fault.problem(moment)
    #expect(run.problems == (problem.map { [$0] } ?? []))
    #expect((run.outcome == "success") == (problem == nil))
    #expect(run.isShownWithoutSecrets)

    for other in Moment.allCases {
      let count = server.count(other.path)
      if other.isSubmission {
        #expect(count <= 1, "\(other) was submitted \(count) times")
      } else if other == moment {
        #expect(count == fault.requests(moment), "\(other)")
      }
      if other.rawValue <= moment.rawValue { #expect(count >= 1, "\(other) was not reached") }
    }
    let hosts = Set(server.requests.map(\.url.host))
    #expect(hosts == ["org.example"])
    // A transaction that has begun and hasn't ended is canceled, once.
    let isOnPage = moment == .introspect && Self.isPage(answer) && problem == "server-refused"
    let isCancelled = problem != nil && (moment.isUnderWay || isOnPage)
    #expect(server.count("/idp/idx/cancel") == (isCancelled ? 1 : 0))
  }

  private static func isPage(_ answer: ScriptedTransport.Answer) -> Bool {
    guard case .response(let response) = answer, case .bytes(let bytes) = response.body else {
      return false
    }
    return response.status == 200 && (try? JSON(parsing: bytes))?["cancel"] != nil
  }

  // MARK: Running

  private struct Run {
    var outcome: String
    var problems: [String]
    var isShownWithoutSecrets: Bool
  }

  private static func run(against server: FaultyServer) async throws -> Run {
    let path = try TemporaryScript.write(Moment.script)
    defer { TemporaryScript.remove(path) }
    let secrets = ["CODE": "271828", "PASSWORD": "Canary-Horse-1"]
    let shell = Shell(transport: server, environment: secrets)
    let outcome = await shell(["run", path, "--json"] + Pages.options)
    let object = try JSON(parsing: Array((outcome.lines.first ?? "null").utf8))
    let problems = object["problems"]?.array ?? []
    return Run(
      outcome: object["outcome"]?.string ?? "",
      problems: problems.compactMap { $0["id"]?.string },
      isShownWithoutSecrets: secrets.values.allSatisfy { !outcome.all.contains($0) })
  }
}
