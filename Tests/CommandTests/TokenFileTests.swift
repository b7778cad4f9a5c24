import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Foundation
import Testing

@Suite("Tokens in a file: stored, refreshed, revoked")
struct TokenFileTests {
  private let folder: TemporaryFolder
  private var file: String { folder.path + "/tokens.json" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func signIn(
    _ arguments: [String], _ transport: ScriptedTransport
  ) async throws -> Shell.Outcome {
    let script = try folder.write("script.flow", Pages.script)
    let shell = Shell(transport: transport, environment: ["PASSWORD": "Correct-Horse-1"])
    return await shell(["run", script] + Pages.options + arguments)
  }

  private func saved() throws -> JSON {
    try JSON(parsing: Array(Data(contentsOf: URL(filePath: file))))
  }

  private var mode: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  private func form(_ request: HTTPRequest?) -> [String: String] {
    guard case .form(let pairs)? = request?.body else { return [:] }
    return Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
  }

  // MARK: Storing

  @Test("Tokens are stored with access only for their owner, and shown nowhere")
  func keeps() async throws {
    _ = try folder.write("tokens.json", "old")
    let run = try await signIn(["--tokens", file], ScriptedTransport(Pages.signIn))
    #expect(run.status == .success, "\(run.all)")
    #expect(
      try saved() == [
        "version": 1, "issuer": .string(Pages.issuer), "clientId": "client-1",
        "tokenType": "Bearer", "accessToken": "access-token-1", "expiresAt": 1_700_003_600,
        "scope": "profile offline_access", "refreshToken": "refresh-token-1",
      ])
    #expect(mode == 0o600)
    #expect(!run.all.contains("access-token-1") && !run.all.contains("refresh-token-1"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["script.flow", "tokens.json"])
  }

  @Test("A file that can't be written is reported before any sign-in")
  func unwritable() async throws {
    for path in [folder.path, "/nowhere/tokens.json"] {
      let transport = ScriptedTransport(Pages.signIn)
      let run = try await signIn(["--tokens", path], transport)
      #expect(run.status == .wrongScript)
      #expect(run.errors.contains("`--tokens`: \(path) can't be written"), "\(run.all)")
      #expect(transport.requests.isEmpty)
    }
  }

  @Test("A run without tokens leaves the file unchanged")
  func without() async throws {
    _ = try folder.write("tokens.json", "old")
    let run = try await signIn(["--tokens", file], ScriptedTransport([]))
    #expect(run.status == .serverFailed)
    #expect(try Data(contentsOf: URL(filePath: file)) == Data("old".utf8))
  }

  // MARK: Revoking

  @Test("--revoke revokes the run's tokens, the refresh token first")
  func revokes() async throws {
    let transport = ScriptedTransport(Pages.signIn + [.text(""), .text("")])
    let run = try await signIn(["--revoke"], transport)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.hasSuffix("  the tokens are revoked\n"))
    let revoked = transport.requests.suffix(2)
    #expect(revoked.map(\.url.path) == Array(repeating: "/oauth2/default/v1/revoke", count: 2))
    #expect(revoked.map { form($0)["token"] } == ["refresh-token-1", "access-token-1"])
  }

  @Test("A server without revocation fails the run")
  func notRevoked() async throws {
    let transport = ScriptedTransport(Pages.signIn + [.text("", status: 500)])
    let run = try await signIn(["--revoke"], transport)
    #expect(run.status == .serverFailed)
    #expect(run.errors.contains("error[server-error]"), "\(run.all)")
    #expect(!run.output.contains("are revoked"))
  }

  /// The tokens of `Pages` with other members.
  private static func tokens(_ members: KeyValuePairs<String, JSON>) -> JSON {
    var tokens = Pages.tokens.object ?? [:]
    for (name, value) in members { tokens[name] = value }
    return .object(tokens)
  }

  @Test(
    "Received tokens that no one stores are also revoked",
    arguments: [
      (tokens(["id_token": "nonsense"]), "id-token-malformed"),
      (tokens(["scope": "openid"]), "response-malformed"),
      (tokens(["token_type": "mac"]), "response-malformed"),
    ])
  func revokesWhatIsNotTaken(answer: JSON, id: String) async throws {
    // The transaction is given up first.
    let answers = Pages.signIn.dropLast() + [.page(answer), .text(""), .text(""), .text("")]
    let transport = ScriptedTransport(Array(answers))
    let run = try await signIn(["--revoke"], transport)
    #expect(run.status == .serverFailed, "\(run.all)")
    #expect(run.errors.contains("error[\(id)]"), "\(run.all)")
    #expect(run.output.hasSuffix("  the tokens are revoked\n"))
    let revoked = transport.requests.suffix(2).map { form($0)["token"] }
    #expect(revoked == ["refresh-token-1", "access-token-1"])
    #expect(!run.all.contains("access-token-1") && !run.all.contains("refresh-token-1"))
    // Without the option, nothing is sent that revokes anything.
    let without = ScriptedTransport(Array(answers))
    _ = try await signIn(["--tokens", file], without)
    #expect(!without.requests.contains { $0.url.path.hasSuffix("/revoke") })
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("Tokens of a run that fails after they arrived are revoked")
  func revokesAfterwards() async throws {
    let script = try folder.write(
      "stops.flow",
      """
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = secret PASSWORD then stop
      """)
    let transport = ScriptedTransport(Pages.signIn + [.text(""), .text("")])
    let shell = Shell(transport: transport, environment: ["PASSWORD": "Correct-Horse-1"])
    let run = await shell(["run", script, "--revoke"] + Pages.options)
    #expect(run.status != .success)
    #expect(run.output.hasSuffix("  the tokens are revoked\n"), "\(run.all)")
  }

  @Test("Tokens of a simulated org are revoked there")
  func simulated() async {
    let run = await Shell()(
      "run", "--revoke", Project.example("sign-in.flow"))
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.hasSuffix("  the tokens are revoked\n"))
    let json = await Shell()("run", "--revoke", "--json", Project.example("sign-in.flow"))
    #expect(json.output.contains("\"revoked\":true"), "\(json.all)")
  }

  @Test("Signing out revokes both tokens and removes the file")
  func signsOut() async throws {
    _ = try await signIn(["--tokens", file], ScriptedTransport(Pages.signIn))
    let transport = ScriptedTransport([.text(""), .text("")])
    let run = await Shell(transport: transport)("sign-out", "--tokens", file)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output == "signed out: the tokens are revoked, and \(file) is removed\n")
    #expect(transport.requests.map { form($0)["token"] } == ["refresh-token-1", "access-token-1"])
    #expect(transport.requests.allSatisfy { form($0)["client_id"] == "client-1" })
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("If the server refuses, the file stays")
  func refused() async throws {
    _ = try await signIn(["--tokens", file], ScriptedTransport(Pages.signIn))
    let said: JSON = [
      "error": "invalid_client", "error_description": "no refresh-token-1, no access-token-1",
    ]
    let transport = ScriptedTransport([.page(said, status: 401), .text("")])
    let run = await Shell(transport: transport)("sign-out", "--tokens", file)
    #expect(run.status == .serverFailed)
    let words = "the access token is revoked, the refresh token isn't: `revoke` was refused"
    #expect(run.errors.contains("error[server-refused]: \(words)"), "\(run.all)")
    #expect(transport.requests.map { form($0)["token"] } == ["refresh-token-1", "access-token-1"])
    // The server's repetition is masked.
    #expect(!run.all.contains("token-1"), "\(run.all)")
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test("The environment's client secret goes only to its own issuer")
  func secret() async throws {
    _ = try await signIn(["--tokens", file], ScriptedTransport(Pages.signIn))
    for (issuer, sent) in [
      (nil, nil), (Pages.issuer, "canary"), ("https://other.example", nil),
    ] as [(String?, String?)] {
      let transport = ScriptedTransport([.page(["error": "invalid_client"], status: 401)])
      var environment = ["FLOW_CLIENT_SECRET": "canary"]
      environment["FLOW_ISSUER"] = issuer
      let run = await Shell(transport: transport, environment: environment)(
        "sign-out", "--tokens", file)
      #expect(form(transport.requests.first)["client_secret"] == sent)
      #expect(!run.all.contains("canary"))
    }
  }

  @Test(
    "Tokens of an issuer that only a script named require another source for its name",
    arguments: ["sign-out", "refresh"])
  func secretOfScript(command: String) async throws {
    let folder = try TemporaryFolder()
    let org = "org p at \"\(Pages.issuer)\" { client-id a; redirect-uri \"b:/c\" }\nagainst p\n"
    let script = try folder.write("x.flow", org + Pages.script)
    let shell = Shell(
      transport: ScriptedTransport(Pages.signIn), environment: ["PASSWORD": "Correct-Horse-1"])
    let signedIn = await shell(
      "run", script, "--live", "org.example", "--env", "PASSWORD", "--tokens", file)
    #expect(signedIn.status == .success, "\(signedIn.all)")
    let config = try folder.write("okta.json", "{\"issuer\": \"\(Pages.issuer)\"}")
    for (arguments, sent) in [
      ([], nil), (["--issuer", "https://org.example"], nil),
      (["--issuer", Pages.issuer], "canary"), (["--config", config], "canary"),
    ] as [([String], String?)] {
      let transport = ScriptedTransport([.page(["error": "invalid_client"], status: 401)])
      let run = await Shell(
        transport: transport, environment: ["FLOW_CLIENT_SECRET": "canary"])(
          [command, "--tokens", file] + arguments)
      #expect(form(transport.requests.first)["client_secret"] == sent, "\(run.all)")
      #expect(run.errors.contains("isn't sent") == (sent == nil), "\(run.all)")
    }
  }

  // MARK: Refreshing

  @Test("New tokens replace the old ones")
  func refreshes() async throws {
    _ = try await signIn(["--tokens", file], ScriptedTransport(Pages.signIn))
    let transport = ScriptedTransport([
      .page([
        "token_type": "Bearer", "access_token": "access-token-2", "expires_in": 60,
        "refresh_token": "refresh-token-2",
      ])
    ])
    let run = await Shell(transport: transport)("refresh", "--tokens", file)
    #expect(run.status == .success, "\(run.all)")
    #expect(
      run.output
        == "new tokens in \(file): Bearer token for profile offline_access, valid for 60 s\n")
    #expect(form(transport.requests.first)["refresh_token"] == "refresh-token-1")
    #expect(try saved()["accessToken"] == "access-token-2")
    #expect(try saved()["refreshToken"] == "refresh-token-2")
    #expect(mode == 0o600)
    #expect(!run.all.contains("token-2"))
  }

  @Test("A refresh token that is no longer valid is reported in the server's words")
  func stale() async throws {
    _ = try await signIn(["--tokens", file], ScriptedTransport(Pages.signIn))
    let transport = ScriptedTransport([
      .page(
        [
          "error": "invalid_grant", "error_description": "The refresh token is invalid or expired.",
        ],
        status: 400)
    ])
    let run = await Shell(transport: transport)("refresh", "--tokens", file)
    #expect(run.status == .serverFailed)
    #expect(run.errors.contains("The refresh token is invalid or expired."), "\(run.all)")
    #expect(try saved()["accessToken"] == "access-token-1")
  }

  @Test("Tokens of a simulated org ended with it")
  func ended() async throws {
    let run = await Shell()("run", "--tokens", file, Project.example("sign-in.flow"))
    #expect(run.status == .success, "\(run.all)")
    let refresh = await Shell()("refresh", "--tokens", file)
    #expect(refresh.status == .usage)
    #expect(refresh.errors.contains("from a simulated org"), "\(refresh.all)")
    let signOut = await Shell()("sign-out", "--tokens", file)
    #expect(signOut.status == .success, "\(signOut.all)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(
    "A file without tokens is refused",
    arguments: [
      "", "[]", "{}",
      "{\"version\": 1, \"issuer\": \"http://a.b\", \"clientId\": \"c\", \"accessToken\": \"d\"}",
    ])
  func noTokens(text: String) async throws {
    _ = try folder.write("tokens.json", text)
    for command in ["refresh", "sign-out"] {
      let run = await Shell(transport: ScriptedTransport([]))(command, "--tokens", file)
      #expect(run.status == .usage)
      #expect(run.errors.contains("this isn't a token file"), "\(run.all)")
    }
    #expect(FileManager.default.fileExists(atPath: file))
  }
}
