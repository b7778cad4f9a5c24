import CommandSupport
import FlowDiagnostics
import FlowHTTP
import FlowTerminal
import PolicyExplorer
import Testing

/// `flow gate`: whether a change of an org may be merged.
@Suite("flow gate") struct GateTests {
  private struct Versions {
    let folder: TemporaryFolder
    let old: String
    let new: String

    init(_ old: String, _ new: String) throws {
      folder = try TemporaryFolder()
      self.old = try folder.write("old.flow", old)
      self.new = try folder.write("new.flow", new)
    }

    func gate(_ options: String...) async -> Shell.Outcome {
      await Shell()(["gate", old, new] + options)
    }
  }

  @Test("Only something weaker stops a change, unless it is allowed")
  func weaker() async throws {
    let same = await (try Versions(StaffOrg.text(), StaffOrg.text())).gate()
    #expect(same.status == .success, "\(same.all)")
    #expect(same.output.contains("everyone gets in by the same methods"), "\(same.all)")
    let lax = try Versions(StaffOrg.text(), StaffOrg.text("require password"))
    let weaker = await lax.gate()
    #expect(weaker.status == .failed && weaker.output.contains("weaker: ada"), "\(weaker.all)")
    #expect(!weaker.all.contains("Correct-Horse-1"), "\(weaker.all)")
    let strict = await (try Versions(StaffOrg.text("require password"), StaffOrg.text())).gate()
    #expect(strict.status == .success && strict.output.contains("stronger: ada"), "\(strict.all)")
    let claim = "claim \"staff\" { for user in group staff; always used password }"
    let allowed = try Versions(
      StaffOrg.text(), StaffOrg.text("require password", claims: claim))
    let passed = await allowed.gate("--allow", "staff")
    #expect(passed.status == .success, "\(passed.all)")
  }

  @Test("A finding is reported only if it is new")
  func findings() async throws {
    let weak = "recovery { password by email }\nlockout { after 3 attempts }"
    let claim = "claim \"mail\" { never used email }"
    let email = "require password and email"
    let known = await
      (try Versions(
        StaffOrg.text(email, more: weak), StaffOrg.text(email, more: weak))).gate()
    #expect(known.status == .success && known.output.contains("as before"), "\(known.all)")
    let new = await (try Versions(StaffOrg.text(email), StaffOrg.text(email, more: weak))).gate()
    #expect(new.status == .failed && new.output.contains("weaker-route"), "\(new.all)")
    // A claim must hold, even if it didn't hold before.
    let both = StaffOrg.text(email, claims: claim)
    let broken = await (try Versions(both, both)).gate()
    #expect(broken.status == .failed && broken.output.contains("broken-claim"), "\(broken.all)")
  }

  @Test("A part that a version lacks stops a change; if both lack it, it can be accepted")
  func gaps() async throws {
    let gap = "gap \"the export lacks zones\""
    let (whole, part) = (StaffOrg.text(), StaffOrg.text(more: gap))
    let both = try Versions(part, part)
    let run = await both.gate()
    #expect(run.status == .failed && run.errors.contains("lacks zones"), "\(run.all)")
    let accepted = await both.gate("--accept-gaps")
    #expect(accepted.status == .success && !accepted.errors.contains("lacks"), "\(accepted.all)")
    for (old, new) in [(whole, part), (part, whole)] {
      let one = await (try Versions(old, new)).gate("--accept-gaps")
      #expect(one.status == .failed && one.errors.contains("lacks zones"), "\(one.all)")
    }
  }

  @Test("Two exports are compared, with the claims of a file")
  func exports() async throws {
    let folder = try TemporaryFolder()
    for (name, text) in [("a", StaffOrg.text()), ("b", StaffOrg.text("require password"))] {
      let file = try folder.write("\(name).flow", text)
      let run = await Shell()("export", "okta", file, "--output", folder.path + "/" + name)
      #expect(run.status == .success, "\(run.all)")
    }
    let (old, new) = (folder.path + "/a", folder.path + "/b")
    let same = await Shell()("gate", old, old)
    #expect(same.status == .success, "\(same.all)")
    let weaker = await Shell()("gate", old, new, "--format", "markdown")
    #expect(weaker.status == .failed, "\(weaker.all)")
    #expect(weaker.output.contains("## ❌") && weaker.output.contains("| weaker |"), "\(weaker.all)")
    let claims = try folder.write("c.flow", "claim \"two\" { always kinds >= 2 }\n")
    let holds = await Shell()("gate", old, old, "--claims", claims)
    #expect(holds.output.contains("claim \"two\" holds"), "\(holds.all)")
    let broken = await Shell()("gate", new, new, "--claims", claims)
    #expect(broken.status == .failed && broken.output.contains("broken-claim"), "\(broken.all)")
    let wrong = try folder.write("d.flow", "claim \"two\" { always kidns >= 2 }\n")
    let typo = await Shell()("gate", old, old, "--claims", wrong)
    #expect(typo.status == .wrongScript && typo.all.contains("did you mean"), "\(typo.all)")
    let script = await Shell()("gate", old, folder.path + "/a.flow", "--claims", claims)
    #expect(script.status == .usage && script.errors.contains("is a script"), "\(script.all)")
    let empty = try folder.write("e.json", "{\"a\": 1}")
    let nothing = await Shell()("gate", old, empty)
    #expect(
      nothing.status == .wrongScript && nothing.errors.contains("no answer"), "\(nothing.all)")
    let missing = await Shell()("gate", old, folder.path + "/none")
    #expect(missing.status != .success && !missing.errors.isEmpty, "\(missing.all)")
  }

  @Test("Formats for a code review have only the new findings")
  func formats() async throws {
    let weak = "recovery { password by email }"
    let email = "require password and email"
    let versions = try Versions(StaffOrg.text(email), StaffOrg.text(email, more: weak))
    let sarif = await versions.gate("--format", "sarif")
    let log = try JSON(parsing: Array(sarif.output.utf8))
    let results = log["runs"]?.array?.first?["results"]?.array ?? []
    #expect(!results.isEmpty && results.allSatisfy { $0["ruleId"] != nil }, "\(sarif.all)")
    let github = await versions.gate("--format", "github")
    #expect(github.output.hasPrefix("::warning file="), "\(github.all)")
    let markdown = await versions.gate("--format", "markdown")
    #expect(markdown.output.contains("- **warning** weaker-route: "), "\(markdown.all)")
    #expect([sarif, github, markdown].allSatisfy { $0.status == .failed })
  }

  @Test("Users who were replaced are compared as if both versions had them")
  func replacedUsers() async throws {
    let org = StaffOrg.text("require password")
    let lax = org.replacing("ada@x.example", with: "bob@x.example")
    let run = await (try Versions(StaffOrg.text(), lax)).gate()
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.output.contains("weaker: ada@x.example and bob@x.example: "), "\(run.all)")
    #expect(run.output.contains("1 new user, 1 user gone"), "\(run.all)")
    let same = StaffOrg.text().replacing("ada@x.example", with: "bob@x.example")
    let equal = await (try Versions(StaffOrg.text(), same)).gate()
    #expect(equal.status == .success, "\(equal.all)")
  }

  @Test("A finding under another name isn't new")
  func renamed() async throws {
    let weak = "recovery { password by email }\nlockout { after 3 attempts }"
    let old = StaffOrg.text("require password and email", more: weak)
    let new = old.replacing("sign-on \"staff\"", with: "sign-on \"people\"")
    let run = await (try Versions(old, new)).gate()
    #expect(run.status == .success && run.output.contains("as before"), "\(run.all)")
    // The same finding for more people is new.
    let more = new.replacing(
      "sign-on { require password and phone }",
      with: """
        user "eve@x.example" { password "Correct-Horse-2"; email "eve@x.example"; groups staff }
        sign-on { require password and phone }
        """)
    let both = await (try Versions(old, more)).gate()
    #expect(both.status == .failed, "\(both.all)")
  }

  @Test("Annotations and SARIF name what became weaker", arguments: ["github", "sarif"])
  func formats(format: String) async throws {
    let lax = try Versions(StaffOrg.text(), StaffOrg.text("require password"))
    let run = await lax.gate("--format", format)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.output.contains(ProblemKind.weakerAccess.id), "\(run.all)")
    #expect(run.output.contains("password is now enough for ada@x.example"), "\(run.all)")
  }

  @Test("A detail that only one version has can't be compared")
  func details() async throws {
    let detail = StaffOrg.text(more: "detail \"Corp laptops: osVersion: 14.2\"")
    let other = StaffOrg.text(more: "detail \"Corp laptops: osVersion: 10.0\"")
    let same = await (try Versions(detail, detail)).gate()
    #expect(same.status == .success, "\(same.all)")
    let changed = await (try Versions(detail, other)).gate()
    #expect(changed.status == .failed && changed.all.contains("osVersion: 10.0"), "\(changed.all)")
    let allowed = await (try Versions(detail, other)).gate("--allow", "detail")
    #expect(allowed.status == .success, "\(allowed.all)")
    #expect(allowed.output.contains("accepted: only the new org"), "\(allowed.all)")
  }
}
