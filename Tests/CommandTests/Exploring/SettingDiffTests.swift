import CommandSupport
import FlowTerminal
import Testing

/// The reports of `flow diff` about settings that no route shows.
@Suite struct SettingDiffTests {
  private func org(_ settings: String) -> String {
    """
    org acme {
      authenticators password, email
      user "ann@acme.example" { password "Correct-Horse-1"; groups staff }
      user "bob@acme.example" { password "Correct-Horse-2" }
      sign-on { require password and email }
      \(settings)
    }

    """
  }

  private func diff(_ old: String, _ new: String, _ more: String...) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let files = [
      try folder.write("old.flow", org(old)), try folder.write("new.flow", org(new)),
    ]
    return await Shell()(["diff"] + files + more)
  }

  @Test(
    "A setting with a lower or higher limit is listed, and the routes are as before",
    arguments: [
      (
        "passwords { min-length 12 }", "passwords { min-length 9 }",
        "passwords.min-length is 9, was 12"
      ),
      ("passwords { min-symbol 1 }", "", "passwords.min-symbol is 0, was 1"),
      ("passwords { min-lower 2 }", "passwords { min-lower 1 }", "passwords.min-lower is 1, was 2"),
      ("passwords { min-upper 2 }", "", "passwords.min-upper is 1, was 2"),
      ("passwords { min-number 2 }", "", "passwords.min-number is 1, was 2"),
      ("passwords { max-repeats 3 }", "", "passwords.max-repeats is any number, was 3"),
      ("", "passwords { username allowed }", "passwords.username is allowed, was forbidden"),
      ("passwords { common forbidden }", "", "passwords.common is allowed, was forbidden"),
      ("passwords { exclude first-name }", "", "passwords.exclude is nothing, was first-name"),
      ("passwords { history 4 }", "passwords { history 2 }", "passwords.history is 2, was 4"),
      ("passwords { min-age 2h }", "", "passwords.min-age is 0s, was 2h"),
      ("passwords { expire after 90 days }", "", "passwords.expire is never, was 90d"),
      ("", "lockout { after 20 attempts }", "lockout.after is 20, was 10"),
      ("", "passwords { lockout never }", "lockout.after is never, was 10"),
      (
        "lockout { after 9 attempts }", "lockout { after 9 attempts for 5m }",
        "lockout.for is 5m, was until it is unlocked"
      ),
      (
        "session-policy { }", "session-policy { persistent on }",
        "session-policy.persistent is on, was off"
      ),
      ("", "codes { expire 10m }", "codes.expire is 10m, was 5m"),
      ("", "codes { attempts 9 }", "codes.attempts is 9, was 5"),
    ])
  func changed(old: String, new: String, told: String) async throws {
    let weaker = try await diff(old, new)
    #expect(weaker.status == .failed, "\(weaker.all)")
    let line = "weaker setting: \(told), for ann@acme.example and bob@acme.example\n"
    #expect(weaker.output.hasPrefix(line), "\(weaker.all)")
    let isAlone = !told.contains("lockout.after is never")
    #expect(
      weaker.output.hasSuffix(
        isAlone
          ? line + "0 weaker, 0 stronger, 1 weaker setting\n"
          : "0 weaker, 0 stronger, 2 weaker settings\n"), "\(weaker.all)")
    let name = String(told.prefix { $0 != " " })
    let accepted = try await diff(old, new, "--allow", name)
    #expect(accepted.status == (isAlone ? .success : .failed), "\(accepted.all)")
    #expect(accepted.output.hasPrefix("weaker setting, accepted: \(told)"), "\(accepted.all)")
    let stricter = try await diff(new, old)
    #expect(stricter.status == .success, "\(stricter.all)")
    #expect(stricter.output.hasPrefix("stricter setting: "), "\(stricter.all)")
    let page = try await diff(old, new, "--format", "html")
    #expect(page.output.contains("A weaker setting: \(told), for ann@acme.example"))
  }

  @Test("No lockout is weaker than any lockout")
  func lockout() async throws {
    let never = try await diff("", "passwords { lockout never }")
    #expect(never.lines.filter { $0.contains("lockout.") }.count == 2, "\(never.all)")
    #expect(!never.output.contains("stricter"), "\(never.all)")
  }

  @Test("Users of only one org, and settings that aren't compared, are named in every format")
  func others() async throws {
    let user = "user \"cas@acme.example\" { password \"Correct-Horse-3\"; groups staff }"
    let changed = user + "\nemail-code on-request"
    for (format, mark) in [("text", "`"), ("markdown", "\\`"), ("html", "`")] {
      let joined = try await diff("", changed, "--format", format)
      #expect(joined.status == .success)
      #expect(
        joined.output.contains(format == "text" ? "new: cas" : "in the new org: cas"),
        "\(joined.all)")
      #expect(joined.output.contains("asked about new users as if it had them: "), "\(joined.all)")
      #expect(
        joined.output.contains("by the effect on routes: \(mark)email-code\(mark)"), "\(joined.all)"
      )
      let left = try await diff(user, "", "--format", format)
      #expect(
        left.output.contains(format == "text" ? "gone: cas" : "in the old org: cas"),
        "\(left.all)")
    }
    let text = try await diff(user, "")
    #expect(text.output.hasSuffix("0 weaker, 0 stronger, 1 user gone\n"), "\(text.all)")
  }

  @Test("Markdown fits into a comment, and says how much is left out")
  func long() async throws {
    let zones = (0..<60).map { "zone \"z\($0)\" { ip \"10.\($0).0.0/16\" }" }
    func org(_ demand: String) -> String {
      let rules = (0..<60).map {
        "sign-on \"a rule with quite a long name, which has the number \($0)\" { "
          + "when user \"u\($0)@acme.example\" and zone \"z\($0)\"; require \(demand) }"
      }
      let users = (0..<60).map {
        "user \"u\($0)@acme.example\" { password \"Correct-Horse-1\"; phone \"+15551230101\" }"
      }
      let head = "authenticators password, email, phone via sms\n"
      return "org acme {\n" + head + (zones + rules + users).joined(separator: "\n")
        + "\nsign-on { deny }\nrecovery { deny password, unlock }\n}\n"
    }
    let folder = try TemporaryFolder()
    let files = [
      try folder.write("old.flow", org("password and phone")),
      try folder.write("new.flow", org("any 1")),
    ]
    let table = await Shell()(["diff"] + files + ["--format", "markdown"])
    #expect(table.output.utf8.count < 65_536)
    #expect(!table.output.contains("which are left out here") || table.output.utf8.count > 60_000)
  }

  @Test("It is listed for the policy's users")
  func group() async throws {
    let staff = "passwords { when group staff; min-length 12 }"
    let other = "passwords { when group staff; min-length 10 }"
    let table = try await diff(staff, other, "--format", "markdown")
    #expect(
      table.output.contains(
        "| weaker setting | ann@acme.example | passwords.min-length is 10, was 12 |  |  |"),
      "\(table.all)")
    let json = try await diff(staff, other, "--format", "json")
    #expect(
      json.output.contains(
        #"{"setting":"passwords.min-length","old":"12","new":"10","weaker":true,"#
          + #""people":["ann@acme.example"]}"#), "\(json.all)")
  }

  @Test("A method that users may enroll now, and that the rule accepts, is a weaker setting")
  func enrollment() async throws {
    func org(_ enrollment: String, _ demand: String, more: String = "") -> String {
      """
      org acme {
        authenticators password, email, phone via sms, google-otp
        user "ann@acme.example" { password "Correct-Horse-1"; google-otp "JBSWY3DPEHPK3PXP" }
        recovery { deny password, unlock }
        enrollment { \(enrollment) }
        sign-on { require \(demand) }
        \(more)
      }

      """
    }
    func diff(_ old: String, _ new: String, _ options: String...) async throws -> Shell.Outcome {
      let folder = try TemporaryFolder()
      let files = [try folder.write("old.flow", old), try folder.write("new.flow", new)]
      return await Shell()(["diff"] + files + options)
    }
    let (few, more) = (
      "required password; optional google-otp", "required password; optional google-otp, phone"
    )
    let words =
      "weaker setting: enrollment.optional is password, email, phone via sms and google-otp, was "
      + "password, email and google-otp, for ann@acme.example\n"
    for demand in ["2 factors", "any 1", "password and (google-otp or phone)"] {
      let run = try await diff(org(few, demand), org(more, demand))
      #expect(run.status == .failed && run.output.contains(words), "\(run.all)")
      let back = try await diff(org(more, demand), org(few, demand))
      #expect(back.status == .success, "\(back.all)")
      #expect(back.output.contains("stricter setting: enrollment.optional"), "\(back.all)")
    }
    let allowed = try await diff(
      org(few, "2 factors"), org(more, "2 factors"), "--allow", "enrollment.optional")
    #expect(allowed.status == .success, "\(allowed.all)")
    // A method that lets no one in, or that no rule lets the user enroll, isn't weaker.
    let useless = try await diff(
      org(few, "password and google-otp"), org(more, "password and google-otp"))
    #expect(!useless.output.contains("enrollment.optional"), "\(useless.all)")
    let denied = "account-management { when authenticator phone; deny }"
    let shut = try await diff(
      org(few, "2 factors", more: denied), org(more, "2 factors", more: denied))
    #expect(!shut.output.contains("enrollment.optional"), "\(shut.all)")
    let opened = try await diff(org(more, "2 factors", more: denied), org(more, "2 factors"))
    #expect(opened.output.contains("weaker setting: enrollment.optional"), "\(opened.all)")
  }

  @Test("A provider that begins to create users is a weaker setting, even with an example user")
  func newUsers() async throws {
    func org(_ provider: String, _ more: String = "") -> String {
      """
      org acme {
        authenticators password
        user "ann@acme.example" { password "Correct-Horse-1" }
        idp "Partner" { signs-in "ann@acme.example"\(provider) }
        \(more)
      }

      """
    }
    func diff(_ old: String, _ new: String, _ options: String...) async throws -> Shell.Outcome {
      let folder = try TemporaryFolder()
      let files = [try folder.write("old.flow", old), try folder.write("new.flow", new)]
      return await Shell()(["diff"] + files + options)
    }
    let open = org("; signs-in \"new@acme.example\"; new-users on", "user \"new@acme.example\"")
    for new in [open, org("; new-users on")] {
      let run = try await diff(org(""), new)
      #expect(run.status == .failed, "\(run.all)")
      let words = "weaker setting: idp.new-users is Partner, was nothing"
      #expect(run.output.contains(words), "\(run.all)")
      let back = try await diff(new, org(""))
      #expect(!back.output.contains("weaker setting: idp.new-users"), "\(back.all)")
      let same = try await diff(new, new)
      #expect(same.status == .success && !same.output.contains("idp.new-users"), "\(same.all)")
      let allowed = try await diff(org(""), new, "--allow", "idp.new-users")
      #expect(allowed.output.contains("accepted: idp.new-users"), "\(allowed.all)")
    }
  }

  @Test("Users who sign up without a proof of their address are a weaker setting")
  func addressProof() async throws {
    func org(_ registration: String) -> String {
      """
      org acme {
        authenticators password, email
        registration { \(registration) }
      }

      """
    }
    let folder = try TemporaryFolder()
    let strict = try folder.write("strict.flow", org("email-verification on"))
    let lax = try folder.write("lax.flow", org("groups staff"))
    let run = await Shell()("diff", strict, lax)
    let words = "weaker setting: registration.email-verification is off, was on"
    #expect(run.status == .failed && run.output.contains(words), "\(run.all)")
    let back = await Shell()("diff", lax, strict)
    #expect(!back.output.contains("weaker setting"), "\(back.all)")
    let shut = try folder.write("shut.flow", org("unknown-users deny"))
    let none = await Shell()("diff", strict, shut)
    #expect(!none.output.contains("registration.email-verification"), "\(none.all)")
  }

  @Test("A different spelling with the same meaning isn't a change")
  func same() async throws {
    let same = try await diff(
      "passwords { expire after 90 days }", "passwords \"x\" { expire after 2160h }")
    #expect(
      same.output
        == "no difference: everyone gets in by the same methods, in every circumstance\n",
      "\(same.all)")
  }
}
