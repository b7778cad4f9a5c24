import CommandSupport
import FlowDiagnostics
import FlowEngine
import FlowHTTP
import FlowInterpreter
import FlowSyntax
import FlowTerminal
import FlowLock
import Testing

@testable import OktaSimulator

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `flow pull` from an org that refuses some lists.
@Suite("flow pull with refused lists") struct PullRefusalTests {
  private static let org = """
    org acme {
      authenticators password, email
      user "ada@example.com" { password "Correct-Horse-1"; groups staff }
      user "bob@example.com" { password "Correct-Horse-1" }
      sign-on "staff" { when group staff; require password and email }
      sign-on { require password }
    }
    """
  private static let address = "https://acme.flow.test"

  /// The API of an org, which refuses the requests that a test selects.
  final class Server: Transport {
    private let org: OktaSimulator.Org
    private let api = ManagementAPI(token: Secret("00token"))
    private let refused: @Sendable (String) -> Int?
    private let seen = Mutex<[String]>([])

    init(refusing: @escaping @Sendable (String) -> Int? = { _ in nil }) throws {
      refused = refusing
      let source = SourceFile(name: "org.flow", text: PullRefusalTests.org)
      let (program, _) = Program.load(source) { _ throws(ReadFault) in throw .missing }
      let settings = try #require(program.orgs["acme"]).settings(sources: ValueSources()).settings
      org = try #require(OktaSimulator.Org.build(name: "acme", settings: settings).org)
    }

    /// The requests for lists: the paths after `/api/v1/`, with their queries.
    var lists: [String] { seen.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      let list = String(request.url.target.dropFirst("/api/v1/".count))
      seen.withLock { $0.append(list) }
      if let status = refused(list) {
        return HTTPResponse(status: status, body: .json(["errorSummary": "refused"]))
      }
      return api.answer(request, org, org.initialState, now: .seconds(1_700_000_000))
        ?? HTTPResponse(status: 404)
    }
  }

  private static func pull(_ server: Server, _ path: String, _ words: String...) async
    -> Shell.Outcome
  {
    var shell = Shell()
    shell.transport = server
    shell.environment = ["FLOW_API_TOKEN": "00token"]
    return await shell(["pull", "okta", "--org", address, "-o", path] + words)
  }

  @Test("Each list that the org refuses is named, and the import isn't complete")
  func eachList() async throws {
    let folder = try TemporaryFolder()
    let whole = try Server()
    let all = await Self.pull(whole, folder.path + "/whole")
    #expect(all.status == .success, "\(all.all)")
    let lists = Set(whole.lists)
    #expect(lists.count > 20)
    for (index, hidden) in lists.sorted().enumerated() {
      let status = [403, 404, 405][index % 3]
      let path = folder.path + "/\(index)"
      let run = await Self.pull(try Server { $0 == hidden ? status : nil }, path)
      #expect(run.status == .success, "\(hidden) \(run.all)")
      #expect(run.errors.contains("(\(status), "), "\(hidden) \(run.all)")
      let made = await Shell()("import", "okta", path, "--name", "acme", "--quiet")
      #expect(made.output.contains("gap \"pull: the tenant didn't answer"), "\(hidden) \(made.all)")
      // One in six is enough, because an audit takes long.
      guard index % 6 == 0 else { continue }
      let file = try folder.write("\(index).flow", made.output)
      let audit = await Shell()("audit", file)
      #expect(audit.status == .failed, "\(hidden) \(audit.all)")
      #expect(audit.all.contains("the tenant didn't answer"), "\(hidden) \(audit.all)")
    }
  }

  @Test("A pull with refused lists continues when they are permitted")
  func continues() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/acme"
    let first = await Self.pull(
      try Server { $0.hasPrefix("policies?type=PASSWORD") || $0 == "behaviors" ? 403 : nil }, path)
    #expect(first.errors.contains("policies-PASSWORD (403, not permitted)"), "\(first.all)")
    #expect(first.errors.contains("behaviors (403, not permitted)"), "\(first.all)")
    let server = try Server()
    let second = await Self.pull(server, path)
    #expect(second.status == .success && !second.errors.contains("warning"), "\(second.all)")
    #expect(server.lists.contains("policies?type=PASSWORD"))
    #expect(!server.lists.contains("policies?type=ACCESS_POLICY"), "\(server.lists)")
    let made = await Shell()("import", "okta", path, "--quiet")
    #expect(!made.output.contains("gap"), "\(made.all)")
    let third = await Self.pull(server, path)
    #expect(third.status == .usage && third.errors.contains("is a complete pull"), "\(third.all)")
  }

  @Test("If the org refuses every list, the pull fails")
  func nothing() async throws {
    let folder = try TemporaryFolder()
    let run = await Self.pull(try Server { _ in 403 }, folder.path + "/acme")
    #expect(run.status == .serverFailed && run.errors.contains("403"), "\(run.all)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/acme"))
  }

  @Test("Logins are looked up before anything else")
  func users() async throws {
    let folder = try TemporaryFolder()
    let server = try Server()
    let run = await Self.pull(
      server, folder.path + "/acme", "--users", "ada@example.com,adda@example.com")
    #expect(run.status == .serverFailed, "\(run.all)")
    #expect(run.errors.contains("the tenant has no user `adda@example.com`"), "\(run.all)")
    #expect(server.lists == ["users/ada%40example.com", "users/adda%40example.com"])
  }

  @Test("Names of groups are looked up after them; if the list is refused, it is a gap")
  func groups() async throws {
    let folder = try TemporaryFolder()
    let server = try Server()
    let run = await Self.pull(server, folder.path + "/a", "--groups", "staf")
    #expect(run.errors.contains("the tenant has no group `staf`"), "\(run.all)")
    #expect(server.lists == ["groups?limit=200"])
    let refused = try Server { $0.hasPrefix("groups?") ? 403 : nil }
    let second = await Self.pull(refused, folder.path + "/b", "--groups", "staff")
    #expect(second.status == .success, "\(second.all)")
    #expect(second.errors.contains("groups (403, not permitted)"), "\(second.all)")
  }
}
