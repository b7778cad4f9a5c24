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

/// `flow pull` against the management API of a simulated org.
@Suite("flow pull and flow export") struct PullCommandTests {
  private static let org = """
    org acme {
      authenticators password, email
      user "ada@example.com" { password "Correct-Horse-1"; groups staff }
      user "bob@example.com" { password "Correct-Horse-1" }
      user "cleo@example.com" { password "Correct-Horse-1" }
      sign-on "staff" { when group staff; require password and email }
      sign-on { require password }
    }
    """

  /// A server with the API, which answers some paths in another way.
  final class Server: Transport {
    private let org: OktaSimulator.Org
    private let api = ManagementAPI(token: Secret("00token"), pageMax: 1)
    private let answers: [String: HTTPResponse]
    private let paths = Mutex<[String]>([])

    init(
      _ answers: [String: HTTPResponse] = [:], org text: String = PullCommandTests.org
    ) throws {
      self.answers = answers
      let source = SourceFile(name: "org.flow", text: text)
      let (program, _) = Program.load(source) { _ throws(ReadFault) in throw .missing }
      let settings = try #require(program.orgs["acme"]).settings(sources: ValueSources()).settings
      org = try #require(OktaSimulator.Org.build(name: "acme", settings: settings).org)
    }

    var seen: [String] { paths.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      paths.withLock { $0.append("\(request.method.rawValue) \(request.url)") }
      let path = request.url.path
      if let answer = answers.first(where: { path.hasSuffix($0.key) }) { return answer.value }
      return api.answer(request, org, org.initialState, now: .seconds(1_700_000_000))
        ?? HTTPResponse(status: 404)
    }
  }

  private static func shell(_ server: Server, token: String = "00token") -> Shell {
    var shell = Shell()
    shell.transport = server
    shell.environment = ["FLOW_API_TOKEN": token]
    return shell
  }

  private static let address = "https://acme.flow.test"

  @Test("A pull is read-only, at one host, and its folder is imported as it is")
  func pull() async throws {
    let folder = try TemporaryFolder()
    let server = try Server()
    let path = folder.path + "/acme"
    let run = await Self.shell(server)(
      "pull", "okta", "--org", Self.address, "-o", path, "--quiet", "--sample", "9")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output == path + "\n")
    #expect(server.seen.allSatisfy { $0.hasPrefix("GET \(Self.address)/api/v1/") })
    let made = await Shell()("import", "okta", path, "--name", "acme", "--quiet")
    #expect(made.status == .success && made.errors.isEmpty, "\(made.all)")
    let old = try folder.write("old.flow", Self.org)
    let diff = await Shell()("diff", old, try folder.write("new.flow", made.output))
    // The users are a sample, so there are examples of users who have enrolled nothing.
    #expect(diff.output.contains("0 weaker, 0 stronger"), "\(diff.all)")
    let more = diff.lines.filter { $0.hasPrefix("new: ") }
    #expect(
      !more.isEmpty && more.allSatisfy { $0.hasPrefix("new: new-hire-") }, "\(diff.all)")
    // A pull that is complete isn't overwritten.
    let again = await Self.shell(server)("pull", "okta", "--org", Self.address, "-o", path)
    #expect(again.status == .usage && again.errors.contains("--force"), "\(again.all)")
    let other = await Self.shell(server)(
      "pull", "okta", "--org", "https://other.flow.test", "-o", path, "--force")
    #expect(other.status == .usage && other.errors.contains("is a pull of"), "\(other.all)")
  }

  @Test("The progress names what is read")
  func progress() async throws {
    let folder = try TemporaryFolder()
    let run = await Self.shell(try Server())(
      "pull", "okta", "--org", Self.address, "-o", folder.path + "/acme")
    #expect(run.status == .success, "\(run.all)")
    for line in [
      "flow: reading policies of the type ACCESS_POLICY", "flow: reading network zones",
      "flow: reading methods of `Password` (1 of 2)", "flow: reading members of `staff`",
      "flow: reading groups and factors of `ada@example.com` (",
    ] {
      #expect(run.errors.contains(line), "\(line)\n\(run.all)")
    }
    // No id, and no name of a file.
    let all = run.errors.split(separator: "\n").filter { $0.hasPrefix("flow: reading") }
    #expect(!all.contains { $0.contains("00u") || $0.contains("rst") || $0.contains("-of-") })
  }

  @Test("A tenant with many objects doesn't have a line for each of them")
  func manyObjects() async throws {
    let people = (1...50).map { number in
      "user \"u\(number)@example.com\" { password \"Correct-Horse-1\"; groups g\(number) }\n"
        + "sign-on \"r\(number)\" { when group g\(number); require password }"
    }
    let folder = try TemporaryFolder()
    let server = try Server(org: "org acme {\n\(people.joined(separator: "\n"))\n}\n")
    let run = await Self.shell(server)(
      "pull", "okta", "--org", Self.address, "-o", folder.path + "/acme")
    #expect(run.status == .success, "\(run.all)")
    for what in ["members of", "groups and factors of"] {
      let lines = run.errors.split(separator: "\n").filter { $0.contains(what) }
      #expect((10...20).contains(lines.count), "\(what) \(run.all)")
    }
  }

  @Test("A pull goes on where it ended, and an import of a part says so")
  func goesOn() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/acme"
    let failing = try Server(["/zones": HTTPResponse(status: 401)])
    let first = await Self.shell(failing)("pull", "okta", "--org", Self.address, "-o", path)
    #expect(first.status == .serverFailed && first.errors.contains("`zones"), "\(first.all)")
    let part = await Shell()("import", "okta", path, "--quiet")
    #expect(part.output.contains("gap \"pull: the pull isn't complete"), "\(part.all)")
    let server = try Server()
    let second = await Self.shell(server)("pull", "okta", "--org", Self.address, "-o", path)
    #expect(second.status == .success, "\(second.all)")
    #expect(!server.seen.contains { $0.contains("policies") }, "\(server.seen)")
    let whole = await Shell()("import", "okta", path, "--quiet")
    #expect(!whole.output.contains("gap"), "\(whole.all)")
  }

  @Test("What the org doesn't answer is a gap")
  func missing() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/acme"
    let server = try Server(["/idps": HTTPResponse(status: 403)])
    let run = await Self.shell(server)("pull", "okta", "--org", Self.address, "-o", path)
    #expect(
      run.status == .success && run.errors.contains("idps (403, not permitted)"), "\(run.all)")
    let made = await Shell()("import", "okta", path, "--quiet")
    #expect(
      made.output.contains("gap \"pull: the tenant didn't answer idps (403, not permitted)\""))
  }

  @Test("Users are read by name, by group, or as a sample")
  func users() async throws {
    let folder = try TemporaryFolder()
    for (words, logins) in [
      (["--sample", "0", "--users", "cleo@example.com"], ["cleo"]),
      (["--sample", "0", "--groups", "staff"], ["ada"]),
      (["--sample", "1"], ["ada", "bob"]), (["--sample", "0"], []),
    ] {
      let path = folder.path + "/" + words.joined().filter { $0 != "@" && $0 != "." }
      let run = await Self.shell(try Server())(
        ["pull", "okta", "--org", Self.address, "-o", path, "--quiet"] + words)
      #expect(run.status == .success, "\(run.all)")
      let made = await Shell()("import", "okta", path, "--quiet")
      for login in ["ada", "bob", "cleo"] {
        let isThere = made.output.contains("user \"\(login)@example.com\"")
        #expect(isThere == logins.contains(login), "\(words) \(made.output)")
      }
    }
    for (words, message) in [
      (["--users", "nobody@example.com"], "the tenant has no user"),
      (["--groups", "none"], "the tenant has no group"),
    ] {
      let run = await Self.shell(try Server())(
        ["pull", "okta", "--org", Self.address, "-o", folder.path + "/x", "--force"] + words)
      #expect(run.status == .serverFailed && run.errors.contains(message), "\(run.all)")
    }
  }

  @Test("A page at another host isn't read, and a hostile text doesn't reach the terminal")
  func hostile() async throws {
    let folder = try TemporaryFolder()
    let away = HTTPResponse(
      status: 200, headers: ["Link": "<https://evil.test/api/v1/zones>; rel=\"next\""],
      body: .json([]))
    let server = try Server(["/zones": away])
    let run = await Self.shell(server)(
      "pull", "okta", "--org", Self.address, "-o", folder.path + "/a")
    #expect(run.status == .serverFailed && run.errors.contains("at another host"), "\(run.all)")
    #expect(!server.seen.contains { $0.contains("evil") })
    let bad = HTTPResponse(
      status: 400, body: .json(["errorSummary": "\u{1B}[2Jowned\n"]))
    let second = await Self.shell(try Server(["/zones": bad]))(
      "pull", "okta", "--org", Self.address, "-o", folder.path + "/b")
    #expect(!second.errors.contains("\u{1B}") && second.errors.contains("owned"), "\(second.all)")
    // The pages of a list that lead to one another end.
    let loop = HTTPResponse(
      status: 200, headers: ["Link": "<\(Self.address)/api/v1/zones?x=1>; rel=\"next\""],
      body: .json([]))
    let third = await Self.shell(try Server(["/zones": loop]))(
      "pull", "okta", "--org", Self.address, "-o", folder.path + "/c")
    #expect(third.errors.contains("don't end"), "\(third.all)")
  }

  @Test(
    "A wrong command line sends nothing",
    arguments: [
      (["okta"], "`--org` is missing"), (["entra", "--org", address], "takes `okta`"),
      (["okta", "--org", "http://acme.okta.com"], "isn't sent over http"),
      (["okta", "--org", "https://acme-admin.okta.com"], "https://acme.okta.com"),
      (["okta", "--org", "https://acme.okta.com/app/x"], "isn't the address of an org"),
      (["okta", "--org", address, "--sample", "-1"], "isn't a number"),
      (["okta", "--org", address, "--token", "OTHER"], "the secret `OTHER` is missing"),
      (["okta", "--org", address, "--client-id", "0oa1"], "`--key` is missing"),
      (["okta", "--org", address, "--key", "k.pem"], "`--client-id` is missing"),
      (["okta", "--org", address, "--dpop"], "`--dpop` is for a service app"),
      (
        ["okta", "--org", address, "--client-id", "0oa1", "--key", "k", "--token", "T"],
        "exclude each other"
      ),
      (["okta", "--org", address, "--client-id", "a b", "--key", "k"], "isn't a client id"),
      (["okta", "--org", address, "--client-id", "0oa1", "--key", "none.pem"], "none.pem"),
    ])
  func wrong(words: [String], message: String) async throws {
    let server = try Server()
    let run = await Self.shell(server)(["pull"] + words)
    #expect(run.status == .usage && run.errors.contains(message), "\(run.all)")
    #expect(server.seen.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "acme.flow.test"))
  }

  @Test("A wrong token leaves no folder, and keeps an earlier pull")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/acme"
    let words = ["pull", "okta", "--org", Self.address, "-o", path, "--quiet"]
    let first = await Self.shell(try Server(), token: "wrong")(words)
    #expect(first.status == .serverFailed && first.errors.contains("401"), "\(first.all)")
    #expect(!FileManager.default.fileExists(atPath: path))
    let second = await Self.shell(try Server())(words)
    #expect(second.status == .success, "\(second.all)")
    let third = await Self.shell(try Server(), token: "wrong")(words + ["--force"])
    #expect(third.status == .serverFailed, "\(third.all)")
    let made = await Shell()("import", "okta", path, "--quiet")
    #expect(made.status == .success && !made.output.contains("gap"), "\(made.all)")
  }

  @Test("Secrets of clients and of identity providers aren't written")
  func secrets() async throws {
    let folder = try TemporaryFolder()
    let idps = HTTPResponse(
      status: 200,
      body: .json([
        [
          "id": "0oa1", "name": "P", "status": "INACTIVE",
          "protocol": ["credentials": ["client": ["client_id": "c", "client_secret": "s3cret"]]],
        ]
      ]))
    let path = folder.path + "/acme"
    let run = await Self.shell(try Server(["/idps": idps]))(
      "pull", "okta", "--org", Self.address, "-o", path)
    #expect(run.status == .success, "\(run.all)")
    let text = String(
      decoding: try #require(FileManager.default.contents(atPath: path + "/idps.json")),
      as: UTF8.self)
    #expect(text.contains("client_id") && !text.contains("s3cret"), "\(text)")
  }

  @Test("What the API can't say is a warning")
  func losses() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "org.flow", Self.org.replacing("require password }", with: "require any 2 }"))
    let run = await Shell()("export", "okta", file)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.errors.contains("the API can't say the requirement `any 2`"), "\(run.all)")
    let taken = try folder.write("out/apps.json", "[]")
    let again = await Shell()("export", "okta", file, "-o", folder.path + "/out")
    #expect(again.status == .usage && again.errors.contains(taken), "\(again.all)")
  }
}
