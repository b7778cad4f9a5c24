import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

/// Each branch of the class that `multifactor-login.flow` replaces, with pages that the test
/// serves.
@Suite("multifactor-login.flow, branch by branch")
struct MultifactorBranchTests {
  typealias Made = MultifactorPages

  static let login = MultifactorLoginTests.first + Pages.options
  static let registration =
    [
      "run", MultifactorLoginTests.example, "--only", "multifactor login of a new user",
    ] + Pages.options
  static let recovery =
    [
      "run", MultifactorLoginTests.example, "--only", "multifactor login without a password",
    ] + Pages.options

  /// Runs a flow with pages, followed by tokens if they end in success.
  static func run(
    _ flow: [String], _ pages: [JSON], person: Person = Person(),
    secrets: [String: String] = ["JANE_PASSWORD": "Correct-Horse-1"]
  ) async -> (run: Shell.Outcome, sent: [String]) {
    let transport = ScriptedTransport(
      ([Pages.interact] + pages + [Pages.tokens]).map { .page($0) })
    let run = await Shell(person: person, transport: transport, environment: secrets)(
      flow + secrets.keys.flatMap { ["--env", $0] })
    // Every transaction begins with the first two.
    let sent = transport.requests.dropFirst(2).map { request in
      guard case .json(let json) = request.body else { return request.url.path }
      return request.url.path + " " + String(decoding: json.bytes(), as: UTF8.self)
    }
    return (run, sent)
  }

  // MARK: Filling

  @Test(
    "The identifier and the password are filled only if the server asks for them",
    arguments: [
      ([["name": "identifier", "label": "Username"]], "\"identifier\":\"jane@example.com\"", ""),
      ([Pages.passcode], "\"passcode\":\"Correct-Horse-1\"", "identifier"),
      (
        [["name": "identifier", "label": "Username"], Pages.passcode],
        "\"identifier\":\"jane@example.com\"", ""
      ),
    ] as [([JSON], String, String)])
  func identifies(_ row: (fields: [JSON], sent: String, unsent: String)) async throws {
    let (run, sent) = await Self.run(
      Self.login, [Made.page([Made.step("identify", row.fields)]), Pages.success])
    #expect(run.status == .success, "\(run.all)")
    let body = try #require(sent.first)
    #expect(body.contains(row.sent))
    #expect(row.unsent.isEmpty || !body.contains(row.unsent))
    #expect(body.contains("passcode") == (row.fields.count > 1 || row.fields == [Pages.passcode]))
  }

  @Test("A profile form without a last name is filled")
  func profile() async throws {
    let form = Made.step(
      "enroll-profile",
      [Made.field("userProfile", [Made.profile("firstName"), Made.profile("email")])])
    let (run, sent) = await Self.run(
      Self.registration,
      [Made.page([Made.step("select-enroll-profile")]), Made.page([form]), Pages.success],
      secrets: ["NEW_PASSWORD": "New-Horse-2"])
    #expect(run.status == .success, "\(run.all)")
    #expect(sent[1].contains("\"firstName\":\"Mary\"") && !sent[1].contains("lastName"))
  }

  // MARK: Enrolling during the login

  @Test("The optional phone is offered, and skipped if the user says so")
  func skips() async throws {
    let person = Person(["Choose": "skip"])
    let (run, sent) = await Self.run(
      Self.login,
      [
        Made.page([
          Made.step("select-authenticator-enroll", [Made.choosePhone]), Made.step("skip"),
        ]), Pages.success,
      ], person: person)
    #expect(run.status == .success, "\(run.all)")
    #expect(person.screen.contains("1 Phone via SMS"))
    #expect(sent.first?.hasPrefix("/idp/idx/skip") == true, "\(sent)")
  }

  @Test("The phone is enrolled with a method and a number, and its code is asked for")
  func enrollsPhone() async throws {
    let person = Person([
      "Choose": "Phone via VOICE", "Phone number": "+15551234567", "The code": "123456",
    ])
    let (run, sent) = await Self.run(
      Self.login,
      [
        Made.page([
          Made.step("select-authenticator-enroll", [Made.choosePhone]), Made.step("skip"),
        ]), Made.page([Made.step("enroll-authenticator", [Made.code])], about: Made.phone),
        Pages.success,
      ], person: person)
    #expect(run.status == .success, "\(run.all)")
    #expect(sent[0].contains("\"methodType\":\"voice\"") && sent[0].contains("+15551234567"))
    #expect(sent[1].contains("\"passcode\":\"123456\""))
  }

  @Test("The password is selected for enrollment, and sent")
  func enrollsPassword() async throws {
    let choice = Made.choice(
      ("Email", Made.form(of: "aut-email")), ("Password", Made.form(of: "aut-password")))
    let listed = Pages.page(
      [Made.step("select-authenticator-enroll", [choice])],
      [
        "authenticators": [
          "type": "array", "value": [Made.email, Made.password],
        ]
      ])
    let (run, sent) = await Self.run(
      Self.login,
      [
        listed,
        Made.page([Made.step("enroll-authenticator", [Pages.passcode])], about: Made.password),
        Pages.success,
      ])
    #expect(run.status == .success, "\(run.all)")
    #expect(sent[0].contains("aut-password"))
    #expect(sent[1].contains("\"passcode\":\"Correct-Horse-1\""))
  }

  @Test(
    "The method of a factor is chosen, with the phone number if it is asked for",
    arguments: [false, true])
  func methods(isEnrolling: Bool) async throws {
    let form = Made.form(
      of: "aut-phone", methods: ["sms", "voice"], asksNumber: isEnrolling)
    let name = "authenticator-\(isEnrolling ? "enrollment" : "verification")-data"
    let step = Pages.form(
      name, Pages.origin + "/idp/idx/challenge", [Made.field("authenticator", form)],
      ["relatesTo": ["$.currentAuthenticator"]])
    let person = Person(["Choose": "1", "Phone number": "+15551234567", "The code": "123456"])
    let (run, sent) = await Self.run(
      Self.login,
      [
        Made.page([step], about: Made.phone),
        Made.page([Made.step("challenge-authenticator", [Made.code])], about: Made.phone),
        Pages.success,
      ], person: person)
    #expect(run.status == .success, "\(run.all)")
    #expect(sent[0].contains("\"methodType\":\"sms\""))
    #expect(sent[0].contains("+15551234567") == isEnrolling)
  }

  @Test("A challenge is answered before the password is selected from the alternatives")
  func challengeFirst() async throws {
    let others = Made.choice(("Password", Made.form(of: "aut-password")))
    let person = Person(["The code": "123456"])
    let (run, sent) = await Self.run(
      Self.login,
      [
        Made.page(
          [
            Made.step("challenge-authenticator", [Made.code]),
            Made.step("select-authenticator-authenticate", [others]),
          ], about: Made.email), Pages.success,
      ], person: person)
    #expect(run.status == .success, "\(run.all)")
    #expect(sent.first?.contains("123456") == true, "\(sent)")
  }

  // MARK: Recovering

  @Test("Without a password the recovery begins, wherever the server asks for a password")
  func recovers() async throws {
    let identify = Made.step(
      "identify", [["name": "identifier", "label": "Username"], Pages.passcode])
    let person = Person(["The code": "123456"])
    let (run, sent) = await Self.run(
      Self.recovery,
      [
        Made.page([identify], about: Made.password),
        Made.page([
          Made.step("identify-recovery", [["name": "identifier", "label": "Username"]])
        ]), Made.page([Made.step("challenge-authenticator", [Made.code])], about: Made.email),
        Made.page([Made.step("reset-authenticator", [Pages.passcode])], about: Made.password),
        Pages.success,
      ], person: person, secrets: ["NEW_PASSWORD": "New-Horse-2"])
    #expect(run.status == .success, "\(run.all)")
    #expect(sent.first?.hasPrefix("/idp/idx/recover") == true, "\(sent)")
    #expect(sent[3].contains("New-Horse-2"))
  }
}
