import CommandSupport
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An org with several apps: each has its own rules, and a flow signs in to one of them.
@Suite("Several apps") struct AppTests {
  private static let ada = "ada@x.example"
  private static let bob = "bob@x.example"

  @Test(
    "A sign-in is decided by the rules of its app",
    arguments: [
      ("wiki", ada, "success and rule is \"default\" and factors is 1"),
      ("wiki", bob, "success and factors is 1"),
      ("payroll", ada, "success and rule is \"staff\" and token.aud is \"0oapay\""),
      ("payroll", bob, "failure message contains \"not assigned\""),
      ("crm", ada, "success and rule is \"staff\" and app.label is \"crm\""),
      ("crm", bob, "success and rule is \"rest\" and token.aud is \"crm\""),
    ])
  func decides(app: String, who: String, expectation: String) async throws {
    let folder = try TemporaryFolder()
    let text = AppOrg.text() + AppOrg.profile + AppOrg.flow(app, who, expectation)
    let run = await Shell()("run", try folder.write("a.flow", text))
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("`at app` is the parameter `app`, which a row can give; without it, it is the first app")
  func parameter() async throws {
    let folder = try TemporaryFolder()
    let flows = """
      flow "rows" for app, kinds in ("wiki", 1), ("payroll", 2), ("", 1) {
        start sign-in with app = app
        let who = "ada@x.example"
        use all
        expect success and factors is kinds
      }
      flow "both" {
        start sign-in at app "crm" with zone = "office"
        let who = "ada@x.example"
        use all
        expect success and factors is 2
      }

      """
    let file = try folder.write("a.flow", AppOrg.text() + AppOrg.profile + flows)
    let run = await Shell()("test", file)
    #expect(run.status == .success && run.output.contains("4 flows: 4 passed"), "\(run.all)")
    let formatted = await Shell()("fmt", file)
    #expect(formatted.status == .success, "\(formatted.all)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("  start sign-in at app \"crm\" with zone = \"office\"\n"), "\(text)")
  }

  @Test("An app that the org doesn't have is reported by `check`, and by the run")
  func unknown() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "a.flow", AppOrg.text() + AppOrg.profile + AppOrg.flow("payrol", Self.ada, "success"))
    let check = await Shell()("check", file)
    #expect(check.all.contains("did you mean `payroll`?"), "\(check.all)")
    let run = await Shell()("run", file)
    #expect(run.status != .success && run.all.contains("the org has no app `payrol`"), "\(run.all)")
  }

  @Test("An org with a single app has no other one", arguments: ["app \"wiki\" { }", ""])
  func single(app: String) async throws {
    let folder = try TemporaryFolder()
    let org = """
      org acme {
        user "ada@x.example" { password "Correct-Horse-1" }
        sign-on { require password }
        \(app)
      }

      """
    for (name, isRight) in [("wiki", !app.isEmpty), ("crm", false)] {
      let flow = AppOrg.flow(name, Self.ada, "success")
      let run = await Shell()(
        "run", try folder.write("a.flow", org + AppOrg.profile + flow))
      #expect((run.status == .success) == isRight, "\(run.all)")
      #expect(run.all.contains("the org has no app `\(name)`") != isRight, "\(run.all)")
    }
  }

  @Test("A real issuer refuses `app`, because it knows the app by the client id")
  func issuer() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "a.flow", "start sign-in at app \"x\"\non identify answer identifier = \"a\"\n")
    let run = await Shell()(
      "run", file, "--issuer", "https://org.example", "--client-id", "a", "--redirect-uri", "a:/b")
    #expect(run.all.contains("simulated-only"), "\(run.all)")
  }

  @Test("Mistakes in apps are reported at their place, each once", arguments: mistakes)
  func reported(text: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let org = """
      org acme {
        authenticators password, email
        user "ada@x.example" { password "Correct-Horse-1"; groups staff }
        \(text)
      }

      """
    let check = await Shell()("check", try folder.write("a.flow", org))
    #expect(check.status == .wrongScript && check.output.count(of: message) == 1, "\(check.all)")
  }

  static let mistakes = [
    ("app \"a\" { sign-on-policy \"strong\" }", "this org has no sign-on policy `strong`"),
    ("app \"a\" { }\napp \"a\" { }", "there are two apps `a`"),
    ("app { }\napp \"b\" { }", "an app needs a name if the org has several"),
    (
      "app \"a\" { client-id \"x\" }\napp \"b\" { client-id \"x\" }",
      "two apps have the client id `x`"
    ),
    ("app \"a\" { client-id \"b\" }\napp \"b\" { }", "two apps have the client id `b`"),
    ("sign-on-policy \"p\" { sign-on { require passwrd } }", "did you mean `password`?"),
    ("sign-on-policy { }", "a sign-on policy needs a name"),
    (
      "sign-on-policy \"p\" { sign-on { deny } }\nsign-on-policy \"p\" { sign-on { deny } }",
      "there are two sign-on policies `p`"
    ),
    ("sign-on-policy \"p\" { }", "a sign-on policy needs a `sign-on` rule"),
    (
      "sign-on-policy \"p\" { sign-on { deny } }\napp \"a\" { sign-on-policy \"p\"; sign-on-policy \"p\" }",
      "`sign-on-policy` is set twice"
    ),
    (
      "sign-on-policy \"p\" { sign-on { deny } }\napp \"a\" { sign-on-policy \"p\"; sign-on { deny } }",
      "an app has either its own rules"
    ),
    ("sign-on-policy \"p\" { sign-on { deny }; frob }", "unknown-setting"),
    ("app \"a\" { sign-on { when groop staff; require password } }", "expected a condition"),
    ("app \"a\" { assigned role staff }", "expected `group` or `user`"),
    ("app \"a\" { assigned }", "`assigned` can't be written like this"),
    ("app \"a\" { assigned user \"nobody@x.example\" }", "this org has no user `nobody@x.example`"),
    ("enrollment { when app \"b\"; optional email }\napp \"a\" { }", "this org has no app `b`"),
    (
      "sign-on { when app \"a\"; require password }\napp \"a\" { }",
      "only `enrollment` and `routing` have"
    ),
    ("app \"a\" { user \"x\" { } }", "unknown-setting"),
    ("app \"a\" { sign-on { deny } }\nsign-on { require passwrd }", "did you mean `password`?"),
    ("app \"a\" { registration { } }\nregistration { frob }", "unknown-setting"),
    (
      "app \"a\" { }\napp \"b\" { registration { profile frob } }", "a sign-up must ask for `email`"
    ),
  ]

  @Test("An app with its own registration lets users sign up, and the others don't")
  func registration() async throws {
    let folder = try TemporaryFolder()
    let org = AppOrg.text(
      wiki: "sign-on { require password }; registration { profile email }")
    let routes = await Shell()("explore", try folder.write("b.flow", org), "--app", "wiki")
    #expect(routes.output.contains("anyone who signs up"), "\(routes.all)")
    let others = await Shell()("explore", folder.path + "/b.flow", "--app", "crm")
    #expect(!others.output.contains("anyone who signs up"), "\(others.all)")
  }

  @Test("An enrollment rule can be for some apps")
  func enrollment() async throws {
    let folder = try TemporaryFolder()
    let org = AppOrg.text(
      wiki: "sign-on { require password }",
      more: """
        enrollment "wiki" { when app "wiki" and not group staff; required phone }
          enrollment { optional email; ask never }
        """)
    for (app, step) in [("wiki", "enroll-authenticator phone"), ("crm", "challenge email")] {
      let flow = """
        flow "\(app)" {
          start sign-in at app "\(app)"
          on identify answer identifier = "bob@x.example"
          on challenge password answer passcode = "Correct-Horse-1"
          on select-authenticator-enroll choose phone
          otherwise stop
          expect stopped and path contains challenge password
        }

        """
      let run = await Shell()("run", try folder.write("\(app).flow", org + flow), "--trace")
      #expect(run.status == .success, "\(run.all)")
      #expect(run.all.contains("enroll") == (app == "wiki"), "\(step) \(run.all)")
    }
  }

  @Test("Coverage counts a rule that two apps share once, and the rules of each app")
  func coverage() async throws {
    let folder = try TemporaryFolder()
    let text =
      AppOrg.text() + AppOrg.profile + AppOrg.flow("crm", Self.ada, "success")
      + AppOrg.flow("wiki", Self.bob, "success")
    let run = await Shell()("test", try folder.write("a.flow", text), "--coverage")
    #expect(!run.output.contains("`staff` decides"), "\(run.output)")
    #expect(!run.output.contains("sign-on rule for everybody decides"), "\(run.output)")
    #expect(run.output.contains("not assigned"), "\(run.output)")
    #expect(run.output.contains("rest"), "\(run.output)")
  }
}
