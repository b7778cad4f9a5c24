import FlowDiagnostics
import CommandSupport
import FlowCLI
import FlowCrypto
import FlowEngine
import FlowSyntax
import FlowHTTP
import FlowTerminal
import TestSupport
import Testing

@Suite("A real issuer from options, the environment, a file and the script")
struct IssuerTests {
  static let org = """
    org prod at "https://org.example/oauth2/default" {
      client-id    "client-1"
      redirect-uri "com.example:/callback"
      scopes       openid, email
    }

    """

  private func run(
    _ script: String, _ arguments: [String] = [], _ environment: [String: String] = [:],
    _ transport: ScriptedTransport = ScriptedTransport(Pages.signIn)
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write("script.flow", script)
    var variables = ["PASSWORD": "Correct-Horse-1"]
    variables.merge(environment) { $1 }
    let permissions = ["--live", "org.example", "--env", "PASSWORD", "--env", "CLIENT"]
    return await Shell(transport: transport, environment: variables)(
      ["run", path] + permissions + arguments)
  }

  /// The fields of a sign-in's first request.
  private func interact(_ transport: ScriptedTransport) throws -> [String: String] {
    guard case .form(let pairs) = try #require(transport.requests.first).body else { return [:] }
    return Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
  }

  // MARK: Sources of settings

  @Test(
    "A flow runs against the issuer that its script names",
    arguments: ["against prod\n", ""])
  func script(against: String) async throws {
    let transport = ScriptedTransport(Pages.signIn)
    let run = try await run(Self.org + against + Pages.script, [], [:], transport)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.errors.isEmpty)
    let form = try interact(transport)
    #expect(form["client_id"] == "client-1")
    #expect(form["scope"] == "openid email")
    #expect(
      transport.requests[0].url.description == "https://org.example/oauth2/default/v1/interact")
  }

  @Test("Options override the environment, which overrides a file, which overrides the script")
  func strength() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "okta.json",
      """
      {"clientId": "file", "redirectUri": "file:/a", "scopes": "file", "issuer": "https://file.example"}
      """)
    let environment = [
      "FLOW_ISSUER": "https://environment.example", "FLOW_CLIENT_ID": "environment",
      "FLOW_SCOPES": "environment",
    ]
    let options = ["--issuer", "https://option.example", "--client-id", "option"]
    let script = Self.org + "against prod\n" + Pages.script
    func sent(
      _ arguments: [String], _ environment: [String: String]
    ) async throws -> [String] {
      let transport = ScriptedTransport([])
      _ = try await run(script, arguments, environment, transport)
      let form = try interact(transport)
      return [
        transport.requests[0].url.host, form["client_id"] ?? "", form["redirect_uri"] ?? "",
        form["scope"] ?? "",
      ]
    }
    #expect(
      try await sent([], [:]) == [
        "org.example", "client-1", "com.example:/callback", "openid email",
      ])
    #expect(
      try await sent(["--config", file], [:]) == ["file.example", "file", "file:/a", "file"])
    #expect(
      try await sent(["--config", file], environment) == [
        "environment.example", "environment", "file:/a", "environment",
      ])
    #expect(
      try await sent(["--config", file] + options, environment) == [
        "option.example", "option", "file:/a", "environment",
      ])
  }

  @Test("A trace lists the source of each setting, and shows no secret")
  func trace() async throws {
    let script = """
      org prod at "https://org.example/oauth2/default" {
        client-secret secret CLIENT
        redirect-uri "com.example:/callback"
      }
      against prod
      """
    let run = try await run(
      script + "\n" + Pages.script, ["--trace", "--client-id", "client-1"],
      ["CLIENT": "canary-secret", "FLOW_SCOPES": "openid"])
    #expect(run.status == .success, "\(run.all)")
    #expect(
      run.output.contains(
        """
            issuer https://org.example/oauth2/default, from org prod
            client id client-1, from --client-id
            client secret ••••••, from org prod
            redirect URI com.example:/callback, from org prod
            scopes openid, from FLOW_SCOPES

        """), "\(run.all)")
    #expect(!run.all.contains("canary-secret"))
  }

  @Test("If the environment chose the issuer, a note says so")
  func environment() async throws {
    let environment = [
      "FLOW_ISSUER": Pages.issuer, "FLOW_CLIENT_ID": "c", "FLOW_REDIRECT_URI": "d:/e",
    ]
    let run = try await run(Pages.script, [], environment)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.errors == "running against \(Pages.issuer), as FLOW_ISSUER says\n")
    let quiet = try await self.run(Pages.script, ["-q"], environment)
    #expect(quiet.errors.isEmpty)
    // An issuer from outside replaces the org of the flow.
    let script = """
      org acme { authenticators password }
      flow "x" {
        against acme
        \(Pages.script)
      }
      """
    let replaced = try await self.run(script, [], environment)
    #expect(
      replaced.errors.contains(
        "running against \(Pages.issuer), as FLOW_ISSUER says, in place of the org `acme`\n"),
      "\(replaced.all)")
  }

  @Test("An org on the command line overrides the environment")
  func simulated() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      "org acme { user \"jane@example.com\" { password \"Correct-Horse-1\" }; sign-on { require password } }"
    )
    let transport = ScriptedTransport([])
    let run = try await run(
      Pages.script, ["--org", org], ["FLOW_ISSUER": "https://org.example"], transport)
    #expect(run.status == .success, "\(run.all)")
    #expect(transport.requests.isEmpty)
  }

  @Test(
    "A missing setting is named with the ways to set it",
    arguments: [
      ("", ["--issuer", Pages.issuer, "--client-id", "a"], FlowTerminal.ExitStatus.usage),
      (
        "org prod at \"https://org.example\" { client-id a }\nagainst prod\n", [], .wrongScript
      ),
    ])
  func missing(org: String, arguments: [String], status: FlowTerminal.ExitStatus) async throws {
    let transport = ScriptedTransport([])
    let run = try await run(org + Pages.script, arguments, [:], transport)
    #expect(run.status == status)
    #expect(run.errors.contains("needs a redirect URI"), "\(run.all)")
    #expect(run.errors.contains("`--redirect-uri`"))
    #expect(transport.requests.isEmpty)
  }

  @Test(
    "An issuer's option without an issuer is refused", arguments: ["--client-id", "--scopes"])
  func noIssuer(option: String) async throws {
    let run = try await run(Pages.script, [option, "a"])
    #expect(run.status == .usage)
    #expect(run.errors.contains("`\(option)` requires a real issuer"), "\(run.all)")
  }

  // MARK: The schema of an org

  @Test(
    "A script's mistakes about an issuer are found without running it",
    arguments: [
      ("client-di \"a\"", "unknown-setting", "did you mean `client-id`?"),
      ("user \"a\" { }", "unknown-setting", "its settings are client-id"),
      ("client-id \"a\"; client-id \"b\"", "setting-duplicate", "remove one of them"),
      ("client-id a, b", "setting-value", "write `client-id \"0oa…\"`"),
      ("client-id 3", "setting-value", "write `client-id"),
      ("client-secret \"a\"", "setting-value", "write `client-secret secret NAME`"),
      ("redirect-uri \"callback\"", "setting-value", "com.example.app:/callback"),
      ("scopes", "setting-value", "write `scopes openid, profile`"),
      ("scopes openid { a }", "setting-value", "write `scopes"),
    ])
  func schema(setting: String, id: String, help: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "script.flow",
      "org prod at \"https://org.example\" { \(setting) }\nagainst prod\non identify prompt")
    let run = await Shell()("check", path)
    #expect(run.status == .wrongScript)
    #expect(run.output.contains("error[\(id)]"), "\(run.all)")
    #expect(run.output.contains(help), "\(run.all)")
    #expect(run.output.count(of: "error[") == 1, "\(run.all)")
  }

  @Test(
    "An issuer's address must be safe for credentials",
    arguments: [
      "acme", "http://acme.okta.com", "https://jane:canary@acme.okta.com", "https://{domain}",
      "https://\\(x).example",
    ])
  func address(address: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "script.flow", "org prod at \"\(address)\" { }\nlet x = \"a\"\non identify prompt")
    let run = await Shell()("check", path)
    #expect(run.status == .wrongScript)
    #expect(run.output.contains("error[setting-value]"), "\(run.all)")
  }

  // MARK: Faults

  /// A server's fault, and its problem.
  static let faults: [(name: ProblemKind, answer: JSON)] = [
    (.idTokenMalformed, "none"),
    (.idTokenAlgorithm, token(["alg": "none"], [:])),
    (.idTokenIssuer, token(["alg": "RS256"], ["iss": "https://evil.example"])),
    (.idTokenAudience, token(["alg": "RS256"], ["aud": "other"])),
    (.idTokenExpired, token(["alg": "RS256"], ["exp": 1_600_000_000])),
    (.idTokenTime, token(["alg": "RS256"], ["iat": 1_600_000_000])),
    (.idTokenNonce, token(["alg": "RS256"], ["nonce": "other"])),
    (.idTokenHash, token(["alg": "RS256"], ["at_hash": "other"])),
    (.idTokenKey, token(["alg": "RS256"], [:])),
  ]

  /// The nonce that the shell's bytes make.
  private static let nonce = Base64URL.encode(
    (0..<16).map { UInt8(truncatingIfNeeded: $0 &* 7) ^ 1 })

  private static func token(_ header: JSON, _ edits: KeyValuePairs<String, JSON>) -> JSON {
    var claims: JSONObject = [
      "iss": .string(Pages.issuer), "aud": "client-1", "sub": "00u1", "iat": 1_700_000_000,
      "exp": 1_700_003_600, "nonce": .string(nonce),
    ]
    for (name, value) in edits { claims[name] = value }
    let parts = [header.bytes(), JSON.object(claims).bytes(), [1, 2, 3]]
    return .string(parts.map(Base64URL.encode).joined(separator: "."))
  }

  @Test("Each fault of an ID token has its problem, attributed to the server", arguments: faults)
  func refused(name: ProblemKind, answer: JSON) async throws {
    var tokens = Pages.tokens.object ?? [:]
    tokens["id_token"] = answer
    let transport = ScriptedTransport(
      Pages.signIn.dropLast() + [.page(.object(tokens)), .page(["keys": []])])
    let run = try await run(Pages.script, Pages.options, [:], transport)
    #expect(run.status == .serverFailed)
    #expect(run.errors.contains("error[\(name.id)]"), "\(run.all)")
    #expect(!run.all.contains("access-token-1"))
  }

  @Test(
    "A sign-in older than `max-age` allows fails",
    arguments: [(1_699_999_000, false), (nil, false), (1_699_999_900, true)] as [(Int?, Bool)])
  func age(signedIn: Int?, isFresh: Bool) async throws {
    var tokens = Pages.tokens.object ?? [:]
    tokens["id_token"] = Self.token(
      ["alg": "RS256"], ["auth_time": signedIn.map { .integer($0) } ?? .null])
    let transport = ScriptedTransport(
      Pages.signIn.dropLast() + [.page(.object(tokens)), .page(["keys": []])])
    let script = "start sign-in with max-age = 60\n" + Pages.script
    let run = try await run(script, Pages.options, [:], transport)
    #expect(run.status == .serverFailed)
    // The age is checked before the key, which doesn't exist.
    let name: ProblemKind = isFresh ? .idTokenKey : .idTokenSignInTime
    #expect(run.errors.contains("error[\(name.id)]"), "\(run.all)")
  }

  @Test(
    "A token that the issuer's key hasn't signed is a separate problem",
    .enabled(if: RSA.isAvailable, "no library for signatures here"))
  func signature() async throws {
    let key = try RSA.PrivateKey(der: Base64.decode(TestKey.rsa) ?? []).publicKey
    let published: JSON = [
      "kty": "RSA", "kid": "k", "n": .string(Base64URL.encode(key.modulus)),
      "e": .string(Base64URL.encode(key.exponent)),
    ]
    var tokens = Pages.tokens.object ?? [:]
    tokens["id_token"] = Self.token(["alg": "RS256", "kid": "k"], [:])
    let transport = ScriptedTransport(
      Pages.signIn.dropLast() + [.page(.object(tokens)), .page(["keys": [published]])])
    let run = try await run(Pages.script, Pages.options, [:], transport)
    #expect(run.status == .serverFailed)
    #expect(
      run.errors.contains("error[\(ProblemKind.idTokenSignature.id)]"), "\(run.all)")
  }

  @Test("Another issuer at the address is a separate problem, before anything is sent")
  func mismatch() async throws {
    let transport = ScriptedTransport(
      Pages.signIn, description: .page(["issuer": "https://evil.example"]))
    let run = try await run(Pages.script, Pages.options, [:], transport)
    #expect(run.status == .serverFailed)
    #expect(run.errors.contains("error[\(ProblemKind.issuerMismatch.id)]"), "\(run.all)")
    #expect(transport.requests.isEmpty)
  }
}
