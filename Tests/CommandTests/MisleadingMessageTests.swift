import CommandSupport
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Mistakes of users who write their first script: the message names the mistake at its location,
/// and suggests the correction.
@Suite struct MisleadingMessageTests {
  @Test(
    "The message points at the mistake and suggests the fix",
    arguments: [
      (
        "on identify fill identifier = \"x\"", "`fill` isn't allowed here; expected `answer`", 1, 13
      ),
      (
        "on identify answer identifier = jane@example.com",
        "put the text in quotes: `\"jane@example.com\"`", 1, 37
      ),
      (
        "on identify put identifier = \"x\"", "`put` isn't allowed here; expected `answer`", 1, 13
      ),
      (
        "on identify answer identifier = jane@example.com, rememberMe = true",
        "put the text in quotes: `\"jane@example.com\"`", 1, 37
      ),
      (
        "profile j { identifer = \"j\" }", "warning[unknown-field]: no known field is called", 1, 13
      ),
      (
        "on challenge password answer passcode = $JANE_PASSWORD",
        "write `secret JANE_PASSWORD` for a secret", 1, 41
      ),
      (
        "on challenge password answer passcode = ${JANE_PASSWORD}",
        "write `secret JANE_PASSWORD` for a secret", 1, 41
      ),
      (
        "on challenge google-otp answer code = totp JANE_TOTP",
        "write `secret JANE_TOTP` for a secret", 1, 44
      ),
      (
        "on identify answer identifier = \"j\"\nexpect rule = \"staff\"", "write `is` to compare",
        2, 13
      ),
      (
        "on identify answer identifer = \"j\"",
        "warning[unknown-field]: no known field is called `identifer`", 1, 20
      ),
      ("on identify prompt identifer", "did you mean `identifier`?", 1, 20),
    ])
  func points(script: String, text: String, line: Int, column: Int) async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("check", try folder.write("a.flow", script + "\n"))
    #expect(run.all.contains(text), "\(run.all)")
    #expect(run.all.contains("a.flow:\(line):\(column)\n"), "\(run.all)")
  }

  @Test("The names of an imported profile are checked only if a flow uses it")
  func importedProfile() async throws {
    let folder = try TemporaryFolder()
    let profile = "profile p { on identify answer identifier = who }\n"
    let flow = "flow \"x\" { use p; let who = \"jane@example.com\"; on challenge stop }\n"
    _ = try folder.write("shared.flow", profile + flow)
    for (text, isRight) in [
      ("flow \"y\" { on identify stop; expect stopped }", true),
      ("flow \"y\" { use p; let who = \"j\"; on challenge stop }", true),
      ("flow \"y\" { use p; on challenge stop }", false),
    ] {
      let file = try folder.write("a.flow", "import \"shared.flow\"\n\(text)\n")
      let check = await Shell()("check", file)
      #expect((check.status == .success) == isRight, "\(check.all)")
    }
    let own = await Shell()("check", try folder.write("own.flow", profile))
    #expect(own.status == .wrongScript, "\(own.all)")
  }

  @Test("A missing `}` of a block inside an org is reported at that block")
  func innerBrace() async throws {
    let folder = try TemporaryFolder()
    let script = """
      org acme {
        authenticators password
        user "jane@example.com" { password "Correct-Horse-1"
        sign-on { require password }
      }
      flow "x" { against acme; on identify submit }

      """
    let run = await Shell()("check", try folder.write("a.flow", script))
    #expect(run.all.contains("error[unclosed-brace]"), "\(run.all)")
    #expect(run.all.contains("a.flow:3:27\n"), "\(run.all)")
    #expect(run.all.contains("1 error,"), "\(run.all)")
  }

  @Test("A missing `{` is one error, and the rest of the file is checked")
  func openingBrace() async throws {
    let folder = try TemporaryFolder()
    let script = """
      flow "x"
        on identify answer identifier = "jane@example.com"
        on challenge pasword prompt passcode
      }
      flow "y" { on idenify submit }

      """
    let run = await Shell()("check", try folder.write("a.flow", script))
    #expect(run.all.contains("a.flow:1:9\n") && run.all.contains("1 error, 2 warn"), "\(run.all)")
  }

  @Test("A misspelled value of a setting has a suggestion")
  func settingValue() async throws {
    let folder = try TemporaryFolder()
    let script = """
      org acme { authenticators password; user "jane@example.com" { status lokced } }
      flow "x" { against acme; on identify submit }

      """
    let run = await Shell()("check", try folder.write("a.flow", script))
    #expect(run.all.contains("did you mean `locked`? write `status active`"), "\(run.all)")
  }

  @Test("A rule for an offered step with another authenticator says which one is offered")
  func otherAuthenticator() async throws {
    let folder = try TemporaryFolder()
    let script = """
      org acme { authenticators password; user "jane@example.com" { password "Correct-Horse-1" } }
      flow "x" {
        against acme
        on identify answer identifier = "jane@example.com"
        on challenge pasword prompt passcode
      }

      """
    let run = await Shell()("run", "--no-input", try folder.write("a.flow", script))
    #expect(run.all.contains("offered for password, not for `pasword`"), "\(run.all)")
  }

  @Test("A password that isn't in quotes isn't in the help")
  func unquotedPassword() async throws {
    let folder = try TemporaryFolder()
    let script = "on challenge password answer passcode = Corr@ct-Horse\n"
    let run = await Shell()("check", try folder.write("a.flow", script))
    #expect(run.all.contains("= help: put the text in quotes\n"), "\(run.all)")
  }

  @Test(
    "A custom attribute of an org isn't questioned",
    arguments: ["costCenter", "userProfile.badge", "identity", "mobile", "loginName"])
  func ownField(name: String) async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()(
      "check", try folder.write("a.flow", "on enroll-profile answer \(name) = \"x\"\n"))
    #expect(run.status == .success && !run.all.contains("unknown-field"), "\(run.all)")
  }

  private static let org = """
    org acme {
      authenticators password, email
      user "j@acme.example" { password "Correct-Horse-1" }
      sign-on "staff" { require password and email }
    }

    """

  private func run(_ flow: String) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    return await Shell()("run", try folder.write("a.flow", Self.org + flow + "\n"))
  }

  @Test("If a misspelled rule doesn't match, the run says what the step asks for")
  func misspelledField() async throws {
    let run = try await run(
      "flow \"a\" { against acme; on identify answer identifer = \"j@acme.example\" }")
    #expect(run.all.contains("= help: write `identifier` instead of `identifer`"), "\(run.all)")
  }

  @Test("A choice doesn't answer the only remaining factor's challenge, and the message says so")
  func onlyFactor() async throws {
    let run = try await run(
      """
      flow "a" {
        against acme
        on identify answer identifier = "j@acme.example"
        on challenge password answer passcode = "Correct-Horse-1"
        on select-authenticator choose email
      }
      """)
    #expect(run.all.contains("a server asks at once for the only factor left"), "\(run.all)")
    #expect(run.all.contains("add `on challenge-authenticator email prompt passcode`"))
  }

  @Test("A failed expectation computes its values once")
  func valuesOnce() async throws {
    let folder = try TemporaryFolder()
    let program = try folder.write("count.sh", "echo x >> \(folder.path)/count\necho guests\n")
    let flow = """
      flow "a" {
        against acme
        on identify answer identifier = "j@acme.example"
        on challenge password answer passcode = "Correct-Horse-1"
        on challenge email answer code = inbox email
        expect success and rule is "staff" and rule is run "sh \(program)"
      }

      """
    let run = await Shell()("run", try folder.write("a.flow", Self.org + flow), "--allow-run")
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.errors.contains("error[expectation-failed]"), "\(run.all)")
    #expect(try String(contentsOfFile: folder.path + "/count", encoding: .utf8) == "x\n")
  }

  @Test(
    "A failed expectation marks the failing part, with the values of its names",
    arguments: [
      ("success and rule is want", 29, "rule is want", "`want` is \"guests\""),
      ("failure and rule is \"staff\"", 17, "failure", ""),
      ("steps is 3 and (steps < 2 or rule is \"x\")", 0, "", ""),
    ])
  func failingPart(expectation: String, column: Int, marked: String, note: String) async throws {
    let run = try await run(
      """
      flow "a" for want in "guests" {
        against acme
        on identify answer identifier = "j@acme.example"
        on challenge password answer passcode = "Correct-Horse-1"
        on challenge email answer code = inbox email
               expect \(expectation)
      }
      """)
    #expect(run.errors.contains("error[expectation-failed]"), "\(run.all)")
    guard column > 0 else {
      #expect(run.errors.contains(" ^\(String(repeating: "^", count: expectation.count + 6))\n"))
      return
    }
    #expect(run.errors.contains("a.flow:11:\(column)\n"), "\(run.all)")
    #expect(run.errors.contains(" ^\(String(repeating: "^", count: marked.count - 1))\n"))
    #expect(note.isEmpty || run.errors.contains("= note: \(note)"), "\(run.all)")
  }
}
