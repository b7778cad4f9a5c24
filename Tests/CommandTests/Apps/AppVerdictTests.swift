import CommandSupport
import FlowTerminal
import Testing

/// What explore, audit and diff find in an org with several apps.
@Suite("The verdict about several apps") struct AppVerdictTests {
  @Test("A weak app is found among strong ones, and only there")
  func weakApp() async throws {
    let folder = try TemporaryFolder()
    let claim = { (scope: String) in
      "claim \"two kinds\" { \(scope)always kinds >= 2 }\n"
    }
    let file = try folder.write("a.flow", AppOrg.text() + claim(""))
    let audit = await Shell()("audit", file)
    #expect(audit.status == .failed, "\(audit.all)")
    #expect(audit.output.contains("app `wiki`: "), "\(audit.output)")
    #expect(!audit.output.contains("payroll`: the claim"), "\(audit.output)")
    #expect(audit.output.contains("start sign-in at app \"wiki\""), "\(audit.output)")
    #expect(!audit.output.contains("claim \"two kinds\" holds"), "\(audit.output)")
    let scoped = try folder.write("b.flow", AppOrg.text() + claim("for app in \"payroll\", crm; "))
    let other = await Shell()("audit", scoped)
    #expect(other.output.contains("claim \"two kinds\" holds"), "\(other.output)")
    let check = await Shell()(
      "check", try folder.write("c.flow", AppOrg.text() + claim("for app in wki; ")))
    #expect(check.all.contains("did you mean `wiki`?"), "\(check.all)")
  }

  @Test("Users who aren't assigned to an app aren't a finding, and don't shadow a shared rule")
  func unassigned() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", AppOrg.text(wiki: "sign-on-policy \"strong\""))
    let audit = await Shell()("audit", file)
    #expect(!audit.output.contains("no-way-in"), "\(audit.output)")
    #expect(!audit.output.contains("policy-rule-shadowed"), "\(audit.output)")
  }

  @Test("Another app with an accepted finding is a new finding")
  func accepted() async throws {
    let folder = try TemporaryFolder()
    let weak = "authenticators password, email\nrecovery { password by email }\n"
    let org = { (apps: String) in
      """
      org acme {
        \(weak)
        user "ada@x.example" { password "Correct-Horse-1"; email "ada@x.example" }
        sign-on-policy "p" { sign-on "all" { require password and email } }
        \(apps)
      }

      """
    }
    let one = "app \"a\" { sign-on-policy \"p\" }\napp \"z\" { sign-on { deny } }\n"
    let file = try folder.write("a.flow", org(one))
    let audit = await Shell()("audit", file)
    let lines = audit.lines.filter { $0.contains("fingerprint ") }
    let prints = lines.compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(!prints.isEmpty && audit.status == .failed, "\(audit.all)")
    let accepting = prints.map { "accept \"\($0)\" \"known\"\n" }.joined()
    let same = await Shell()("audit", try folder.write("b.flow", org(one + accepting)))
    #expect(same.status == .success, "\(same.all)")
    let more = one + "app \"b\" { sign-on-policy \"p\" }\n" + accepting
    let grown = await Shell()("audit", try folder.write("c.flow", org(more)))
    #expect(grown.status == .failed && grown.output.contains(": app `b`: "), "\(grown.all)")
    #expect(!grown.output.contains("]: app `a`: "), "\(grown.output)")
    // A single app has the same fingerprints.
    let alone = await Shell()("audit", file, "--app", "a")
    for print in prints { #expect(alone.output.contains(print), "\(alone.output)") }
    let known = await Shell()("audit", folder.path + "/b.flow", "--app", "a")
    #expect(known.status == .success, "\(known.all)")
  }

  @Test("diff compares each app with the app of the same name, and counts new apps")
  func diff() async throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("old.flow", AppOrg.text(wiki: "sign-on-policy \"strong\""))
    let same = await Shell()("diff", old, old)
    #expect(same.status == .success, "\(same.all)")
    #expect(same.output.contains("app"), "\(same.output)")
    let new = try folder.write("new.flow", AppOrg.text())
    let weaker = await Shell()("diff", old, new)
    #expect(weaker.status == .failed, "\(weaker.all)")
    #expect(weaker.output.contains("app `wiki`\nweaker: "), "\(weaker.output)")
    #expect(weaker.output.contains("start sign-in at app \"wiki\""), "\(weaker.output)")
    let stronger = await Shell()("diff", new, old)
    #expect(stronger.status == .success, "\(stronger.all)")
    let more = try folder.write(
      "more.flow",
      AppOrg.text(
        wiki: "sign-on-policy \"strong\"", more: "app \"new\" { sign-on-policy \"strong\" }"))
    let added = await Shell()("diff", old, more)
    #expect(added.status == .failed && added.output.contains("new app `new`"), "\(added.all)")
    let removed = await Shell()("diff", more, old)
    #expect(removed.status == .success && removed.output.contains("app removed"), "\(removed.all)")
  }

  @Test("diff compares an org of one app with every app of the other")
  func single() async throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(
      "old.flow",
      """
      org acme {
        authenticators password, email, phone via sms
        user "ada@x.example" {
          password "Correct-Horse-1"; email "ada@x.example"; phone "+15551234567"; groups staff
        }
        user "bob@x.example" { password "Correct-Horse-1"; email "bob@x.example" }
        sign-on "staff" { when group staff; require password and phone }
        sign-on "rest"  { require password and email }
      }

      """)
    let run = await Shell()("diff", old, try folder.write("new.flow", AppOrg.text()))
    #expect(run.status == .failed && run.output.contains("app `wiki`\nweaker"), "\(run.all)")
    #expect(!run.output.contains("app `crm`\nweaker"), "\(run.all)")
  }

  @Test("A picture and a list of routes are of one app", arguments: ["explore", "audit", "diff"])
  func picture(command: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", AppOrg.text())
    let files = command == "diff" ? [file, file] : [file]
    let run = await Shell()([command] + files + ["--format", "html"])
    #expect(run.status == .wrongScript && run.errors.contains("`--app`: wiki, payroll, crm"))
    let page = await Shell()([command] + files + ["--format", "html", "--app", "crm"])
    #expect(page.output.hasPrefix("<!doctype html>"), "\(page.all)")
    let slip = await Shell()([command] + files + ["--app", "krm"])
    #expect(slip.errors.contains("did you mean `crm`?"), "\(slip.all)")
  }

  @Test(
    "A user who signs up in one app and gets into another one is found",
    arguments: [
      ("sign-on { require password }", true), ("sign-on { deny }", false),
      ("assigned group staff; sign-on { require password }", false),
      ("assigned group customers; sign-on { require password }", true),
      ("sign-on { when not group customers; require password }; sign-on { deny }", false),
      ("sign-on { when zone \"office\"; require password }; sign-on { deny }", true),
      ("sign-on { require password }; registration { groups customers }", false),
      (
        "sign-on { require password }; registration { groups customers; email-verification on }",
        true
      ),
      ("sign-on { when unknown \"x\"; require password }; sign-on { deny }", true),
      ("sign-on { when unknown \"x\"; deny }; sign-on { require password }", true),
      (
        "sign-on { when unknown \"x\" and not unknown \"y\"; require password }; sign-on { deny }",
        true
      ),
      (
        "sign-on { when behavior \"x\" and not behavior \"y\"; require password }; "
          + "sign-on { deny }", true
      ),
      (
        "sign-on { when behavior \"x\" and not behavior \"x\"; require password }; "
          + "sign-on { deny }", false
      ),
    ])
  func signUp(rules: String, isFound: Bool) async throws {
    let folder = try TemporaryFolder()
    let org = """
      org acme {
        authenticators password, email
        zone "office" { ip "10.0.0.0/8" }
        user "ada@x.example" { password "Correct-Horse-1"; groups staff }
        app "shop"  { sign-on { require password }; registration { groups customers } }
        app "admin" { \(rules) }
      }

      """
    let audit = await Shell()("audit", try folder.write("a.flow", org))
    let text = "app `admin`: anyone who signs up at app `shop` gets in"
    #expect(audit.output.contains(text) == isFound, "\(audit.output)")
    #expect(audit.status == .failed || !isFound, "\(audit.all)")
  }

  @Test("What users enroll in a weak app counts in a strong one, but not if they can't enroll")
  func enrollment() async throws {
    let folder = try TemporaryFolder()
    func org(_ enrollment: String, wiki: String = "sign-on { require password }") -> String {
      AppOrg.text(
        wiki: wiki,
        more: "\(enrollment)\nenrollment { required password; ask never }\n"
          + "user \"cy@x.example\" { password \"Correct-Horse-1\"; groups staff }")
        + "claim \"two\" {\n  for app in \"payroll\"\n  always held-kinds >= 2\n}\n"
    }
    let open = "enrollment { when app \"wiki\"; required password; optional phone }"
    let file = try folder.write("a.flow", org(open))
    let audit = await Shell()("audit", file)
    #expect(audit.status == .failed && !audit.errors.contains("not complete"), "\(audit.all)")
    for text in [
      "app `payroll`: cy@x.example gets in by the rule `staff` with only password: phone can be "
        + "enrolled at app `wiki` first",
      "(after app `wiki` (password, then enroll phone via sms)); `held-kinds` is 1",
    ] {
      #expect(audit.output.contains(text), "\(audit.all)")
    }
    let one = await Shell()("audit", file, "--app", "payroll")
    #expect(one.status == .failed && one.output.contains("enrolled at app `wiki`"), "\(one.all)")
    for (name, text) in [
      ("b.flow", org("")), ("c.flow", org(open, wiki: "sign-on { deny }")),
      ("d.flow", org(open, wiki: "sign-on { require password and email }")),
    ] {
      let closed = await Shell()("audit", try folder.write(name, text))
      // With a mail, the visit to `wiki` needs two kinds, which isn't what the rule asks for.
      #expect(closed.output.contains("enrolled at") == (name == "d.flow"), "\(closed.all)")
      #expect(closed.output.contains("claim \"two\" holds"), "\(closed.all)")
    }
    // In an unknown place the visit is a possibility.
    let unknown = org(
      open, wiki: "sign-on { when unknown \"x\"; require password }; sign-on { deny }")
    let maybe = await Shell()("audit", try folder.write("e.flow", unknown))
    #expect(maybe.output.contains("if `x` holds (unknown)"), "\(maybe.all)")
    #expect(!maybe.output.contains("claim \"two\" holds"), "\(maybe.all)")
  }

  private static func shop(_ admin: String, _ more: String = "") -> String {
    """
    org acme {
      authenticators password, email
      user "ada@x.example" { password "Correct-Horse-1"; groups staff }
      app "shop"  { sign-on { require password }; registration { groups customers } }
      app "admin" { \(admin) }
    }
    \(more)
    """
  }

  @Test("A claim doesn't hold as long as users of another app aren't explored")
  func outsiders() async throws {
    let folder = try TemporaryFolder()
    let claim = "claim \"one\" { for app in admin; always kinds >= 1 }\n"
    for (rules, holds) in [("assigned group staff", true), ("", false)] {
      let text = Self.shop("\(rules); sign-on { require password }", claim)
      let audit = await Shell()("audit", try folder.write("a.flow", text))
      #expect(audit.output.contains("claim \"one\" holds") == holds, "\(audit.output)")
    }
  }

  @Test("A claim about an app that doesn't exist checks nothing, and says so")
  func unknownApp() async throws {
    let folder = try TemporaryFolder()
    let claim = "claim \"one\" { for app in nope; always kinds >= 1 }\n"
    let text = Self.shop("sign-on { deny }", claim)
    let audit = await Shell()("audit", try folder.write("a.flow", text))
    #expect(audit.status == .failed && audit.output.contains("checks nothing"), "\(audit.all)")
  }

  @Test("diff counts a new way from one app into another one")
  func crossing() async throws {
    let folder = try TemporaryFolder()
    let rule = "sign-on { require password }"
    let old = try folder.write("a.flow", Self.shop("assigned group staff; \(rule)"))
    let new = try folder.write("b.flow", Self.shop(rule))
    let diff = await Shell()("diff", old, new)
    #expect(diff.status == .failed, "\(diff.all)")
    #expect(diff.output.contains("anyone who signs up at app `shop` gets in now"), "\(diff.output)")
    let one = await Shell()("diff", old, new, "--app", "admin")
    #expect(one.status == .failed && one.output.contains("gets in now"), "\(one.all)")
    let other = await Shell()("diff", old, new, "--app", "shop")
    #expect(other.status == .success, "\(other.all)")
    let back = await Shell()("diff", new, old)
    #expect(back.status == .success, "\(back.all)")
  }

  @Test("A claim that allows a change is about its own apps")
  func allowed() async throws {
    let folder = try TemporaryFolder()
    let claim = { (app: String) in
      "claim \"ok\" { for app in \(app); always held-kinds >= 1 }\n"
    }
    let old = try folder.write("a.flow", AppOrg.text(wiki: "sign-on-policy \"strong\""))
    for (app, status) in [("wiki", ExitStatus.success), ("crm", .failed)] {
      let new = try folder.write("b.flow", AppOrg.text() + claim(app))
      let diff = await Shell()("diff", old, new, "--allow", "ok")
      #expect(diff.status == status, "\(app) \(diff.all)")
    }
  }

  @Test("diff shows that the client of an app has changed")
  func client() async throws {
    let folder = try TemporaryFolder()
    let org = { (client: String) in
      """
      org acme {
        user "ada@x.example" { password "Correct-Horse-1" }
        sign-on { require password }
        app "one" { }
        app "two" { \(client) }
      }

      """
    }
    let old = try folder.write("a.flow", org("redirect \"a:/b\"; secret \"s3cret\""))
    let diff = await Shell()("diff", old, try folder.write("b.flow", org("")))
    #expect(diff.output.contains("app `two`\n"), "\(diff.output)")
    #expect(diff.output.contains("compared only by the effect on routes: `app`"), "\(diff.output)")
  }

  @Test(
    "A client that becomes weaker is found, also beside an app with the same policies",
    arguments: [
      ("redirect \"a:/b\"", "redirect \"a:/b\", \"a:/c\"", "app.redirect"),
      ("dpop required", "dpop optional", "app.dpop"),
      ("secret \"s3cret-s3cret\"", "", "app.secret"),
    ])
  func weakerClient(old: String, new: String, setting: String) async throws {
    let folder = try TemporaryFolder()
    let org = { (client: String) in
      """
      org acme {
        authenticators password
        user "ada@x.example" { password "Correct-Horse-1" }
        sign-on { require password }
        app "one" { }
        app "two" { \(client) }
      }

      """
    }
    let before = try folder.write("a.flow", org(old))
    let diff = await Shell()("diff", before, try folder.write("b.flow", org(new)))
    #expect(diff.status == .failed, "\(diff.all)")
    #expect(diff.output.contains(setting), "\(diff.all)")
  }

  @Test("A single app with a name is compared with the app of that name")
  func named() async throws {
    let folder = try TemporaryFolder()
    let org = { (apps: String) in
      """
      org acme {
        authenticators password, email
        user "ada@x.example" { password "Correct-Horse-1"; email "ada@x.example" }
        \(apps)
      }

      """
    }
    let one = "app \"x\" { sign-on { require password } }\n"
    let two = one + "app \"y\" { sign-on { require password and email } }\n"
    let small = try folder.write("a.flow", org(one))
    let large = try folder.write("b.flow", org(two))
    let removed = await Shell()("diff", large, small)
    #expect(removed.status == .success && removed.output.contains("app removed: `y`"))
    let renamed = try folder.write("c.flow", org(one.replacing("\"x\"", with: "\"z\"")))
    let same = await Shell()("diff", small, renamed)
    #expect(same.status == .success && !same.output.contains("new app"), "\(same.all)")
    let added = await Shell()("diff", small, large)
    #expect(added.status == .failed && added.output.contains("new app `y`"), "\(added.all)")
  }

  @Test("A shared rule that decides in one app isn't unused because it doesn't in another one")
  func sharedRule() async throws {
    let folder = try TemporaryFolder()
    let org = """
      org acme {
        authenticators password, email
        user "ada@x.example" { password "Correct-Horse-1"; email "ada@x.example"; groups staff }
        user "bob@x.example" { password "Correct-Horse-1"; email "bob@x.example"; groups guests }
        sign-on-policy "p" {
          sign-on "guests" { when group guests; require password and email }
          sign-on "all"    { require password and email }
        }
        app "one" { sign-on-policy "p" }
        app "two" { sign-on-policy "p"; assigned group staff }
      }

      """
    let file = try folder.write("a.flow", org)
    for arguments in [["audit", file], ["audit", file, "--app", "two"]] {
      let audit = await Shell()(arguments)
      #expect(!audit.output.contains("rule-never-decides"), "\(audit.output)")
    }
  }
}
