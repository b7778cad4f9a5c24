import CommandSupport
import FlowTerminal
import Testing

/// Expectations that any run meets, and rules that never repeat: `flow check` warns.
@Suite("Tests that can't fail") struct TestsThatCannotFailTests {
  private static let signIn = """
    on identify           answer identifier = "jane@example.com"
    on challenge password answer passcode = secret JANE_PASSWORD

    """

  private func check(_ script: String) async throws -> String {
    let folder = try TemporaryFolder()
    return await Shell()("check", try folder.write("a.flow", script + "\n")).all
  }

  private static func flow(_ lines: String, in header: String = "flow \"x\"") -> String {
    "\(header) {\n\(lines)\n}"
  }

  @Test(
    "Any refusal meets the expectation",
    arguments: [
      flow(signIn + "expect failure"),
      flow(signIn + "expect failure\nexpect failure"),
      "let word = secret JANE_PASSWORD\n"
        + flow("on challenge password answer passcode = word\nexpect failure"),
      flow("on challenge google-otp answer code = totp secret SEED\nexpect failure"),
      "profile jane { passcode = secret JANE_PASSWORD; on challenge password answer passcode }\n"
        + flow("use jane\nexpect failure"),
      "profile other { passcode = secret JANE_PASSWORD; on challenge password answer passcode }\n"
        + "profile jane { use other; identifier = \"jane\" }\n" + flow("use jane\nexpect failure"),
    ])
  func anyRefusal(script: String) async throws {
    let output = try await check(script)
    #expect(output.contains("warning[unspecific-failure]"), "\(output)")
  }

  @Test(
    "A refusal that the flow names, or that needs no secret",
    arguments: [
      flow(signIn + "expect failure message.key is \"x\""),
      flow(signIn + "expect failure\nexpect rule is \"guests\""),
      flow(signIn + "expect failure and steps is 2"),
      flow(signIn + "expect success"),
      flow(signIn + "expect stopped"),
      flow(signIn + "on select-authenticator expect rule is \"x\" then stop\nexpect failure"),
      flow("on identify answer identifier = \"nobody@example.com\"\nexpect failure"),
      flow("on challenge password answer passcode = random password\nexpect failure"),
    ])
  func namedRefusal(script: String) async throws {
    let output = try await check(script)
    #expect(!output.contains("unspecific-failure"), "\(output)")
  }

  @Test(
    "A successful sign-in has no last page",
    arguments: [
      ("expect success and not offers phone", "can't fail"),
      ("expect not offers phone", "can't fail"), ("expect not has passcode", "can't fail"),
      ("expect offers phone", "can't hold"),
      ("expect rule is \"a\" and (kinds is 2 or not offers phone)", "can't fail"),
    ])
  func lastPage(line: String, text: String) async throws {
    let output = try await check(Self.flow(Self.signIn + line))
    #expect(output.contains("warning[constant-expectation]"), "\(output)")
    #expect(output.contains("a successful sign-in has no last page, so this \(text)"), "\(output)")
  }

  @Test(
    "A flow that ends at a page",
    arguments: [
      "expect stopped and not offers phone", "expect failure and not offers phone",
      "expect not offers phone\nexpect outcome is stopped",
      "otherwise prompt\nexpect not offers phone",
    ])
  func page(line: String) async throws {
    let output = try await check(Self.flow(Self.signIn + line))
    #expect(!output.contains("constant-expectation"), "\(output)")
  }

  @Test(
    "A rule that answers only the first attempt",
    arguments: [
      ("attempt <= 3", "write `(not message or attempt <= 3)`"),
      ("attempt < 4 and not offers phone", "write `(not message or attempt < 4)`"),
      ("attempt is 2", "this rule never answers"),
      ("attempt > 1", "write `message and attempt > 1`"),
    ])
  func firstAttempt(condition: String, help: String) async throws {
    let script = Self.flow("on challenge email when \(condition) answer code = \"000000\"")
    let output = try await check(script)
    #expect(output.contains("warning[never-repeats]"), "\(output)")
    #expect(output.contains(help), "\(output)")
  }

  @Test("The help about a rule that answers only once makes it answer again")
  func cured() async throws {
    let folder = try TemporaryFolder()
    let lines = Self.flow(
      Self.signIn + "on select-authenticator choose email\n"
        + "on challenge email when (not message or attempt <= 3) answer code = \"000000\"\n"
        + "otherwise stop\nexpect failure message and attempt is 4")
    let run = await Shell(environment: ["JANE_PASSWORD": "Correct-Horse-1"])(
      "run", try folder.write("a.flow", lines))
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.count(of: "challenge-authenticator email ") == 3, "\(run.all)")
  }

  @Test(
    "A requirement with `and` and `or` says how it is read",
    arguments: [
      ("password and email or phone", "(password and email) or phone"),
      ("password or email and phone", "password or (email and phone)"),
      ("phone or 2 factors and password without email", "phone or (2 factors and password"),
    ])
  func mixed(requirement: String, reading: String) async throws {
    let folder = try TemporaryFolder()
    let org = "org o { authenticators password, email, phone; sign-on { require "
    let run = await Shell()("check", try folder.write("a.flow", org + "\(requirement) } }\n"))
    #expect(run.all.contains("this is read as `\(reading)"), "\(run.all)")
  }

  @Test(
    "A rule that can answer again",
    arguments: [
      "on challenge email when attempt <= 3 and message answer code = \"000000\"",
      "on challenge email when message.key is \"x\" or attempt > 2 answer code = \"000000\"",
      "on challenge email when attempt <= 1 answer code = \"000000\"",
      "on challenge email when attempt < 2 answer code = \"000000\"",
      "on challenge email when attempt <= 3 answer code = \"000000\"\non challenge once resend",
      "on challenge when attempt <= 3 answer code = \"000000\"",
      "start recover\non challenge email when attempt <= 3 answer code = \"000000\"",
    ])
  func again(lines: String) async throws {
    let output = try await check(Self.flow(lines))
    #expect(!output.contains("never-repeats"), "\(output)")
  }

  @Test("A fact that reports errors counts as a message")
  func errorFact() async throws {
    let output = try await check(
      """
      flow "x" {
        engine nextauth
        on second-factor prompt pin
        on second-factor when event is "PIN_FAIL" and attempts-left is 2 prompt pin
      }
      """)
    #expect(output.contains("0 errors, 0 warnings"), "\(output)")
  }
}
