import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `flow explore` and `flow diff`.
@Suite struct ExploreTests {
  @Test("The built-in org's routes are reported")
  func demo() async {
    let run = await Shell()("explore")
    #expect(run.status == .success)
    #expect(run.output.contains("password, then email  → signed in, rule staff"), "\(run.all)")
    #expect(run.output.contains("anyone who signs up"))
    let whole = await Shell()("explore", "--all", "--user", "jane@example.com")
    #expect(whole.output.contains("→ locked out"), "\(whole.all)")
    #expect(!whole.output.contains("sam@example.com"))
  }

  @Test("The unlocks of a user whose account is locked are listed without --all")
  func locked() async throws {
    let folder = try TemporaryFolder()
    func explore(_ recovery: String) async throws -> [Substring] {
      let org = try folder.write(
        "org.flow",
        """
        org acme {
          authenticators password, email
          user "ann@acme.example" { password "Correct-Horse-1"; status locked }
          user "bob@acme.example" { password "Correct-Horse-1" }
          lockout { after 3 attempts }
          recovery { \(recovery) }
          sign-on { require password }
        }

        """)
      let run = await Shell()("explore", org)
      #expect(run.status == .success, "\(run.all)")
      return run.output.split(separator: "\n")
    }
    let unlock = "    unlock the account, then email  → unlocked, but not signed in"
    let only = try await explore("deny password; unlock by email")
    #expect(
      only.prefix(4) == [
        "ann@acme.example", "  in every circumstance",
        "    no way in while the account is locked", unlock[...],
      ], "\(only)")
    // A user who isn't locked must first give wrong answers, which only --all lists.
    #expect(only.count { $0.contains("unlock") } == 1, "\(only)")
    let both = try await explore("password by email; unlock by email")
    #expect(both.contains(unlock[...]) && !both.contains { $0.contains("no way in") }, "\(both)")
    let none = try await explore("deny password, unlock")
    #expect(none.contains { $0.hasPrefix("    no way in: refused") }, "\(none)")
  }

  @Test("Every written flow passes, and covers the routes it was written for")
  func written() async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("explore", "--write", folder.path + "/routes")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.errors.contains("28 flows cover 28 of the 28 things"), "\(run.errors)")
    let tested = await Shell()(
      "test", folder.path + "/routes", "--root", folder.path, "--coverage")
    #expect(tested.status == .success, "\(tested.all)")
    #expect(tested.output.contains("28 passed"))
    // The routes without a flow lead back to the current position, and were named.
    let missing = tested.lines.drop { $0 != "    transition" }.dropFirst()
      .prefix { $0.hasPrefix("      at ") }
    #expect(!missing.isEmpty)
    for line in missing { #expect(run.errors.contains(line.dropFirst(6)), "\(line)") }
    let again = await Shell()("explore", "--write", folder.path + "/routes")
    #expect(again.status == .success && again.output.isEmpty, "\(again.all)")
    let other = try folder.write("other/jane-example-com.flow", "on identify submit\n")
    let refused = await Shell()("explore", "--write", folder.path + "/other")
    #expect(refused.status == .usage && refused.errors.contains(other), "\(refused.all)")
  }

  @Test("An org in a file is imported relative to the flows")
  func imported() async throws {
    let folder = try TemporaryFolder()
    let parts = WeakOrgs.Parts(WeakOrgs.bases[3])
    let org = try folder.write("orgs/org.flow", parts.text)
    let made = await Shell(drawsAnew: true)("explore", org, "--write", folder.path + "/a/routes")
    #expect(made.status == .success, "\(made.all)")
    let tested = await Shell(drawsAnew: true)(
      "test", folder.path + "/a/routes", "--root", folder.path)
    #expect(tested.status == .success, "\(tested.all)")
  }

  @Test("A file that the org names is found relative to the flows, by explore and by audit")
  func files() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("orgs/pw.txt", "Correct-Horse-1\n")
    let org = try folder.write(
      "orgs/org.flow",
      """
      org acme {
        authenticators password, email
        user "ada@acme.test" { password file "pw.txt" }
        sign-on { require any 1 }
      }
      claim "two kinds of factor" {
        always kinds >= 2
      }

      """)
    for (command, place) in [("explore", "a/routes"), ("audit", "witnesses")] {
      let made = await Shell()(command, org, "--write", folder.path + "/" + place)
      #expect(made.status == (command == "explore" ? .success : .failed), "\(made.all)")
      let tested = await Shell()("test", folder.path + "/" + place, "--root", folder.path)
      #expect(tested.status == .success, "\(made.all)\n\(tested.all)")
    }
  }

  @Test("The routes without flows are written as a few flows, and impossible parts are named")
  func given() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      """
      org acme {
        authenticators password, email, google-otp
        sign-on "desk" { when group staff and device managed; require password }
        sign-on "staff" { when group staff; require password and (email or google-otp) }
        sign-on { deny }
        recovery { password by email }
        lockout { after 3 attempts }
        user "sam@acme.example" { password "Correct-Horse-1"; groups staff }
      }
      """)
    let given = try folder.write(
      "tests/staff.flow",
      """
      import "../org.flow"
      flow "staff" {
        against acme
        on identify answer identifier = "sam@acme.example"
        on challenge password answer passcode = "Correct-Horse-1"
        on challenge email answer code = inbox email
        expect success
      }
      """)
    let run = await Shell(drawsAnew: true)(
      "explore", org, "--write", folder.path + "/more", "--given", given, "--root", folder.path)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.errors.contains("things that users can make the org do"), "\(run.errors)")
    let unreachable = run.errors.split(separator: "\n").drop {
      !$0.contains("no user of the org can reach")
    }
    #expect(
      unreachable.dropFirst().prefix(2).map { $0.split(separator: " (")[0] } == [
        "  sign-on \"staff\" is met by password and google-otp", "  google-otp is verified",
      ], "\(run.errors)")
    // The given flow's own route isn't written again.
    let tested = await Shell(drawsAnew: true)("test", folder.path + "/more", "--root", folder.path)
    #expect(tested.status == .success, "\(tested.all)")
    #expect(!tested.output.contains(": password, then email "), "\(tested.all)")
    let whole = await Shell(drawsAnew: true)(
      "test", folder.path, "--root", folder.path, "--coverage")
    #expect(!whole.output.contains("    condition\n"), "\(whole.all)")
    let alone = await Shell()("explore", org, "--given", given)
    #expect(alone.status == .usage && alone.errors.contains("--write"), "\(alone.all)")
    let piped = await Shell()("explore", "-", "--write", "DIR")
    #expect(piped.status == .usage && piped.errors.contains("needs the org in a file"))
  }

  @Test("The routes on a remembered device are written, too")
  func remembered() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      """
      org acme {
        authenticators password, email
        sign-on { require password }
        session-policy { mfa per device }
        user "sam@acme.example" { password "Correct-Horse-1" }
      }
      """)
    let run = await Shell(drawsAnew: true)("explore", org, "--write", folder.path + "/routes")
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.errors.contains("ways have no flow"), "\(run.errors)")
    let written = try String(
      contentsOfFile: folder.path + "/routes/sam-acme-example.flow", encoding: .utf8)
    let flows = written.components(separatedBy: "\nflow ")
    let remembered = try #require(
      flows.first { $0.hasPrefix("\"password (on a remembered device)") })
    #expect(remembered.contains("start sign-in with remembered = \"sam@acme.example\""))
    #expect(!remembered.contains("email"))
  }

  @Test("An org's secrets stay references in the written flows, which run with them")
  func secrets() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      """
      org acme {
        authenticators password, email
        sign-on { require password and email }
        user "sam@acme.example" { password secret SAM_PASSWORD }
      }
      """)
    let secrets = try folder.write("secrets", "SAM_PASSWORD=explored-canary-1\n")
    let run = await Shell()(
      "explore", org, "--write", folder.path + "/routes", "--secrets", secrets)
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.errors.contains("no flow can be written for"), "\(run.errors)")
    let written = try String(
      contentsOfFile: folder.path + "/routes/sam-acme-example.flow", encoding: .utf8)
    #expect(written.contains("secret SAM_PASSWORD") && !written.contains("explored-canary-1"))
    #expect(!run.all.contains("explored-canary-1"))
  }

  @Test("Explorations end at their time limit, and say so; an audit of them proves nothing")
  func late() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write("org.flow", WeakOrgs.Parts(WeakOrgs.bases[0]).text)
    for command in ["explore", "audit"] {
      let run = await Shell()(command, org, "--time", "0.1ms")
      #expect(run.status == .failed, "\(run.all)")
      #expect(run.errors.contains("when the time was over"), "\(run.all)")
      #expect(!run.output.contains("no-way-in"), "\(run.all)")
    }
  }

  @Test("Each format is available", arguments: ["json", "html", "svg", "mermaid", "dot"])
  func formats(format: String) async throws {
    let run = await Shell()("explore", "--format", format)
    #expect(run.status == .success)
    let begin = [
      "json": "{", "html": "<!doctype html>", "svg": "<svg", "mermaid": "stateDiagram",
      "dot": "digraph",
    ][format]
    #expect(run.output.contains(begin ?? "?"), "\(run.all)")
    guard format == "json" else { return }
    let json = try JSON(parsing: Array(run.output.utf8))
    #expect(json["complete"] == true)
    #expect((json["walks"]?.array?.count ?? 0) == 4)
  }

  @Test("An impossible request is refused with an explanation")
  func faults() async {
    let user = await Shell()("explore", "--user", "jan@example.com")
    #expect(user.status == .usage && user.errors.contains("did you mean `jane@example.com`?"))
    let format = await Shell()("explore", "--format", "jsn")
    #expect(format.status == .usage && format.errors.contains("did you mean `json`?"))
    let states = await Shell()("explore", "--states", "0")
    #expect(states.status == .usage)
    let few = await Shell()("explore", "--states", "5")
    #expect(few.status == .failed && few.errors.contains("not complete"), "\(few.all)")
    let missing = await Shell()("audit", "no-such.flow")
    #expect(missing.status == .wrongScript && missing.errors.contains("file-not-found"))
  }

  // MARK: Differences

  private func diff(_ old: String, _ new: String, _ more: String...) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let paths = [try folder.write("old.flow", old), try folder.write("new.flow", new)]
    return await Shell(drawsAnew: true)(["diff"] + paths + more)
  }

  @Test("An org doesn't differ from itself, whatever its rules are called")
  func same() async throws {
    for base in WeakOrgs.bases {
      let text = WeakOrgs.Parts(base).text
      let renamed = text.replacing("sign-on \"staff\"", with: "sign-on \"people\"")
      let run = try await diff(text, renamed)
      #expect(run.status == .success, "\(run.all)")
      #expect(
        run.output
          == "no difference: everyone gets in by the same methods, in every circumstance\n")
    }
  }

  @Test("A change is reported, and nothing else")
  func changes() async throws {
    let old = WeakOrgs.Parts(WeakOrgs.bases[0])
    var new = old
    new.rules[1] = "sign-on \"staff\" { when group staff; require password }"
    let weaker = try await diff(old.text, new.text)
    #expect(weaker.status == .failed)
    #expect(
      weaker.output.contains("weaker: sam@acme.example: password, now enough"), "\(weaker.all)")
    #expect(weaker.output.contains("1 weaker, 0 stronger"), "\(weaker.all)")
    let stronger = try await diff(new.text, old.text)
    #expect(stronger.status == .success)
    #expect(stronger.output.contains("0 weaker, 1 stronger"), "\(stronger.all)")
    let table = try await diff(old.text, new.text, "--format", "markdown")
    #expect(
      table.output.contains(
        "| sam@acme.example | password is now enough; before: password, then phone via sms |"))
    let json = try await diff(old.text, new.text, "--format", "json")
    #expect(json.output.contains("\"weaker\":true"))
  }

  @Test("A claim of the new org can allow a weaker policy")
  func foreseen() async throws {
    let old = WeakOrgs.Parts(WeakOrgs.bases[0])
    var new = old
    new.rules[1] = "sign-on \"staff\" { when group staff; require password }"
    let claim =
      "claim \"staff by password\" { for user in group staff; always rule is \"staff\" }\n"
    let run = try await diff(old.text, new.text + claim, "--allow", "staff by password")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("now enough, accepted"))
    let unknown = try await diff(old.text, new.text + claim, "--allow", "staff by pasword")
    #expect(unknown.status == .usage)
    #expect(unknown.errors.contains("did you mean `staff by password`?"), "\(unknown.all)")
  }

  @Test(
    "Flows are written and run in a folder relative to the current one, whatever zones are called")
  func relative() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "org.flow",
      PlainOrg.text(
        "zone \"Office, Berlin\" { ip \"10.0.0.0/8\" }\n"
          + "  sign-on \"in\" { when zone \"Office, Berlin\"; require password }\n"
          + "  sign-on { require password and email }"))
    // From the test's folder up to the root and down again.
    let up = String(repeating: "../", count: 32) + folder.path.dropFirst()
    let run = await Shell(drawsAnew: true)("explore", up + "/org.flow", "--write", up + "/out")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.errors.contains("flows cover"), "\(run.all)")
    #expect(!run.errors.contains("cover 0 of"), "\(run.all)")
  }

  @Test("A session that has ended leads to the first page")
  func over() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      PlainOrg.text(
        "sign-on { require password }\n  session-policy { require password; idle 2h }",
        session: "session password 10m ago"))
    let run = await Shell(drawsAnew: true)("explore", org)
    #expect(!run.output.contains("no way in"), "\(run.all)")
    #expect(run.output.contains("with an open session, "), "\(run.all)")
  }
}
