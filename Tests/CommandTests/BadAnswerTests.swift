import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

@Suite("Servers that answer badly")
struct BadAnswerTests {
  typealias Answer = ScriptedTransport.Answer

  /// A server's response, and the one problem that it causes.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answers: [Answer]
    var status: FlowTerminal.ExitStatus
    var id: String
    var words: String

    init(
      _ name: String, _ answers: [Answer], _ id: String, _ words: String,
      status: FlowTerminal.ExitStatus = .serverFailed
    ) {
      testDescription = name
      self.answers = answers
      self.status = status
      self.id = id
      self.words = words
    }
  }

  /// The first response is of `interact`, then a page.
  static let begun: [Answer] = [.page(Pages.interact)]
  static let identified: [Answer] = [.page(Pages.interact), .page(Pages.page([Pages.identify]))]

  static func page(_ fields: [JSON], relatesTo: JSON? = nil) -> JSON {
    Pages.page([
      Pages.form(
        "challenge-authenticator", Pages.origin + "/idp/idx/challenge/answer", fields,
        relatesTo.map { ["relatesTo": $0] } ?? [:])
    ])
  }

  static let broken: [Case] = [
    Case(
      "truncated JSON", begun + [.text("{\"version\":\"1.0.0\",\"remedi")], "response-malformed",
      "`introspect` is not JSON"),
    Case(
      "not JSON", begun + [.text("<html>Sign in</html>")], "response-malformed",
      "`introspect` is not JSON"),
    Case(
      "null where an object was", begun + [.page(.null)], "response-malformed",
      "`introspect` is null instead of an object"),
    Case(
      "an array", begun + [.page([])], "response-malformed", "`introspect` is a list"),
    Case("nothing", begun + [.text("")], "response-malformed", "`introspect` is empty"),
    Case(
      "another document", begun + [.page(["a": 1])], "response-malformed", "not from the Identity"),
    Case(
      "interact without a handle", [.page(["a": 1])], "response-malformed",
      "has no interaction handle"),
    Case(
      "a null field",
      begun + [
        .page(
          Pages.page([
            Pages.form(
              "challenge-authenticator", Pages.origin + "/idp/idx/challenge/answer", [.null])
          ]))
      ],
      "no-rule", "should be a field, is null",
      status: .failed),
    Case(
      "an href to another host",
      begun + [
        .page(
          Pages.page([
            Pages.form(
              "identify", "https://evil.example/idp/idx/identify", [["name": "identifier"]])
          ]))
      ], "server-refused", "goes to https://evil.example, but credentials go only to"),
    Case(
      "an href to plain http",
      begun + [
        .page(
          Pages.page([
            Pages.form(
              "identify", "http://org.example/idp/idx/identify", [["name": "identifier"]])
          ]))
      ], "server-refused", "goes to http://org.example, but credentials go only to"),
    Case(
      "an invalid href",
      begun + [
        .page(Pages.page([Pages.form("identify", "https://", [["name": "identifier"]])]))
      ], "response-malformed", "has an address that can't be read"),
    Case(
      "an answer to `interact` with two handles",
      [.text("{\"interaction_handle\":\"a\",\"interaction_handle\":\"b\"}")], "response-malformed",
      "the answer to `interact` can't be trusted: an object has two members of one name (byte 26)"),
    Case(
      "a page with two state handles",
      begun + [
        .text(
          "{\"version\":\"1.0.0\",\"stateHandle\":\"a\",\"stateHandle\":\"b\",\"remediation\":"
            + "{\"value\":[]}}")
      ], "response-malformed", "the answer to `introspect` can't be trusted"),
    Case(
      "a form with two addresses",
      begun + [
        .text(
          "{\"version\":\"1.0.0\",\"stateHandle\":\"a\",\"remediation\":{\"value\":[{\"name\":\"identify\","
            + "\"href\":\"https://org.example/a\",\"href\":\"https://org.example/b\"}]}}")
      ], "response-malformed", "an object has two members of one name"),
    Case(
      "400 with an OAuth error",
      [.page(["error": "invalid_client", "error_description": "No such client."], status: 400)],
      "server-refused", "invalid_client: No such client."),
    Case(
      "400 with an API error",
      begun + [
        .page(["errorCode": "E0000001", "errorSummary": "Api validation failed"], status: 400)
      ],
      "server-refused", "Api validation failed (E0000001)"),
    Case(
      "400 with an empty body", begun + [.text("", status: 400)], "response-malformed", "is empty"),
    Case(
      "401 with an empty body", begun + [.text("", status: 401)], "server-refused",
      "`introspect` was refused (HTTP 401)"),
    Case(
      "403 from a proxy", begun + [.text("<html>Forbidden</html>", status: 403)], "server-refused",
      "and not by the Identity Engine"),
    Case(
      "403 from the server",
      begun + [
        .page(["errorSummary": "Access denied"], status: 403, headers: ["x-okta-request-id": "r"])
      ], "server-refused", "Access denied"),
    Case(
      "429 without Retry-After", begun + [.text("", status: 429)], "server-limit",
      "the server asks to wait at `introspect`"),
    Case(
      "429 with Retry-After", begun + [.text("", status: 429, headers: ["Retry-After": "70"])],
      "server-limit", "the server asks to wait 70s"),
    Case(
      "429 with Retry-After, repeatedly",
      begun + Array(repeating: .text("", status: 429, headers: ["Retry-After": "7"]), count: 4),
      "server-limit", "the server asks to wait 7s"),
    Case(
      "500", begun + [.text("<html>Oops</html>", status: 500)], "server-error",
      "the server failed at `introspect` (HTTP 500)"),
    Case(
      "a redirect", begun + [.text("", status: 302, headers: ["Location": "https://evil.example"])],
      "server-refused", "with a redirect, which isn't followed"),
    Case(
      "a dropped connection",
      begun + Array(repeating: .failure(.dropped("reset by peer")), count: 4),
      "server-unreachable", "the connection broke at `introspect`: reset by peer"),
    Case(
      "an unreachable server", [.failure(.unreachable("connection refused"))],
      "server-unreachable", "can't be reached at `interact`: connection refused"),
    Case(
      "a refused certificate", [.failure(.insecure("self-signed"))], "certificate-refused",
      "certificate is refused at `interact`: self-signed"),
    Case(
      "no answer", begun + [.failure(.timedOut(.seconds(30)))], "server-unreachable",
      "no complete answer arrived within 30"),
    Case(
      "not HTTP", begun + [.failure(.malformed("no status line"))], "response-malformed",
      "can't be used: no status line"),
    Case(
      "an answer without tokens", Array(Pages.signIn.dropLast()) + [.page(["a": 1])],
      "response-malformed", "has no access token"),
    Case(
      "an expired session",
      identified + [
        .page(
          Pages.page(
            [], ["messages": Pages.messages("The session has expired.", key: "idx.session.expired")]
          ),
          status: 401)
      ], "transaction-expired", "The session has expired."),
  ]

  private func run(_ transport: ScriptedTransport, _ extra: [String] = []) async throws
    -> Shell.Outcome
  {
    let folder = try TemporaryFolder()
    let script = try folder.write("script.flow", Pages.script)
    let shell = Shell(transport: transport, environment: ["PASSWORD": "canary-password"])
    return await shell(["run", script] + Pages.options + extra)
  }

  @Test("Each is one clear problem at the line that led to it, with status 3", arguments: broken)
  func one(test: Case) async throws {
    let run = try await run(ScriptedTransport(test.answers))
    #expect(run.status == test.status, "\(run.all)")
    #expect(run.errors.count(of: "error[") == 1, "\(run.all)")
    #expect(run.errors.contains("error[\(test.id)]: "), "\(run.all)")
    #expect(run.errors.contains(test.words), "\(run.all)")
    #expect(run.errors.contains("script.flow:"), "\(run.all)")
    #expect(run.errors.contains("= help: "), "\(run.all)")
    #expect(!(run.output + run.errors).contains("canary"))
  }

  @Test(
    "A wait that the server leaves unanswered isn't an answer of the user",
    arguments: [
      (.text("", status: 429, headers: ["Retry-After": "7200"]), "server-limit", 1),
      (.failure(.dropped("reset by peer")), "server-unreachable", 0),
    ] as [(ScriptedTransport.Answer, String, Int)])
  func lostPolls(answer: ScriptedTransport.Answer, id: String, told: Int) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "script.flow",
      """
      on challenge-poll once poll every 2s for 5s
      on challenge-poll      stop
      expect stopped
      """)
    let answers = [.page(Pages.interact), .page(Pages.push)] + Array(repeating: answer, count: 3)
    let run = await Shell(transport: ScriptedTransport(answers))(
      ["run", script] + Pages.options)
    #expect(run.status == .serverFailed, "\(run.all)")
    #expect(run.errors.contains("error[\(id)]: "), "\(run.all)")
    #expect(run.errors.contains("script.flow:1:"), "\(run.all)")
    #expect(run.output.count(of: "the server asks to wait") == told, "\(run.all)")
    // The server's delay, except that a poll is put off for at most an hour.
    #expect(run.errors.contains("asks to wait 120m") == (told > 0), "\(run.all)")
  }

  @Test("A refused certificate can be a company's own")
  func ownCertificate() async throws {
    let run = try await run(ScriptedTransport([.failure(.insecure("self-signed"))]))
    #expect(run.errors.contains("is trusted with `--ca-file`"), "\(run.all)")
  }

  @Test("A 4xx response with a page is a step", arguments: [400, 401, 403])
  func pageWithStatus(status: Int) async throws {
    let page = Pages.page([Pages.challenge], Pages.password)
    let run = try await run(
      ScriptedTransport([
        .page(Pages.interact), .page(Pages.page([Pages.identify])), .page(page, status: status),
        .page(Pages.success), .page(Pages.tokens),
      ]))
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("A dangling relatesTo doesn't hide the step")
  func dangling() async throws {
    let page = Self.page([Pages.passcode], relatesTo: ["$.nowhere.value[7]"])
    let folder = try TemporaryFolder()
    let script = try folder.write("script.flow", "on challenge answer passcode = secret PASSWORD")
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(page), .page(Pages.success), .page(Pages.tokens),
    ])
    let shell = Shell(transport: transport, environment: ["PASSWORD": "canary-password"])
    let run = await shell(["run", script] + Pages.options)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("An option without a value can't be chosen, and the others can")
  func optionWithoutValue() async throws {
    let page = Pages.page([
      Pages.form(
        "select-authenticator-authenticate", Pages.origin + "/idp/idx/challenge",
        [
          [
            "name": "authenticator", "type": "object",
            "options": [
              ["label": "Phone"],
              [
                "label": "Email",
                "value": ["form": ["value": [["name": "id", "value": "aut-2", "mutable": false]]]],
              ],
            ],
          ]
        ])
    ])
    let folder = try TemporaryFolder()
    for (name, status) in [("Email", FlowTerminal.ExitStatus.success), ("Phone", .failed)] {
      let script = try folder.write("script.flow", "on select-authenticator choose \"\(name)\"")
      let transport = ScriptedTransport([
        .page(Pages.interact), .page(page), .page(Pages.success), .page(Pages.tokens),
      ])
      let run = await Shell(transport: transport)(["run", script] + Pages.options)
      #expect(run.status == status, "\(run.all)")
      if status == .failed { #expect(run.errors.count(of: "error[") == 1, "\(run.all)") }
    }
  }

  @Test(
    "A server that never answers is reported at the line that waited for it",
    arguments: [[.nothing], identified + [.nothing]])
  func noAnswer(answers: [Answer]) async throws {
    let run = try await run(ScriptedTransport(answers), ["--timeout", "20ms"])
    #expect(run.status == .serverFailed)
    #expect(
      run.errors.contains(
        "error[server-unreachable]: the server didn't answer within 20ms"), "\(run.all)")
    #expect(run.errors.contains("the run's own time limit ended the wait"), "\(run.all)")
    #expect(run.errors.count(of: "error[") == 1)
  }

  @Test("A rate-limited poll waits as long as the server asks, and goes on")
  func limitedPoll() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("script.flow", "on challenge poll")
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(Pages.push),
      .text("", status: 429, headers: ["Retry-After": "9"]), .page(Pages.success),
      .page(Pages.tokens),
    ])
    let run = await Shell(transport: transport)(["run", script] + Pages.options)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("success, 1 step, 13.0 s"), "\(run.all)")
  }
}
