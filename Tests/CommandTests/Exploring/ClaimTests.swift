import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

/// The conditions of claims about the circumstances of a sign-in, and unknown words in them.
@Suite struct ClaimTests {
  /// Rules that distinguish the office and the VPN from elsewhere, but not from each other.
  ///
  /// They distinguish a managed device from others, and don't use phones and risk.
  private static let org = """
    org acme {
      authenticators password, email, phone via sms
      zone "office" { ip "10.0.0.0/8" }
      zone "vpn" { ip "192.0.2.0/24" }
      user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff }
      sign-on "managed" { when device managed; require password }
      sign-on "inside" { when zone "office", "vpn"; require password and phone }
      sign-on { deny }
      recovery { deny password, unlock }
    }

    """

  private func run(_ command: String, _ text: String, _ more: String...) async throws
    -> Shell.Outcome
  {
    let folder = try TemporaryFolder()
    return await Shell(drawsAnew: true)([command, try folder.write("org.flow", text)] + more)
  }

  @Test(
    "A claim is checked in all circumstances, even if no policy distinguishes them",
    arguments: [
      ("zone is \"office\"", "zone = \"office\""), ("zone is \"vpn\"", "zone = \"vpn\""),
      ("device is \"registered\"", "device = \"managed\""),
      ("device is \"unregistered\"", "device = \"unregistered\""),
      ("device is registered and rule is \"inside\"", "device = \"registered\""),
      ("risk is \"medium\"", "risk = \"medium\""), ("risk matches \"m*\"", "risk = \"medium\""),
      ("platform is \"android\"", "platform = \"android\""),
      ("platform is \"mobile\"", "platform = \"ios\""),
      ("zone is \"office\" and rule contains \"side\"", "zone = \"office\""),
    ])
  func circumstances(asked: String, told: String) async throws {
    let broken = try await run("audit", Self.org + "claim \"a\" { never \(asked) }")
    #expect(broken.status == .failed, "\(broken.all)")
    #expect(broken.lines.count { $0.contains("[broken-claim]") } == 1, "\(broken.all)")
    #expect(broken.output.contains(told), "\(broken.all)")
    let possible = try await run("audit", Self.org + "claim \"b\" { possible \(asked) }")
    #expect(possible.status == .success, "\(possible.all)")
  }

  @Test(
    "A claim that no org can break is an error",
    arguments: [
      "always success", "always success is true", "never failure", "never finished",
      "always kinds >= 0", "never held-kinds > 3", "always rule matches \"*\"",
      "always kinds >= 2 or success", "never kinds > 3 and rule is \"inside\"",
      "always not success is false", "always passwords.common", "always passwords.min-length",
      "always rule", "never not kinds",
    ])
  func empty(line: String) async throws {
    let empty = try await run("check", Self.org + "claim \"a\" { \(line) }")
    #expect(empty.status == .wrongScript, "\(empty.all)")
    #expect(empty.all.contains("error[empty-claim]"), "\(empty.all)")
  }

  @Test(
    "A mistake is reported once, with the possible corrections",
    arguments: [
      ("allways kinds >= 2", "found `allways`", "did you mean `always`?"),
      ("recomended", "`help`, `recommended` or `source`, found", "did you mean `recommended`?"),
      (
        "always session-limit <= 60 days", "found `days`",
        "write a duration without a space, such as `60d`"
      ),
      ("always session-limit <= 60 pages", "found `pages`", nil),
    ])
  func mistaken(line: String, found: String, help: String?) async throws {
    let run = try await run("check", Self.org + "claim \"a\" { \(line) }")
    #expect(run.status == .wrongScript)
    #expect(run.all.contains(found), "\(run.all)")
    #expect(
      run.all.contains("without a space") == (help?.contains("without a space") ?? false),
      "\(run.all)")
    if let help { #expect(run.all.contains("= help: \(help)"), "\(run.all)") }
    #expect(!run.all.contains("empty-claim"), "\(run.all)")
  }

  @Test("Two claims with one name are an error")
  func twice() async throws {
    let claim = "claim \"a\" { always kinds >= 2 }\n"
    let run = try await run("check", Self.org + claim + claim)
    #expect(run.status == .wrongScript)
    #expect(run.all.contains("error[duplicate-name]: there are two claims called `a`"))
  }

  @Test(
    "A claim that some org breaks isn't an error",
    arguments: [
      "always kinds >= 1", "never kinds > 2", "always success and kinds >= 2", "never success",
      "possible success", "possible kinds >= 0", "always rule matches \"i*\"",
      "never kinds is 1 or held-kinds > 3", "always session-limit", "never passwords.expire",
      "always passwords.lockout", "always zone", "always passwords.common is \"forbidden\"",
    ])
  func notEmpty(line: String) async throws {
    let run = try await run("check", Self.org + "claim \"a\" { \(line) }")
    #expect(!run.all.contains("empty-claim"), "\(run.all)")
  }

  @Test(
    "A condition that applies to no route breaks no claim",
    arguments: [
      "never kinds is 1 and not device is \"managed\"", "never rule contains \"elsewhere\"",
      "always session is false and recovered is not true",
      "never device is \"managed\" and kinds > 1",
      "always device contains \"managed\" or zone is \"office\" or zone is \"vpn\"",
    ])
  func sound(line: String) async throws {
    let held = try await run("audit", Self.org + "claim \"a\" { \(line) }")
    #expect(held.status == .success, "\(held.all)")
    #expect(held.output == "claim \"a\" holds\nacme: 0 findings\n")
  }

  @Test(
    "Facts are compared by their values: unlimited is more than any number",
    arguments: [
      ("never session-limit < 1000d", true), ("always session-limit", false),
      ("always session-limit > 1000d", true), ("never passwords.expire", true),
      ("always passwords.expire <= 60d", false), ("always passwords.expire > 60d", true),
      ("always passwords.lockout <= 10", true), ("always passwords.lockout < 10", false),
      ("always passwords.min-length is 8", true), ("always passwords.min-length >= 9", false),
      ("always session-policy.idle is 2h", true), ("always session-policy.idle <= 7199s", false),
      ("never session-policy.persistent", true), ("never phishing-resistant", true),
      ("always held-authenticators >= 1", true), ("never held-authenticators > 2", true),
      ("never recovered-by contains email", true), ("always passwords.min-age < 1s", true),
    ])
  func measured(line: String, holds: Bool) async throws {
    let run = try await run("audit", Self.org + "claim \"a\" { \(line) }")
    #expect(run.output.contains("claim \"a\" holds") == holds, "\(run.all)")
    #expect(run.output.contains("[broken-claim]") == !holds, "\(run.all)")
  }

  @Test(
    "A value of another type is an error",
    arguments: [
      "always session-limit <= 12", "always kinds >= 2h", "always passwords.common is \"never\"",
      "always recovered-by contains \"pigeon\"", "always phishing-resistant is 1",
      "always passwords.min-length >= \"15\"", "always session-policy.life <= 2h",
    ])
  func wrongValue(line: String) async throws {
    let run = try await run("check", Self.org + "claim \"a\" { \(line) }")
    #expect(run.status == .wrongScript || run.all.contains("warning["), "\(run.all)")
  }

  @Test("`possible` covers only users who can sign in")
  func suspended() async throws {
    let org = Self.org.replacing(
      "recovery {",
      with: """
        user "sue@acme.example" { password "Correct-Horse-2"; groups staff; status suspended }
          recovery {
        """)
    let run = try await run("audit", org + "claim \"a\" { possible success }")
    #expect(run.output.contains("claim \"a\" holds"), "\(run.all)")
  }

  @Test("Equivalent circumstances are reported together")
  func headings() async throws {
    let table = try await run("explore", Self.org)
    #expect(table.lines.contains("  zone office; zone vpn"), "\(table.all)")
  }

  @Test("A change is expected if a claim expects it from every location")
  func foreseen() async throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("old.flow", Self.org)
    let weaker = Self.org.replacing("require password and phone", with: "require password")
    for (condition, status) in [
      ("zone is \"office\"", ExitStatus.failed), ("zone is \"vpn\"", .failed),
      ("zone is \"office\" or zone is \"vpn\"", .success),
      ("zone is \"office\" or not risk is \"high\"", .failed),
    ] {
      let new = try folder.write(
        "new.flow", weaker + "claim \"a\" { always kinds >= 2 or \(condition) }")
      let diff = await Shell(drawsAnew: true)("diff", old, new, "--allow", "a")
      #expect(diff.status == status, "\(condition): \(diff.all)")
      #expect(diff.output.contains("zone office; zone vpn"), "\(diff.all)")
    }
  }

  @Test(
    "A claim about no user is reported",
    arguments: ["group admins", "user \"bob@acme.example\"", "type \"intern\""])
  func nobody(scope: String) async throws {
    let claim = "claim \"a\" { for user in \(scope); never used phone }\n"
    let found = try await run("audit", Self.org + claim)
    #expect(found.status == .failed)
    #expect(
      found.output.contains("no user of the org matches `for user in \(scope)`"),
      "\(found.all)")
    // In a file with several orgs, a claim can be about another one.
    let other = """
      org other {
        user "bob@acme.example" { password "Correct-Horse-1"; groups admins; type "intern" }
      }

      """
    let both = try await run("audit", Self.org + other + claim, "acme")
    #expect(both.status == .success, "\(both.all)")
  }

  @Test(
    "An unknown word is reported at its location",
    arguments: [
      ("for user in group stuff; never used email", "warning[not-in-org]", "staff"),
      ("for user in user \"amn@acme.example\"; never used email", "warning[not-in-org]", "ann@"),
      ("for user in user \"ANN@acme.example\"; never used email", nil, ""),
      ("for user in grup staff; never used email", "error[wrong-word]", "group"),
      ("for user in group; never used email", "error[setting-value]", "for user in group staff"),
      ("for user in group 3; never used email", "error[setting-value]", "quotes"),
      ("never rule is \"insight\"", "warning[not-in-org]", "inside"),
      ("never session-rule is \"defualt\"", "warning[not-in-org]", "default"),
      ("never zone is \"ofice\"", "warning[not-in-org]", "office"),
      ("never device is \"manged\"", "error[wrong-word]", "managed"),
      ("never platform is \"movile\"", "error[wrong-word]", "mobile"),
      ("never used \"phone via smss\"", "warning[unknown-subject]", "phone via sms"),
      ("never used \"phone-number via sms\"", nil, ""),
      ("never enrolled contains \"emial\"", "warning[unknown-subject]", "email"),
      ("always kinds >= \"2\"", "error[type-mismatch]", "a number"),
      ("always kinds contains 2", "error[operator-mismatch]", ""),
      ("never risk > 3", "error[operator-mismatch]", ""),
      ("always success is \"yes\"", "error[type-mismatch]", "true or false"),
      ("never cancelled", "error[wrong-word]", "finished"),
      ("always success", "error[empty-claim]", "always kinds >= 2"),
      ("never failure", "error[empty-claim]", "always kinds >= 2"),
      ("for user in group staff", "error[empty-claim]", "always kinds >= 2"),
      ("", "error[empty-claim]", "always kinds >= 2"), ("never success", nil, ""),
      ("possible success", nil, ""),
      ("never rule matches \"insight*\"", nil, ""), ("never rule contains \"sight\"", nil, ""),
    ])
  func words(lines: String, problem: String?, help: String) async throws {
    let text = Self.org + "claim \"a\" {\n" + lines.replacing("; ", with: "\n") + "\n}"
    let checked = try await run("check", text)
    guard let problem else {
      #expect(checked.all.contains("0 errors, 0 warnings"), "\(checked.all)")
      return
    }
    #expect(checked.all.contains(problem), "\(checked.all)")
    #expect(checked.all.contains(help), "\(checked.all)")
    #expect(
      checked.all.contains("1 error, 0 warnings") || checked.all.contains("0 errors, 1 warning"),
      "\(checked.all)")
  }

  @Test("A rule's group with a name similar to a user's group is questioned, and no other")
  func groups() async throws {
    func check(_ name: String) async throws -> Shell.Outcome {
      try await run(
        "check",
        Self.org.replacing(
          "sign-on \"inside\" { when zone", with: "sign-on \"inside\" { when group \(name) and zone"
        ))
    }
    for name in ["staf", "Staff", "stfaf"] {
      let doubted = try await check(name)
      #expect(doubted.all.contains("warning[not-in-org]"), "\(doubted.all)")
      #expect(doubted.all.contains("did you mean `staff`?"), "\(doubted.all)")
    }
    for name in ["staff", "admins", "staff2"] {
      let fine = try await check(name)
      #expect(fine.all.contains("0 errors, 0 warnings"), "\(fine.all)")
    }
  }

  @Test(
    "A line that isn't ended before the next one is one error",
    arguments: ["for", "always", "never", "possible"])
  func unended(word: String) async throws {
    let rest = word == "for" ? "for app in \"x\"; always kinds >= 1" : "\(word) kinds >= 1"
    let claim = "claim \"one\" { for user in group staff \(rest) }\n"
    let run = try await run("check", Self.org + claim)
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.all.contains("write `;` before `\(word)`"), "\(run.all)")
    #expect(run.all.contains("1 file checked: 1 error, 0 warnings"), "\(run.all)")
    // A text can be the name of any group.
    let named = "claim \"one\" { for user in group \"\(word)\", staff; always kinds >= 1 }\n"
    let quoted = try await self.run("check", Self.org + named)
    #expect(quoted.status == .success, "\(quoted.all)")
  }
}
