import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

@Suite("Waiting, from the user's point of view")
struct WaitingTests {
  /// A sign-in with a push to a phone that answers as specified.
  private static func script(
    _ rules: String, phone: String = "push approve after 10s", enrolled: Bool = true,
    org: String = "number-challenge on"
  ) throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    let verify = enrolled ? "okta-verify \"JBSWY3DPEHPK3PXP\" { \(phone) }" : ""
    let text = """
      let janesPassword = "Correct-Horse-1"
      org acme {
        authenticators password, okta-verify via push
        user "jane@example.com" {
          password "Correct-Horse-1"
          \(verify)
        }
        sign-on { require password and okta-verify }
        okta-verify { \(org) }
      }
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = janesPassword
      \(rules)
      """
    return (folder, try folder.write("push.flow", text))
  }

  /// The numbers to match that a text names, in order.
  private static func numbers(_ text: String) -> [Int] {
    text.split(separator: "number to match: ").dropFirst().compactMap { Int($0.prefix(2)) }
  }

  @Test("The number to match is shown once, by default, without a line of the script")
  func number() async throws {
    let (folder, path) = try Self.script("on challenge-poll poll")
    defer { _ = folder }
    let run = await Shell()("run", path)
    #expect(run.status == .success, "\(run.all)")
    #expect(Self.numbers(run.errors).count == 1, "\(run.all)")
    #expect(!run.output.contains("number to match"))
    #expect(run.output.contains("waiting at challenge-poll okta-verify, polling every 4.0 s"))
    #expect(run.output.contains("poll, 3 times"))
  }

  @Test("A script can print it, too, because it is a value of the step")
  func said() async throws {
    let (folder, path) = try Self.script(
      "on challenge-poll say \"tap \\(number)\" then poll\nlet number = step.correctAnswer")
    defer { _ = folder }
    let run = await Shell()("run", path)
    #expect(run.status == .success, "\(run.all)")
    let number = try #require(Self.numbers(run.errors).first)
    #expect(run.output.contains("tap \(number)\n"))
  }

  @Test("A new push has a new number, and waiting for the same push shows it only once")
  func newNumber() async throws {
    let rules = """
      on challenge-poll once poll for 5s
      on challenge-poll once poll for 6s
      on challenge-poll once resend
      on challenge-poll      poll
      """
    let (folder, path) = try Self.script(rules, phone: "push ignore, approve")
    defer { _ = folder }
    let run = await Shell()("run", path)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.count(of: "waiting at challenge-poll") == 3)
    #expect(Self.numbers(run.errors).count == 2, "\(run.all)")
  }

  @Test("A terminal shows that a run is waiting, on one line that disappears")
  func progress() async throws {
    let (folder, path) = try Self.script("on challenge-poll poll")
    defer { _ = folder }
    let erase = "\r\u{1B}[2K"
    let run = await Shell(isTerminal: true)("run", "--color", "never", path)
    #expect(run.status == .success, "\(run.all)")
    let shown = run.errors.split(separator: erase).map(String.init)
    #expect(shown.suffix(2) == ["  still waiting, 4.0 s", "  still waiting, 8.0 s"], "\(shown)")
    #expect(run.errors.hasSuffix(erase), "the line is gone when the next one comes")
    let kept = await Shell()("run", path)
    #expect(!kept.errors.contains("still waiting"))
    let dumb = await Shell(environment: ["TERM": "dumb"], isTerminal: true)("run", path)
    #expect(!dumb.errors.contains("still waiting"))
  }

  @Test("With --json or --quiet the number is shown only on a terminal")
  func quiet() async throws {
    let (folder, path) = try Self.script("on challenge-poll poll")
    defer { _ = folder }
    for option in ["--json", "--quiet"] {
      let kept = await Shell()("run", option, path)
      #expect(kept.status == .success, "\(kept.all)")
      #expect(!kept.errors.contains("number to match"))
      let seen = await Shell(isTerminal: true)(
        "run", option, "--color", "never", path)
      #expect(Self.numbers(seen.errors).count == 1)
      #expect(!seen.errors.contains("still waiting"))
      #expect(!seen.output.contains("number to match"))
    }
  }

  @Test("A server's request to wait is reported while the run waits", arguments: [false, true])
  func limited(isQuiet: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("limited.flow", "on identify cancel\nexpect cancelled")
    let shell = Shell(
      transport: ScriptedTransport([
        .text("", status: 429, headers: ["Retry-After": "20"]), .page(Pages.interact),
        .page(Pages.page([Pages.identify])), .page(Pages.page([Pages.identify])),
      ]))
    let run = await shell(["run", path] + Pages.options + (isQuiet ? ["--quiet"] : []))
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("the server asks to wait 20.0 s") == !isQuiet, "\(run.all)")
  }

  @Test("The code of a link that was opened elsewhere is shown to the user, and in no output")
  func openedElsewhere() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "link.flow", "on identify answer identifier = \"jane@example.com\"\nexpect finished")
    let message: JSON = [
      "class": "INFO", "message": "Enter the OTP in your original browser or device.",
      "i18n": ["key": "idx.enter.otp.in.original.tab"],
    ]
    let end = Pages.page(
      [],
      [
        "messages": ["type": "array", "value": [message]],
        "currentAuthenticator": [
          "type": "object", "value": ["key": "okta_email", "contextualData": ["otp": "314159"]],
        ],
      ])
    let person = Person()
    let shell = Shell(
      person: person,
      transport: ScriptedTransport([
        .page(Pages.interact), .page(Pages.page([Pages.identify])), .page(end),
      ]))
    let run = await shell(["run", path] + Pages.options)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.screen.contains("code to enter where the sign-in began: 314159\n"), "\(run.all)")
    #expect(!(run.output + run.errors).contains("314159"))
  }

  @Test("An image for enrollment is shown to the user at the terminal, and in no output")
  func image() async throws {
    let rules = """
      on select-authenticator-enroll choose okta-verify via qrcode
      on enroll-poll                 poll
      """
    let (folder, path) = try Self.script(rules, enrolled: false)
    defer { _ = folder }
    let person = Person()
    let run = await Shell(person: person)("run", path)
    #expect(run.status == .success, "\(run.all)")
    #expect(person.screen.count(of: "image to scan, for a browser: data:image/png;base64,") == 1)
    #expect(!(run.output + run.errors).contains("base64"))
    let sent = try Self.script(
      """
      on select-authenticator-enroll choose okta-verify via sms
      on enrollment-channel-data     answer phoneNumber = "+15551234567"
      on enroll-poll                 poll
      """, enrolled: false)
    let told = await Shell()("run", sent.path)
    #expect(told.errors.contains("sent to: +15551234567"), "\(told.all)")
  }

  @Test("An unanswered push ends with the run's deadline, regardless of the script")
  func deadline() async throws {
    let (folder, path) = try Self.script(
      "on challenge-poll poll for 10m", phone: "push ignore", org: "expire 1h")
    defer { _ = folder }
    let run = await Shell()("run", "--timeout", "20s", path)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.errors.contains("error[deadline]"), "\(run.all)")
    #expect(run.output.contains("20.0 s"))
    let seen = await Shell(isTerminal: true)(
      "run", "--color", "never", "--timeout", "20s", path)
    #expect(seen.errors.contains("still waiting, 16.0 s\r\u{1B}[2Kerror[deadline]"), "\(seen.all)")
  }

  @Test("A denied push is reported, and the script takes another route")
  func denied() async throws {
    let rules = """
      on challenge-poll poll
      on resend when message contains "reject" fail "Jane said no"
      """
    let (folder, path) = try Self.script(rules, phone: "push deny")
    defer { _ = folder }
    let run = await Shell()("run", path)
    #expect(run.status == .failed, "\(run.all)")
    #expect(
      run.output.contains(
        "error: You have chosen to reject this login. [api.authn.poll.error.push_rejected]"))
    #expect(run.errors.contains("Jane said no"))
  }

  @Test("The user waits a while, and then decides whether the push is sent again")
  func patience() async throws {
    let (folder, path) = try Self.script(
      "otherwise prompt", phone: "push ignore, approve",
      org: "number-challenge on; expire 1h")
    defer { _ = folder }
    let person = Person(["Choose": "1", "Choose [": "resend"])
    let run = await Shell(person: person)("run", "-i", path)
    #expect(run.status == .success, "\(run.all)")
    let number = try #require(Self.numbers(run.errors).first)
    #expect(person.screen.contains("  number to match: \(number)\n"))
    #expect(person.screen.contains("  1 keep waiting\n  2 resend\n"), "\(run.all)")
    #expect(person.unused.isEmpty)
    #expect(run.output.contains("resend (asked)"))
    #expect(run.output.count(of: "waiting at challenge-poll") == 3)
  }

  @Test("Time that a script lets pass is reported as such: the user isn't asked meanwhile")
  func pause() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "a.flow",
      """
      on identify             answer identifier = "jane@example.com"
      on challenge password   answer passcode = secret JANE_PASSWORD
      on select-authenticator choose email
      on challenge email      once wait 10s then answer code = inbox email
      """)
    let run = await Shell()("run", script)
    #expect(run.status == .success, "\(run.all)")
    #expect(
      run.output.contains("waiting at challenge-authenticator email, for 10.0 s"), "\(run.all)")
  }
}
