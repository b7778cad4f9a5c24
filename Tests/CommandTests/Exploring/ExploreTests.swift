import CommandSupport
import FlowCLI
import FlowWire
import Testing

/// `flow explore` and `flow diff`.
@Suite struct ExploreTests {
  @Test("The built-in org's ways in are told")
  func demo() async {
    let run = await Shell()("explore")
    #expect(run.status == .success)
    #expect(run.output.contains("password, then email  → signed in, rule staff"), "\(run.all)")
    #expect(run.output.contains("whoever signs up"))
    let whole = await Shell()("explore", "--all", "--user", "jane@example.com")
    #expect(whole.output.contains("→ locked out"), "\(whole.all)")
    #expect(!whole.output.contains("sam@example.com"))
  }

  @Test("Every flow that is written passes, and covers the ways it was written for")
  func written() async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("explore", "--write", folder.path + "/routes")
    #expect(run.status == .success, "\(run.all)")
    let tested = await Shell()(
      "test", folder.path + "/routes", "--root", folder.path)
    #expect(tested.status == .success, "\(tested.all)")
    #expect(tested.output.contains("9 passed"))
    let again = await Shell()("explore", "--write", folder.path + "/routes")
    #expect(again.status == .success && again.output.isEmpty, "\(again.all)")
    let other = try folder.write("other/jane-example-com.flow", "on identify submit\n")
    let refused = await Shell()("explore", "--write", folder.path + "/other")
    #expect(refused.status == .usage && refused.errors.contains(other), "\(refused.all)")
  }

  @Test("An org in a file is imported from where the flows are")
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

  @Test("Pictures and JSON tell the same", arguments: ["json", "mermaid", "dot", "svg"])
  func formats(format: String) async throws {
    let run = await Shell()("explore", "--format", format)
    #expect(run.status == .success)
    let begin = ["json": "{", "mermaid": "stateDiagram", "dot": "digraph", "svg": "<svg"][format]
    #expect(run.output.contains(begin ?? "?"), "\(run.all)")
    guard format == "json" else { return }
    let json = try JSON(parsing: Array(run.output.utf8))
    #expect(json["complete"] == true)
    #expect((json["walks"]?.array?.count ?? 0) == 4)
  }

  @Test("What can't be is refused in words")
  func faults() async {
    let user = await Shell()("explore", "--user", "jan@example.com")
    #expect(user.status == .usage && user.errors.contains("did you mean `jane@example.com`?"))
    let format = await Shell()("explore", "--format", "jsn")
    #expect(format.status == .usage && format.errors.contains("did you mean `json`?"))
    let states = await Shell()("explore", "--states", "0")
    #expect(states.status == .usage)
    let few = await Shell()("explore", "--states", "5")
    #expect(few.status == .success && few.errors.contains("not complete"), "\(few.all)")
    let missing = await Shell()("audit", "no-such.flow")
    #expect(missing.status == .wrongScript && missing.errors.contains("file-not-found"))
  }

  // MARK: Differences

  private func diff(_ old: String, _ new: String, _ more: String...) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let paths = [try folder.write("old.flow", old), try folder.write("new.flow", new)]
    return await Shell(drawsAnew: true)(["diff"] + paths + more)
  }

  @Test("An org differs in nothing from itself, whatever its rules are called")
  func same() async throws {
    for base in WeakOrgs.bases {
      let text = WeakOrgs.Parts(base).text
      let renamed = text.replacing("sign-on \"staff\"", with: "sign-on \"people\"")
      let run = try await diff(text, renamed)
      #expect(run.status == .success, "\(run.all)")
      #expect(run.output == "no difference in who gets in by what\n")
    }
  }

  @Test("A change is told, and nothing else")
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
    #expect(table.output.contains("| weaker | sam@acme.example | password is now enough |"))
    let json = try await diff(old.text, new.text, "--format", "json")
    #expect(json.output.contains("\"weaker\":true"))
  }

  @Test("A claim of the new org may foresee what is weaker")
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
}
