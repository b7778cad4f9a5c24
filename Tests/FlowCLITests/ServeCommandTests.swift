import FlowInterpreter
import CommandSupport
import FlowCrypto
import FlowEngine
import FlowHTTP
import FlowHost
import FlowTerminal
import FlowLock
import TestSupport
import Testing

@testable import FlowCLI

/// `flow serve` as a command line.
@Suite("flow serve", .realTime)
struct ServeCommandTests {
  static let page = """
    flow serve: serve a simulated org over HTTP, for an app under development

    Usage: flow serve [OPTIONS] [FILE [ORG]]

    Serves the org of a file, or the built-in org, on this machine until you press Ctrl-C. The
    server has discovery, every step of a sign-in, and tokens. At each start, the server makes
    a new key, and signs the ID tokens with it. The page at / shows the inbox with its codes,
    the pushes to answer, the users and the sign-ins. On this page, you can also inject faults.

    The server listens at localhost, 127.0.0.1 and ::1. The issuer is the address that the
    client uses. With --host, the server listens at another address. Then other machines can
    read every code, and the command warns you. Web apps on this machine may use the server
    (CORS). All state is in memory, and is lost when the command ends.

    Programs control the server with a JSON API. GET /flow/api lists its requests, each with an
    example: messages, pushes to approve or deny, faults, the circumstances of the next
    sign-ins, users to lock, the clock, and a reset. The server also has Mailpit's API for
    emails: `flow run --inbox http://localhost:8090`. If other machines can reach the server
    (--host), programs need the key that the command prints.

    Options:
      --port N              the port (8090); 0 for a free one
      --host ADDRESS        listen at this address; 0.0.0.0 for every address
      --issuer URL          the issuer for clients that use another address
      --tls CERT KEY        serve https with these PEM files (Linux)
      --service-app ID KEY  a client of the management API, with this public key (JWK)
      --dpop                the service app needs proofs of possession (DPoP)
      --fault FAULT         a fault of the org: 'challenge: 429' (repeats)
      --secrets FILE        look up the org's secrets in this file
      --seed N              the same codes and handles at every start; not with --host
      --root DIR            let scripts read files anywhere below this folder
      --json                print the address as one JSON object
      --color WHEN          color: auto (default), always or never
      -h, --help            show this help
      -V, --version         show the version

    Examples:
      flow serve
          the built-in org, at http://localhost:8090/
      flow serve org.flow acme --port 0
          an org of a file, at a free port
      flow serve --fault 'challenge once: 429 retry-after 1'
          refuse the first answer to a challenge
      flow serve --tls cert.pem key.pem
          for a client that insists on https
      flow serve --issuer http://10.0.2.2:8090/oauth2/default
          for an app in Android's emulator

    """

  @Test("Its help is its page")
  func help() async {
    let run = await Shell()("serve", "--help")
    #expect(run.status == .success)
    #expect(run.output == Self.page)
  }

  private static let two = """
    org acme { user "jane@example.com" { password "Correct-Horse-1" } }
    org other { user "sam@example.com" { password env SAM_PASSWORD }; user "lee@example.com" {} }
    org prod at "https://acme.okta.com/oauth2/default" { client-id "0oa1" }
    """

  /// Refusals: the words after `serve`, the message, and the status.
  static let refused: [(words: [String], said: [String], status: FlowTerminal.ExitStatus)] = [
    (["--port", "99999"], ["`--port` takes a number from 0 to 65535, not `99999`"], .usage),
    (["--port", "-1"], ["not `-1`"], .usage),
    (["--port", "80x"], ["not `80x`"], .usage),
    (["--prot", "1"], ["unknown option `--prot`", "did you mean `--port`?"], .usage),
    (["--host", "example.com"], ["`--host` takes an address of this machine"], .usage),
    (["--host", "127.0.0.1:80"], ["a port goes to `--port`"], .usage),
    (["--issuer", "acme"], ["`--issuer` takes an address of http or https, not `acme`"], .usage),
    (["--seed", "x"], ["`--seed` takes a whole number, not `x`"], .usage),
    (
      ["--seed", "1", "--host", "0.0.0.0"],
      ["predictable, and other machines can reach `--host 0.0.0.0`", "leave `--seed` or `--host`"],
      .usage
    ),
    (["--host", "::", "--seed", "1"], ["other machines can reach `--host ::`"], .usage),
    (["acme", "FILE"], ["one file, and then the name of an org", "FILE acme"], .usage),
    (["FILE", "acme", "x"], ["`x` is an extra argument"], .usage),
    (["FILE"], ["has several orgs", "name one: acme, other"], .wrongScript),
    (["FILE", "acne"], ["doesn't have the org `acne`", "did you mean `acme`?"], .wrongScript),
    (["FILE", "prod"], ["`prod` is a real issuer"], .wrongScript),
    (["FILE", "other"], ["error[missing-values]", "env SAM_PASSWORD"], .wrongScript),
    (["nowhere.flow"], ["error[file-not-found]"], .wrongScript),
    (
      ["EMPTY"],
      ["doesn't have a simulated org", "without a file, `flow serve` uses the built-in one"],
      .wrongScript
    ),
    (["WRONG"], ["error["], .wrongScript),
    (["--secrets", "nowhere.env"], ["nowhere.env"], .usage),
    (
      ["--fault", "chalenge: drop"],
      ["`--fault chalenge: drop`: there is no endpoint", "did you mean `challenge`?"], .usage
    ),
    (
      Array(repeating: ["--fault", "any: drop"], count: 65).flatMap { $0 },
      ["too many faults for one org"], .usage
    ),
    (["--color", "blue"], ["`--color` is auto, always or never"], .usage),
  ]

  @Test("A wrong request is reported, and nothing is served")
  func refuses() async throws {
    let folder = try TemporaryFolder()
    let files = [
      "FILE": try folder.write("two.flow", Self.two),
      "EMPTY": try folder.write("empty.flow", "on identify submit\n"),
      "WRONG": try folder.write("wrong.flow", "org acme { authenticators passwrd }\n"),
    ]
    for (words, said, status) in Self.refused {
      let run = await Shell()(["serve"] + words.map { files[$0] ?? $0 })
      #expect(run.status == status, "\(words): \(run.all)")
      #expect(run.output.isEmpty)
      for text in said {
        let text = text.replacing("FILE", with: files["FILE"] ?? "")
        #expect(run.errors.contains(text), "\(words): \(run.all)")
      }
    }
  }

  /// Serves until a test has finished, and returns the command's result.
  private func serve(
    _ words: [String], environment: [String: String] = [:],
    _ body: @Sendable @escaping (_ announced: String) throws -> Void = { _ in }
  ) async throws -> (status: FlowTerminal.ExitStatus, output: String, errors: String) {
    let (announced, signal) = AsyncStream.makeStream(of: String.self)
    let output = AnnouncingSink { signal.yield($0) }
    let errors = Recorder()
    let host = Host(
      output: output, errors: errors, terminal: nil, environment: environment,
      clock: ManualClock(now: .seconds(1_800_000_000)), randomBytes: { (0..<$0).map(UInt8.init) })
    let command = Task {
      let status = await FlowCLI.run(arguments: ["serve"] + words, host: host)
      signal.finish()
      return status
    }
    for await text in announced {
      try await blocking { try body(text) }
      break
    }
    command.cancel()
    return (await command.value, output.text, errors.text)
  }

  /// Requests wait for answers, and must not block the pool's threads meanwhile.
  private func blocking(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      Thread.start { done.resume(with: Result { try body() }) }
    }
  }

  private final class AnnouncingSink: TextSink {
    let isTerminal = false
    private let written = Mutex("")
    private let announce: @Sendable (String) -> Void

    init(_ announce: @escaping @Sendable (String) -> Void) {
      self.announce = announce
    }

    var text: String { written.withLock { $0 } }

    func write(_ text: String) {
      written.withLock { $0 += text }
      announce(text)
    }
  }

  @Test(
    "It prints its address, serves until it is interrupted, and releases the port",
    .enabled(if: RSA.isAvailable))
  func serves() async throws {
    let run = try await serve(["--port", "0", "--json"]) { announced in
      let json = try JSON(parsing: Array(announced.utf8))
      let port = try #require(json["port"]?.integer)
      #expect(json["issuer"]?.string == "http://localhost:\(port)/oauth2/default")
      #expect(json["page"]?.string == "http://localhost:\(port)/")
      #expect(json["api"]?.string == "http://localhost:\(port)/flow/api" && json["key"] == .null)
      #expect(json["clientId"] == "0oaflow" && json["org"] == "demo")
      for host in ["127.0.0.1", "::1"] {
        guard let connection = try? RawConnection(port, host: host) else { continue }
        try connection.send(
          "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
        #expect(connection.read().hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
    }
    #expect(run.status == .success && run.errors.isEmpty)
    let port = try #require(try JSON(parsing: Array(run.output.utf8))["port"]?.integer)
    let again = try HTTPServer(port: port) { _ in HTTPResponse(status: 200) }
    again.stop()
  }

  @Test(
    "For a person it lists users, and passwords that aren't secret",
    .enabled(if: RSA.isAvailable))
  func announces() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("two.flow", Self.two)
    let demo = try await serve(["--port", "0"])
    #expect(demo.output.hasPrefix("serving the built-in org demo; press Ctrl-C to stop\n"))
    for text in [
      "page           http://localhost:", "issuer         http://localhost:",
      "client id      any, such as 0oaflow", "jane@example.com  password Correct-Horse-1",
    ] {
      #expect(demo.output.contains(text))
    }
    for words in [[file, "other"], [file + ":other"]] {
      let other = try await serve(
        words + ["--port", "0"], environment: ["SAM_PASSWORD": "s3cret-canary"])
      #expect(other.status == .success, "\(other.errors)")
      #expect(other.output.contains("serving the simulated org other"))
      #expect(other.output.contains("sam@example.com  password \(Secret.mask)"))
      #expect(other.output.contains("lee@example.com  no password"))
      #expect(!other.output.contains("s3cret-canary"))
    }
  }

  @Test(
    "It lists the apps of the org, and answers each client by the rules of its app",
    .enabled(if: RSA.isAvailable))
  func apps() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "apps.flow",
      """
      org acme {
        user "jane@example.com" { password "Correct-Horse-1" }
        app "wiki"    { redirect "com.example:/wiki"; sign-on { require password } }
        app "payroll" { client-id "0oapay"; sign-on { deny } }
      }

      """)
    @Sendable func interact(_ port: Int, _ body: String) throws -> String {
      let connection = try RawConnection(port, host: "127.0.0.1")
      try connection.send(
        "POST /oauth2/default/v1/interact HTTP/1.1\r\nHost: localhost:\(port)\r\n"
          + "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return connection.read()
    }
    _ = try await serve([file, "--port", "0", "--json"]) { announced in
      let json = try JSON(parsing: Array(announced.utf8))
      let port = try #require(json["port"]?.integer)
      let apps = try #require(json["apps"]?.array)
      #expect(apps.map { $0["clientId"]?.string } == ["wiki", "0oapay"])
      #expect(apps[0]["redirectUri"] == "com.example:/wiki" && apps[1]["name"] == "payroll")
      let rest =
        "&scope=openid&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        + "&code_challenge_method=S256&redirect_uri=com.example:/wiki"
      #expect(try interact(port, "client_id=wiki" + rest).hasPrefix("HTTP/1.1 200"))
      #expect(try interact(port, "client_id=0oapay" + rest).hasPrefix("HTTP/1.1 200"))
      #expect(try interact(port, "client_id=other" + rest).contains("invalid_client"))
      let other = rest.replacing("com.example:/wiki", with: "com.example:/x")
      #expect(try interact(port, "client_id=wiki" + other).contains("redirect_uri"))
    }
    let shown = try await serve([file, "--port", "0"])
    #expect(shown.output.contains("app            payroll\n  client id      0oapay\n"))
  }

  @Test(
    "It lists the org's faults, from its settings and from options",
    .enabled(if: RSA.isAvailable))
  func faults() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "shaky.flow", "org shaky { user \"jane@example.com\"; fault \"token once: 503\" }")
    let words = [file, "--port", "0", "--fault", "any: latency 1ms", "--fault", "keys: drop"]
    let run = try await serve(words)
    #expect(
      run.output.contains(
        "  faults         token once: 503\n" + String(repeating: " ", count: 17)
          + "any: latency 1ms\n" + String(repeating: " ", count: 17) + "keys: drop\n"),
      "\(run.output)")
    let json = try await serve(words + ["--json"]).output
    #expect(
      try JSON(parsing: Array(json.utf8))["faults"]
        == ["token once: 503", "any: latency 1ms", "keys: drop"])
  }

  @Test("A port in use is reported with its location", .enabled(if: RSA.isAvailable))
  func taken() async throws {
    let other = try HTTPServer { _ in HTTPResponse(status: 200) }
    defer { other.stop() }
    let run = await Shell()("serve", "--port", "\(other.port)")
    #expect(run.status == .serverFailed)
    #expect(
      run.errors.contains(
        "can't serve at 127.0.0.1, port \(other.port): another program listens there"))
    #expect(run.errors.contains("`--port 0` chooses a free one"))
  }

  @Test(
    "Beyond this machine it warns, and prints an address or a name as given",
    .enabled(if: RSA.isAvailable))
  func open() async throws {
    let run = try await serve(["--host", "0.0.0.0", "--port", "0", "--json"]) { announced in
      let json = try JSON(parsing: Array(announced.utf8))
      let port = try #require(json["port"]?.integer)
      func issuer(_ host: String) throws -> String? {
        let bytes = try RawConnection(port).send(
          "GET /.well-known/oauth-authorization-server/oauth2/default HTTP/1.1\r\n"
            + "Host: \(host)\r\nConnection: close\r\n\r\n"
        ).readAll()
        return RawAnswer.all(of: bytes).first?.json["issuer"]?.string
      }
      #expect(try issuer("192.168.7.7:\(port)") == "http://192.168.7.7:\(port)/oauth2/default")
      #expect(try issuer("localhost:\(port)") == "http://localhost:\(port)/oauth2/default")
      #expect(try issuer("evil.example:\(port)") == nil)
    }
    #expect(run.status == .success)
    #expect(run.errors.contains("flow: warning: other machines can reach this org at 0.0.0.0"))
  }

  @Test("A named issuer is used in every response", .enabled(if: RSA.isAvailable))
  func namedIssuer() async throws {
    let words = ["--issuer", "https://tunnel.example/oauth2/shop/", "--port", "0", "--json"]
    let run = try await serve(words) { announced in
      let json = try JSON(parsing: Array(announced.utf8))
      let port = try #require(json["port"]?.integer)
      #expect(json["issuer"] == "https://tunnel.example/oauth2/shop")
      for host in ["localhost:\(port)", "tunnel.example"] {
        let bytes = try RawConnection(port).send(
          "GET /oauth2/shop/.well-known/openid-configuration HTTP/1.1\r\nHost: \(host)\r\n"
            + "Connection: close\r\n\r\n"
        ).readAll()
        let answer = try #require(RawAnswer.all(of: bytes).first)
        #expect(answer.json["issuer"] == "https://tunnel.example/oauth2/shop")
      }
    }
    #expect(run.status == .success && run.errors.isEmpty)
  }
}
