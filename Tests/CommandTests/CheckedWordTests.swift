import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

/// The checker's verdicts, compared with a run's.
@Suite struct CheckedWordTests {
  private static let org = """
    org acme {
      authenticators password, email, security-question
      user "jane@example.com" { password "Correct-Horse-1"; groups staff }
      sign-on "staff" { require password }
    }

    """

  private func check(_ text: String, _ options: String...) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    return await Shell()(["check", "--strict", try folder.write("a.flow", text)] + options)
  }

  @Test("A looked-up value is allowed in every position, even before it has a value")
  func lookUps() async throws {
    let settings = [
      "password secret A", "security-question \"disliked_food\" answer secret A",
      "password env A", "google-otp secret A", "password file \"nowhere.txt\"",
    ]
    for setting in settings {
      let run = try await check(
        "org o {\n  authenticators password, security-question, google-otp\n"
          + "  user \"j@example.com\" { \(setting) }\n}\non skip skip\n")
      #expect(!run.all.contains("setting-value"), "\(setting): \(run.all)")
    }
  }

  @Test(
    "A setting that takes only a text takes no looked-up value",
    arguments: ["phone env A", "email env A", "groups secret A"])
  func texts(setting: String) async throws {
    let run = try await check(
      "org o {\n  authenticators password, phone, email\n"
        + "  user \"j@example.com\" { password \"Correct-Horse-1\"; \(setting) }\n}\non skip skip\n"
    )
    #expect(run.all.contains("error[setting-value]"), "\(run.all)")
    #expect(run.status == .wrongScript)
  }

  @Test(
    "Too many rows for one run are reported by the checker, at the clause that exceeds the limit")
  func tooManyRows() async throws {
    let names = (1...40).map { "\"v\($0)\"" }.joined(separator: ", ")
    let run = try await check(
      "flow \"x\" for a in \(names)\n  for b in \(names) {\n  on any stop\n  expect stopped\n}\n")
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.all.contains("these rows make more than 1000 flows"), "\(run.all)")
    #expect(run.all.contains("a.flow:2:3"), "\(run.all)")
  }

  @Test(
    "Facts are compared exactly, including case",
    arguments: [
      ("expect success and rule is \"staff\"", nil),
      ("expect success and rule is \"STAFF\"", "warning[not-in-org]"),
      ("expect outcome is \"STOPPED\"", "error[wrong-word]"),
      ("on challenge when message.severity is \"ERROR\" stop", "error[wrong-word]"),
      ("expect token.iat < token.exp", nil), ("expect factors is token.expiresIn", nil),
      ("expect factors is word", "error[type-mismatch]"),
    ])
  func letters(line: String, problem: String?) async throws {
    let run = try await check(
      Self.org
        + "flow \"a\" {\n  on identify answer identifier = \"jane@example.com\"\n  \(line)\n}\n")
    #expect(problem.map { run.all.contains($0) } ?? (run.status == .success), "\(run.all)")
  }

  @Test(
    "A fact with few values is validated against them",
    arguments: [
      ("nextauth", "expect state is \"ACTIVE\"", nil),
      ("nextauth", "expect state is \"active\"", "did you mean `ACTIVE`?"),
      ("nextauth", "expect history is not \"LOGEDIN\"", "did you mean `LOGGED_IN`?"),
      ("nextauth", "on second-factor when event is \"PIN_FAILED\" cancel", "`PIN_FAIL`"),
      ("nextauth", "expect history contains \"LOGGED\"", nil),
      ("nextauth", "expect history.list contains \"jane LOGGED_IN\"", nil),
      ("mobile-idp", "expect via is \"idp\" and sent contains \"authrequest\"", nil),
      ("mobile-idp", "expect via is \"provider\"", "expected `refresh`"),
      ("mobile-idp", "expect sent contains \"authreqest\"", "did you mean `authrequest`?"),
      ("mobile-idp", "expect fallback is \"idp-notfound\"", "did you mean `idp-not-found`?"),
    ])
  func closedFacts(engine: String, line: String, help: String?) async throws {
    let run = try await check("engine \(engine)\n\(line)\non any submit\n")
    #expect(run.all.contains("error[wrong-word]") == (help != nil), "\(run.all)")
    #expect(help.map { run.all.contains($0) } ?? (run.status == .success), "\(run.all)")
  }

  @Test(
    "Digits that a number can't keep belong in quotes",
    arguments: [
      ("004711", "error[malformed-number]"), ("-07", "error[malformed-number]"),
      ("12345678901234567890", "error[malformed-number]"), ("0", "warning[secret-literal]"),
      ("471100", "warning[secret-literal]"), ("0.5", "warning[secret-literal]"),
    ])
  func digits(number: String, problem: String) async throws {
    let run = try await check("on challenge password answer passcode = \(number)\n")
    #expect(run.all.contains(problem), "\(run.all)")
    #expect(number.count < 4 || !run.all.contains(number), "\(run.all)")
  }

  @Test("A checkbox is checked by its name without a value; other fields aren't")
  func boxes() async throws {
    let box = try await check(
      "on identify answer identifier = \"jane@example.com\", rememberMe\n"
        + "on keep-me-signed-in answer keepMeSignedIn\n")
    #expect(box.status == .success, "\(box.all)")
    let other = try await check("on enroll-profile answer firstName\n")
    #expect(other.all.contains("error[unknown-name]"), "\(other.all)")
  }

  @Test("A name without meaning is reported once, not as an unknown user of the org")
  func unknownPerson() async throws {
    let run = try await check(
      Self.org + "flow \"a\" {\n  on identify answer identifier = whom\n"
        + "  on challenge password answer passcode = secret P\n  expect success\n}\n")
    #expect(run.all.contains("error[unknown-name]"), "\(run.all)")
    #expect(run.all.contains("1 error, 0 warnings"), "\(run.all)")
  }

  @Test(
    "Each zone of a list is validated against the org, exactly",
    arguments: [
      ("\"office\"", nil), ("\"office, vpn\"", nil), ("\"Office\"", "no zone `Office`"),
      ("\"office,home\"", "no zone `home`"), ("\"\"", nil),
    ])
  func zones(zone: String, problem: String?) async throws {
    let run = try await check(
      """
      org acme {
        zone "office" { ip "10.0.0.0/8" }
        zone "vpn" { ip "192.0.2.1" }
        user "jane@example.com" { password "Correct-Horse-1" }
      }
      flow "a" {
        start sign-in with zone = \(zone)
        on identify answer identifier = "jane@example.com"
        on challenge password answer passcode = secret P
        expect success
      }

      """)
    #expect(run.all.contains(problem ?? "0 errors, 0 warnings"), "\(run.all)")
  }

  @Test(
    "A duration to wait has no minus",
    arguments: ["wait -1s", "poll for -1s", "poll every -1s"])
  func negativeWaits(action: String) async throws {
    let run = try await check("on challenge \(action)\n")
    #expect(run.all.contains("error[malformed-number]"), "\(run.all)")
    #expect(run.all.contains("remove the `-`"), "\(run.all)")
  }

  @Test("A claim can be about several users, separated by commas")
  func claimScope() async throws {
    let claim = { (names: String) in
      Self.org + "claim \"c\" {\n  for user in group \(names)\n  never success\n}\n"
    }
    let known = try await check(claim("staff, staff"))
    #expect(known.status == .success, "\(known.all)")
    let other = try await check(claim("staff, stuff"))
    #expect(other.all.contains("no group `stuff`"), "\(other.all)")
    let slip = try await check(
      Self.org + "claim \"c\" {\n  for group in staff\n  always factors >= 2\n}\n")
    #expect(slip.all.contains("write it as `for user in group staff`"), "\(slip.all)")
    #expect(slip.all.contains("did you mean `kinds`?"), "\(slip.all)")
  }

  @Test("A value for a secret field is masked where it is named")
  func namedSecret() async throws {
    let run = try await check(
      "let right = \"66778899\" foo\nlet other = \"55443322\" foo\n"
        + "on second-factor answer pin = right\n")
    #expect(!run.all.contains("66778899"), "\(run.all)")
    #expect(run.all.contains("55443322"), "\(run.all)")
  }

  @Test(
    "The words of nextAuth's steps and requests are validated",
    arguments: [
      ("on ready logn submit", "did you mean `login`?"),
      ("on second-factor verifyy cancel", "did you mean `verify`?"),
      ("on second-factor answer pinn = secret P", "did you mean `pin`?"),
      ("on ready jane submit", nil), ("on second-factor answer code = secret P", nil),
    ])
  func nextAuthWords(line: String, help: String?) async throws {
    let run = try await check("engine nextauth\n\(line)\notherwise stop\n")
    #expect(help.map { run.all.contains($0) } ?? (run.status == .success), "\(run.all)")
  }

  @Test("A flow against another engine's org is reported with what to write")
  func engineOfOrg() async throws {
    let run = try await check(
      "org bank for nextauth { account \"jane\" }\n"
        + "flow \"a\" { against bank; on any stop; expect stopped }\n")
    #expect(run.all.contains("write `engine nextauth` into the flow"), "\(run.all)")
  }

  @Test("A word that a step never offers is reported once")
  func closedChoices() async throws {
    let run = try await check(
      "engine mobile-idp\non choose-login choose identity-providr\non any submit\n")
    #expect(run.all.contains("error[wrong-word]"), "\(run.all)")
    #expect(!run.all.contains("unknown-subject"), "\(run.all)")
    #expect(run.all.contains("1 error, 0 warnings"), "\(run.all)")
  }

  @Test(
    "A character outside ASCII that isn't a letter isn't part of a word",
    arguments: [
      ("on challenge \u{201C}password\u{201D} submit", "plain double quotes"),
      ("on challenge\u{A0}password submit", "a plain space"), ("let \u{2192} = \"x\"", "\u{2192}"),
      ("on skip\u{202E} skip", "U+202E"), ("let a\u{1F600} = \"x\"", "unknown-character"),
    ])
  func signs(line: String, told: String) async throws {
    let run = try await check(line + "\n")
    #expect(run.all.contains("error[unknown-character]"), "\(run.all)")
    #expect(run.all.contains(told), "\(run.all)")
  }

  @Test("Letters of any script are part of a word, with their combining marks")
  func words() async throws {
    let run = try await check(
      "let größe = \"x\"\nlet имя = größe\nlet 名前 = имя\nlet नाम = 名前\non skip say नाम then skip\n")
    #expect(!run.all.contains("unknown-character"), "\(run.all)")
  }

  @Test("The problem of a command is reported")
  func command() async throws {
    for (text, told) in [("", "invalid command"), ("a 'b", "invalid command")] {
      let run = try await check("let a = run \"\(text)\"\non skip say a then skip\n")
      #expect(run.all.contains("error[bad-command]: \(told): "), "\(run.all)")
    }
  }

  @Test("An opposite isn't a typo: no fix reverses the meaning")
  func opposites() async throws {
    let text = Self.org + "start sign-in with device = unmanaged\non skip skip\n"
    let run = try await check(text, "--fix", "--diff")
    #expect(!run.all.contains("+start sign-in with device = managed"), "\(run.all)")
    let slip = try await check(text.replacing("unmanaged", with: "mangaed"), "--fix", "--diff")
    #expect(slip.all.contains("device = managed"), "\(slip.all)")
  }

  @Test("A password from a row is masked in the first line of the run")
  func rows() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "a.flow",
      Self.org + """
        flow "row" for word in "Canary-In-The-Mine-7" {
          let other = "Canary-In-The-Mine-8"
          on identify say "first \\(word)" then answer identifier = "jane@example.com"
          on challenge password once answer passcode = word
          on challenge password say "then \\(other)" then answer passcode = other
          expect failure
        }
        """)
    for options in [[], ["--trace"], ["--json"]] {
      let run = await Shell()(["run", script] + options)
      #expect(!run.all.contains("Canary-In-The-Mine"), "\(run.all)")
    }
  }
}
