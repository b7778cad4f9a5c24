import CommandSupport
import FlowEngine
import FlowScript
import FlowHTTP
import FlowTerminal
import MobileIdPEngine
import TestSupport
import Testing

@testable import FlowCLI

/// `flow idp response URL`: an answer is checked, and its code exchanged over a real socket.
@Suite("Answers on the command line", .realTime)
struct IdPExchangeTests {
  /// An OAuth server that isn't Salesforce's.
  private final class Server: Sendable {
    let listener: HTTPServer
    let lines = Watched<[String]>([])

    var issuer: String { "http://127.0.0.1:\(listener.port)/realm" }

    init(_ answer: @escaping @Sendable ([FormPair]) -> HTTPAnswer) throws {
      let lines = self.lines
      listener = try HTTPServer(answererAt: { port in
        { request in
          lines.change { $0.append("\(request.method.rawValue) \(request.url.path)") }
          guard request.method == .post else {
            let issuer = "http://127.0.0.1:\(port)/realm"
            return HTTPAnswer(
              HTTPResponse(
                status: 200,
                body: .json([
                  "issuer": .string(issuer), "token_endpoint": .string(issuer + "/token"),
                ])))
          }
          guard case .bytes(let bytes) = request.body else {
            return HTTPAnswer(HTTPResponse(status: 400))
          }
          return answer(FormEncoding.decode(bytes) ?? [])
        }
      })
    }
  }

  private static func tokens(_ form: [FormPair]) -> HTTPAnswer {
    let isRight = form.contains(FormPair("code", "canary-code"))
    return HTTPAnswer(
      HTTPResponse(
        status: isRight ? 200 : 400,
        body: .json(
          isRight
            ? [
              "access_token": "canary-access", "token_type": "Bearer", "expires_in": 60,
              "scope": "api", "refresh_token": "canary-refresh",
            ] : ["error": "invalid_grant", "error_description": "the code canary-other is bad"])))
  }

  /// A request that was built, and its file.
  private struct Kept {
    let folder = try? TemporaryFolder()
    let path: String
    let request: PendingRequest

    init() async throws {
      let folder = try #require(folder)
      path = folder.path + "/request.json"
      let run = await Shell(seed: 5)(IdPCommandTests.request + ["--save", path])
      try #require(run.status == .success)
      request = try SavedRequest(contentsOf: path).request
    }

    func answer(
      _ code: String? = "canary-code", state: String? = nil, host: String = "login.salesforce.com"
    ) -> String {
      let state = state ?? request.state?.reveal() ?? ""
      return "sampleapp://oauth2/v1.0/authresponse?"
        + (code.map { "code=\($0)&" } ?? "") + "state=\(state)&login_host=\(host)"
    }

    func hides(_ run: Shell.Outcome) -> Bool {
      let secrets = [request.state?.reveal() ?? "", request.verifier.text.reveal(), "canary"]
      return !secrets.contains { (run.output + run.errors).contains($0) }
    }
  }

  @Test("An answer to the request is accepted, and the code is for its host")
  func right() async throws {
    let kept = try await Kept()
    let run = await Shell()("idp", "response", kept.answer(), "--request", kept.path)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("P14: the answer matches the request"))
    #expect(kept.hides(run), "\(run.all)")
  }

  @Test("Every rule that an answer breaks is listed, and no code is sent")
  func wrong() async throws {
    let kept = try await Kept()
    let server = try Server(Self.tokens)
    defer { server.listener.stop(grace: .zero) }
    let cases: [(String, [String], FlowTerminal.ExitStatus)] = [
      (kept.answer(state: "canary-state"), ["P15", "is not the request's"], .wrongScript),
      (kept.answer(nil), ["P16", "no code"], .wrongScript),
      (kept.answer(host: "evil.test"), ["P16", "evil.test"], .wrongScript),
      (
        kept.answer(nil, state: "canary-state", host: "evil.test"),
        ["rule: P15\n", "rule: P16\n"], .wrongScript
      ),
      ("sampleapp://oauth2/v1.0/error?error_code=access_denied&state=no", ["P18"], .wrongScript),
      (
        "sampleapp://oauth2/v1.0/error?error_code=access_denied&state="
          + (kept.request.state?.reveal() ?? ""), ["P17: the provider refused: access_denied"],
        .failed
      ),
      ("thief://oauth2/v1.0/authresponse?code=canary", ["P30", "`thief`"], .wrongScript),
      ("canary", ["no scheme"], .wrongScript),
    ]
    for (url, texts, status) in cases {
      let run = await Shell()(
        "idp", "response", url, "--request", kept.path, "--issuer", server.issuer)
      #expect(run.status == status, "\(run.all)")
      for text in texts { #expect(run.output.contains(text), "\(text): \(run.output)") }
      if url != "canary" { #expect(kept.hides(run), "\(run.all)") }
    }
    #expect(server.lines.value.isEmpty)
  }

  @Test("The code is exchanged at the issuer, and the tokens are stored and never shown")
  func exchange() async throws {
    let kept = try await Kept()
    let server = try Server(Self.tokens)
    defer { server.listener.stop(grace: .zero) }
    let tokens = try #require(kept.folder).path + "/tokens.json"
    let run = await Shell(transport: PatientTransport())(
      "idp", "response", kept.answer(), "--request", kept.path, "--issuer", server.issuer,
      "--tokens", tokens)
    #expect(run.status == .success, "\(run.all)")
    #expect(
      run.output.contains("signed in: Bearer token and refresh token for api, valid for 60 s"))
    #expect(run.output.contains("/realm/.well-known/openid-configuration says"))
    #expect(run.errors.contains("the answer is from login.salesforce.com"))
    #expect(kept.hides(run), "\(run.all)")
    let saved = try SavedTokens(contentsOf: tokens)
    #expect(saved.tokens.accessToken == Secret("canary-access"))
    #expect(saved.clientID == "SP_KEY")
    #expect(try kept.folder?.permissions(of: "tokens.json") == 0o600)
    let direct = await Shell(transport: PatientTransport())(
      "idp", "response", kept.answer(), "--request", kept.path, "--token-endpoint",
      server.issuer + "/token", "--json")
    #expect(direct.status == .success, "\(direct.all)")
    #expect(try JSON(parsing: Array(direct.output.utf8))["verdict"]?.string == "redeem")
    #expect(server.lines.value.last == "POST /realm/token")
  }

  @Test("An answer as a bundle is checked and exchanged like its URL")
  func bundle() async throws {
    let kept = try await Kept()
    let server = try Server(Self.tokens)
    defer { server.listener.stop(grace: .zero) }
    func run(_ lines: [String], _ options: [String] = []) async -> Shell.Outcome {
      await Shell(transport: PatientTransport())(
        ["idp", "response", lines.joined(separator: "\n"), "--request", kept.path] + options)
    }
    let state = "state=\(kept.request.state?.reveal() ?? "")"
    let host = "login_host=login.salesforce.com"
    let answer = ["authresponse", "code=canary-code", state, host]
    let right = await run(answer, ["--issuer", server.issuer])
    #expect(right.status == .success, "\(right.all)")
    #expect(right.output.contains("P14: the answer matches the request"))
    #expect(right.output.contains("signed in: Bearer token"))
    #expect(kept.hides(right), "\(right.all)")
    let asked = server.lines.value.count
    let wrong: [([String], [String], FlowTerminal.ExitStatus)] = [
      (["authresponse", "code=canary", "state=canary", host], ["P15"], .wrongScript),
      (["authresponse", "code=", state, host], ["P16", "no code"], .wrongScript),
      (["authresponse", "code=canary", state, "login_host=evil.test"], ["P16"], .wrongScript),
      (["AUTHRESPONSE", "code=canary", state, host], ["P30", "in lower case"], .wrongScript),
      (["authrequest", state], ["P30", "doesn't answer a request"], .wrongScript),
      (answer + answer.dropFirst(), ["P15", "state"], .wrongScript),
      (answer + (1...70).map { "k\($0)=v" }, ["P30", "more than 64"], .wrongScript),
      (answer + [String(repeating: "canary", count: 4000)], ["P30", "16384"], .wrongScript),
      (
        ["error", "error_code=access_denied", "error_reason=r", "error_desc=No way in", state],
        ["P17: the provider refused: access_denied, r, No way in"], .failed
      ),
      (["error", "error_code=access_denied", "state=no"], ["P18"], .wrongScript),
    ]
    for (lines, texts, status) in wrong {
      let run = await run(lines, ["--issuer", server.issuer])
      #expect(run.status == status, "\(run.all)")
      for text in texts { #expect(run.output.contains(text), "\(text): \(run.output)") }
      #expect(kept.hides(run), "\(run.all)")
    }
    #expect(server.lines.value.count == asked)
    // Without the command, its keys identify it.
    #expect(await run(Array(answer.dropFirst())).status == .success)
  }

  @Test("A refusal, garbage and a closed connection are one problem each, with status 3")
  func failures() async throws {
    let kept = try await Kept()
    let cases: [(HTTPAnswer, String)] = [
      (Self.tokens([]), "invalid_grant"),
      (HTTPAnswer(HTTPResponse(status: 200, body: .bytes(Array("<html>".utf8)))), "not JSON"),
      (HTTPAnswer(HTTPResponse(status: 200), cut: .dropped), "connection broke"),
    ]
    for (answer, text) in cases {
      let server = try Server { _ in answer }
      defer { server.listener.stop(grace: .zero) }
      let run = await Shell(transport: PatientTransport())(
        "idp", "response", kept.answer(), "--request", kept.path, "--issuer", server.issuer)
      #expect(run.status == .serverFailed, "\(run.all)")
      #expect(run.errors.contains(text), "\(run.errors)")
      #expect(!run.errors.contains("canary-code"))
    }
  }

  @Test("A server that is too slow is abandoned at the deadline")
  func slow() async throws {
    let kept = try await Kept()
    let server = try Server { _ in
      HTTPAnswer(HTTPResponse(status: 200), delay: .seconds(600))
    }
    defer { server.listener.stop(grace: .zero) }
    let run = await Shell()(
      "idp", "response", kept.answer(), "--request", kept.path, "--issuer", server.issuer,
      "--timeout", "300ms")
    #expect(run.status == .serverFailed, "\(run.all)")
    #expect(run.errors.contains("error[server-unreachable]"))
  }

  @Test("An interrupted exchange ends at once, as interrupted")
  func interrupted() async throws {
    let kept = try await Kept()
    let server = try Server { _ in
      HTTPAnswer(HTTPResponse(status: 200), delay: .seconds(600))
    }
    defer { server.listener.stop(grace: .zero) }
    let (answer, path, issuer) = (kept.answer(), kept.path, server.issuer)
    let run = Task {
      await Shell(transport: PatientTransport())(
        "idp", "response", answer, "--request", path, "--issuer", issuer)
    }
    await server.lines.wait { $0.last == "POST /realm/token" }
    run.cancel()
    #expect(await run.value.status == .interrupted)
  }

  @Test("Invalid options and files are reported before anything is sent")
  func usage() async throws {
    let kept = try await Kept()
    let other = try #require(kept.folder).write("other.json", "{}")
    let cases: [([String], String)] = [
      (["--request", other], "isn't a request file"),
      (["--request", "/nowhere"], "no such file"),
      (["--request", kept.path, "--tokens", "t"], "no server is named"),
      (["--request", kept.path, "--token-endpoint", "x"], "isn't an address"),
      (["--request", kept.path, "--token-endpoint", "http://a.test/"], "plain http"),
      (["--request", kept.path, "--issuer", "http://a.test/"], "http"),
      (
        ["--request", kept.path, "--issuer", "https://a.test/", "--timeout", "soon"],
        "isn't a duration"
      ),
    ]
    for (line, text) in cases {
      let run = await Shell()(["idp", "response", kept.answer()] + line)
      #expect(run.status == .usage, "\(run.all)")
      #expect(run.errors.contains(text), "\(run.errors)")
    }
    let unwritable = await Shell()(
      "idp", "response", kept.answer(), "--request", kept.path, "--issuer", "http://127.0.0.1:1/",
      "--tokens", "/nowhere/at/all")
    #expect(unwritable.status == .serverFailed)
    #expect(unwritable.errors.contains("can't be written"))
  }
}
