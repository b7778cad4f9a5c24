import FlowText
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSignIn
import FlowHTTP
import FlowSignInTesting
import Testing

/// Nothing that an app can print contains a secret of the run.
@Suite(.timeLimit(.minutes(5)))
struct SecrecyTests {
  private static let canary = "Kanarien+Vogel/7"
  private static let secrets = ["CANARY": Secret(canary)]

  private func expectClean<Value>(
    _ value: Value, _ location: SourceLocation = #_sourceLocation
  ) {
    let text = everyText(of: value)
    #expect(!text.contains(Self.canary), sourceLocation: location)
    #expect(!text.contains("Kanarien%2BVogel"), sourceLocation: location)
  }

  /// Runs a script, checks that its results contain no secret, and returns the events.
  private func check(
    _ text: String, at configuration: SignInConfiguration = .simulated(),
    prompter: (any Prompter)? = nil
  ) async throws -> (events: [SignInEvent], failure: SignInFailure?) {
    let signIn = try SignInScript(text).start(
      configuration, secrets: Self.secrets, prompter: prompter)
    var events: [SignInEvent] = []
    for await event in signIn.events { events.append(event) }
    expectClean(events)
    for event in events { expectClean(event) }
    expectClean(signIn)
    do {
      let result = try await signIn.result()
      expectClean(result)
      for token in [result.tokens?.accessToken, result.tokens?.idToken] {
        #expect(!everyText(of: result).contains(token?.reveal() ?? "\u{0}"))
      }
      return (events, nil)
    } catch let failure {
      expectClean(failure)
      expectClean(failure.problems.map(\.drawing))
      expectClean(failure.help)
      expectClean(failure.localizedDescription)
      expectClean(failure.recoverySuggestion)
      expectClean(failure.description)
      return (events, failure)
    }
  }

  @Test("A success shows neither the password nor the tokens")
  func success() async throws {
    let org = """
      org acme {
        authenticators password
        user "sam@example.com" { password secret CANARY }
        sign-on { require password }
      }
      on identify           answer identifier = "sam@example.com"
      on challenge password answer passcode = secret CANARY

      """
    #expect(try await check(org).failure == nil)
  }

  @Test("A script's output and failures are masked")
  func said() async throws {
    let text = """
      let word = secret CANARY
      on identify say "it is \\(word)" then fail "no: \\(word)"
      """
    let (events, failure) = try await check(text)
    #expect(events == [.said("it is \(Secret.mask)")])
    #expect(failure?.description == "No: \(Secret.mask).")
  }

  @Test("A secret that a script repeats as a text is masked in its output")
  func saidAsText() async throws {
    let text = "on identify say \"it is \(Self.canary)\" then stop"
    let (events, failure) = try await check(text)
    #expect(events == [.said("it is \(Secret.mask)")])
    #expect(failure?.kind == .expectationFailed)
  }

  @Test("A secret that the server repeats is masked in its message", arguments: ["INFO", "ERROR"])
  func echoed(severity: String) async throws {
    let server = try DemoServer(edit: { request, page in
      guard request.url.path == "/idp/idx/introspect" else { return }
      page["messages"] = [
        "type": "array",
        "value": [["message": .string("no \(Self.canary) here"), "class": .string(severity)]],
      ]
    })
    let text = "on identify stop\nexpect stopped"
    let (events, failure) = try await check(text, at: server.configuration)
    let message = "no \(Secret.mask) here"
    #expect(events.map(\.description) == [message])
    #expect(failure?.description == (severity == "ERROR" ? message : nil))
  }

  @Test("A refused or invalid secret isn't in the failure", arguments: ["refused", "unfit"])
  func refused(kind: String) async throws {
    let text =
      kind == "refused"
      ? """
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = secret CANARY
      """ : "on identify answer identifier = secret CANARY, rememberMe = secret CANARY"
    #expect(try await check(text).failure != nil)
  }

  @Test("A user's input for a secret field is in no event and no failure")
  func typed() async throws {
    let canary = Self.canary
    let prompter = ClosurePrompter { question in
      question.fields.allSatisfy(\.isSecret) ? .filled([canary]) : .filled(["jane@example.com"])
    }
    let text = "on identify prompt identifier\non challenge password prompt password"
    let signIn = try SignInScript(text).start(.simulated(), prompter: prompter)
    var events: [SignInEvent] = []
    for await event in signIn.events { events.append(event) }
    expectClean(events)
    let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    expectClean(failure)
  }

  @Test("The text of a prompter's error is masked")
  func thrown() async throws {
    struct Odd: Error { var typed: String }
    let canary = Self.canary
    let prompter = ClosurePrompter { _ in throw Odd(typed: canary) }
    let failure = try await check("on identify prompt identifier", prompter: prompter).failure
    #expect(failure == .unanswered("Odd(typed: \"\(Secret.mask)\")"))
  }

  @Test("A missing flow or value of a run with secrets shows none of them")
  func before() throws {
    let script = try SignInScript("on identify answer identifier = name", values: ["name"])
    for flow in [nil, Self.canary] {
      let failure = #expect(throws: SignInFailure.self) {
        try script.start(.simulated(), flow: flow, values: [:], secrets: Self.secrets)
      }
      expectClean(failure)
    }
    let failure = #expect(throws: SignInFailure.self) {
      try script.start(
        .simulated(), flow: Self.canary, values: ["name": "a"], secrets: Self.secrets)
    }
    expectClean(failure)
  }

  @Test("An answer, a request and a response print names and sizes, and no value")
  func printed() throws {
    let canary = Self.canary
    let url = try #require(HTTPURL("https://acme.okta.com/token?state=\(canary)"))
    let json: JSON = ["token": .string(canary), "list": [["a": .string(canary)]]]
    let headers: HTTPHeaders = ["Authorization": "Bearer \(canary)"]
    let pairs = [FormPair("code_verifier", canary)]
    let bodies: [HTTPBody] = [
      .json(json), .json(.string(canary)), .json([.string(canary)]), .form(pairs),
      .bytes(Array(canary.utf8)),
    ]
    for body in bodies {
      let request = HTTPRequest(.post, url, headers: headers, body: body)
      expectClean(request)
      #expect(everyText(of: request).contains("POST https://acme.okta.com/token"))
      #expect(everyText(of: request).contains("Authorization"))
      let response = HTTPResponse(status: 200, headers: headers, body: body)
      expectClean(response)
      #expect("\(response)".contains("200"))
      expectClean(body)
    }
    #expect("\(HTTPBody.form(pairs))".contains("code_verifier"))
    #expect("\(json)".contains("token"))
    expectClean(headers)
    expectClean(headers.fields)
    expectClean(pairs)
    expectClean(json)
    expectClean(try #require(json.object))
    expectClean(try #require(json.object).members)
    let reply = Reply.filled([canary, ""])
    expectClean(reply)
    #expect("\(reply)" == "filled 2 fields")
    #expect("\(Reply.chose(1, method: 0))" == "chose option 1, method 0")
  }

  @Test(
    "A refused inbox isn't quoted if it may contain a key",
    arguments: ["http://127.0.0.1:8025?token=abcdef", "https://mail.example/#token=abcdef"])
  func inbox(source: String) throws {
    let failure = try #require(throws: PlainFailure.self) { try Mailbox(source) }
    #expect(!everyText(of: failure).contains("abcdef"), "\(failure)")
  }
}
