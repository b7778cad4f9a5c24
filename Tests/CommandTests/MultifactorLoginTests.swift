import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

/// The behaviors of the class that the example replaces, one per test.
@Suite("multifactor-login.flow")
struct MultifactorLoginTests {
  static let example = Project.example("multifactor-login.flow")
  static let first = ["run", example, "--only", "multifactor login"]

  /// An org in which Jane signs in as `settings` require.
  static func org(_ settings: String) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "org.flow",
      """
      org acme {
        authenticators password, email, phone via sms or voice, google-otp
        user "jane@example.com" { password "Correct-Horse-1"; phone "+15551234567" }
        \(settings)
      }
      """)
    return (folder, path)
  }

  static func person() -> Person { Person(["Choose": "Email", "The code": .code]) }

  @Test("Fills the identifier, then the password when the server asks for it later")
  func identifierFirst() async throws {
    let run = await Shell(person: Self.person())(Self.first)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("answer identifier = jane@example.com "))
    #expect(run.output.contains("challenge-authenticator password    answer passcode = ••••••"))
  }

  @Test("Fills the identifier and the password if the server asks for both at once")
  func identifierAndPassword() async throws {
    let (folder, org) = try Self.org(
      "sign-in identifier-and-password; sign-on { require password }")
    defer { withExtendedLifetime(folder) {} }
    let shell = Shell(person: Person(), environment: ["JANE_PASSWORD": "Correct-Horse-1"])
    let run = await shell(Self.first + ["--org", org])
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("answer identifier = jane@example.com, passcode = ••••••"))
    #expect(run.output.contains("success, 1 step,"))
  }

  @Test("Picks the password among the authenticators if it is available")
  func picksPassword() async throws {
    let (folder, org) = try Self.org("sign-on { require any 1 }")
    defer { withExtendedLifetime(folder) {} }
    let shell = Shell(person: Person(), environment: ["JANE_PASSWORD": "Correct-Horse-1"])
    let run = await shell(Self.first + ["--org", org])
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("choose password"))
  }

  @Test("Offers the factors and asks for the code")
  func offersFactors() async throws {
    let person = Self.person()
    let run = await Shell(person: person)(Self.first)
    #expect(run.status == .success, "\(run.all)")
    #expect(person.screen.contains("1 Email (j***e@example.com)"))
    #expect(person.screen.contains("2 Phone via SMS (+1 XXX-XXX-4567)"))
    #expect(person.prompts.map { $0.prefix(6) } == ["Choose", "The co"])
  }

  @Test("Offers the methods of a factor", arguments: ["SMS", "Voice call"])
  func offersMethods(method: String) async throws {
    let person = Person(["Choose": .text("Phone via \(method)"), "The code": .code])
    let run = await Shell(person: person)(Self.first)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains(method == "SMS" ? "via sms" : "via voice"))
  }

  @Test("A wrong code ends the login with the server's message")
  func wrongCode() async throws {
    let person = Person(["Choose": "Email", "The code": "000000", "": .code])
    let run = await Shell(person: person)(Self.first)
    #expect(run.status == .failed)
    #expect(run.errors.contains("error[server-message]: the server says: Invalid code. Try again."))
    #expect(person.unused == [""], "\(run.all)")
  }

  @Test("Proceeds to the enrollment when registering, and offers the optional phone")
  func registers() async throws {
    let person = Person(["Choose": "Email", "The code": .code, "Choose": "skip"])
    let run = await Shell(person: person)(
      "run", Self.example, "--only", "multifactor login of a new user")
    #expect(run.status == .success, "\(run.all)")
    #expect(person.screen.contains("1 Phone via SMS"))
    #expect(run.output.contains("select-enroll-profile"))
    #expect(run.output.contains("enroll-profile                      answer firstName = Mary"))
    #expect(run.output.contains("\n  skip "), "\(run.all)")
  }

  @Test("Recovers if there isn't a password")
  func recovers() async throws {
    let run = await Shell(person: Self.person())(
      "run", Self.example, "--only", "multifactor login without a password")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("challenge-authenticator password    recover"))
    #expect(run.output.contains("reset-authenticator password"))
  }

  @Test("Exchanges the code for tokens on success")
  func exchanges() async throws {
    let transport = ScriptedTransport(Pages.signIn)
    let shell = Shell(
      person: Person(), transport: transport, environment: ["JANE_PASSWORD": "Correct-Horse-1"])
    let run = await shell(Self.first + Pages.options)
    #expect(run.status == .success, "\(run.all)")
    #expect(transport.paths.last == "/oauth2/default/v1/token")
    #expect(run.output.contains("Bearer token for profile offline_access"))
  }

  @Test("Fails with the server's message")
  func serverMessage() async throws {
    let shell = Shell(person: Person(), environment: ["JANE_PASSWORD": "not it"])
    let run = await shell(Self.first)
    #expect(run.status == .failed)
    #expect(run.output.contains("error: Password is incorrect"), "\(run.all)")
  }

  @Test("Fails if it can't proceed: no rule answers the step")
  func cannotProceed() async throws {
    let step = Pages.form("consent", Pages.origin + "/idp/idx/consent", [])
    let run = await Shell(
      person: Person(),
      transport: ScriptedTransport([.page(Pages.interact), .page(Pages.page([step]))]))(
        Self.first + Pages.options)
    #expect(run.status == .failed)
    #expect(run.errors.contains("error[no-rule]: no rule answers the step `consent`"), "\(run.all)")
    #expect(run.errors.contains("help: add `on consent submit`"))
  }
}
