import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

/// Verdicts about orgs with conditions that can't be evaluated.
@Suite("Verdicts about unknown conditions")
struct UnknownTests {
  /// An org by its sign-on rules; ann has a password and a phone.
  private static func org(_ rules: String) -> String {
    """
    org acme {
      authenticators password, email, phone via sms
      user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff }
      user "bob@acme.example" { password "Correct-Horse-1"; phone "+15551230102" }
      recovery { deny password, unlock }
      \(rules)
    }

    """
  }

  /// A claim about an org, and the verdict: the answers that it relies on if it can't be excluded.
  struct Case: Sendable, CustomTestStringConvertible {
    enum Verdict: Sendable, Hashable {
      case holds, broken
      case open([String])
    }

    var testDescription: String
    var rules: String
    var claim: String
    var verdict: Verdict
  }

  private static let strict = "sign-on { require password and phone }"
  private static let mild = "require password"

  static let cases: [Case] = [
    Case(
      testDescription: "no unknown decides", rules: "sign-on { \(mild) }",
      claim: "always kinds >= 2", verdict: .broken),
    Case(
      testDescription: "one unknown lets in with less",
      rules: "sign-on \"x\" { when unknown \"x\"; \(mild) }\n\(strict)",
      claim: "always kinds >= 2", verdict: .open(["if x"])),
    Case(
      testDescription: "a negated unknown lets in with less",
      rules: "sign-on \"x\" { when not unknown \"x\"; \(mild) }\n\(strict)",
      claim: "always kinds >= 2", verdict: .open(["unless x"])),
    Case(
      testDescription: "either answer lets in with less",
      rules: "sign-on \"x\" { when unknown \"x\"; \(mild) }\nsign-on { require email }",
      claim: "always kinds >= 2", verdict: .broken),
    Case(
      testDescription: "no answer lets in with less",
      rules: "sign-on \"x\" { when unknown \"x\"; require password and email }\n\(strict)",
      claim: "always kinds >= 2", verdict: .holds),
    Case(
      testDescription: "an unknown of the other rule doesn't matter",
      rules: "sign-on \"x\" { when zone \"z\" and unknown \"x\"; deny }\n"
        + "sign-on \"y\" { when unknown \"y\"; \(mild) }\n\(strict)",
      claim: "always kinds >= 2", verdict: .open(["if y"])),
    Case(
      testDescription: "two unknowns must be true",
      rules: "sign-on \"x\" { when unknown \"x\" and unknown \"y\"; \(mild) }\n\(strict)",
      claim: "always kinds >= 2", verdict: .open(["if x", "if y"])),
    Case(
      testDescription: "one of two unknowns must be true",
      rules: "sign-on \"x\" { when unknown \"x\", \"y\"; \(mild) }\n\(strict)",
      claim: "always kinds >= 2", verdict: .open(["if x"])),
    Case(
      testDescription: "the same fact twice can't be both true and false",
      rules: "sign-on \"x\" { when unknown \"x\" and not unknown \"x\"; \(mild) }\n\(strict)",
      claim: "always kinds >= 2", verdict: .holds),
    Case(
      testDescription: "the same fact in two rules",
      rules: "sign-on \"a\" { when unknown \"x\"; require password and email }\n"
        + "sign-on \"b\" { when not unknown \"x\"; require password and phone }\n"
        + "sign-on \"c\" { \(mild) }",
      claim: "always kinds >= 2", verdict: .holds),
    Case(
      testDescription: "different facts in two rules",
      rules: "sign-on \"a\" { when unknown \"x\"; require password and email }\n"
        + "sign-on \"b\" { when not unknown \"y\"; require password and phone }\n"
        + "sign-on \"c\" { \(mild) }",
      claim: "always kinds >= 2", verdict: .open(["unless x", "if y"])),
    Case(
      testDescription: "a rule that denies if an unknown is true",
      rules: "sign-on \"x\" { when unknown \"x\"; deny }\nsign-on { \(mild) }",
      claim: "never rule is \"default\"", verdict: .open(["unless x"])),
    Case(
      testDescription: "a route that an unknown may close",
      rules: "sign-on \"x\" { when unknown \"x\"; deny }\nsign-on { \(mild) }",
      claim: "possible success", verdict: .open(["if x"])),
    Case(
      testDescription: "a route that nothing closes",
      rules: "sign-on \"x\" { when unknown \"x\"; \(mild) }\n\(strict)",
      claim: "possible success", verdict: .holds),
    Case(
      testDescription: "a route elsewhere",
      rules: "zone \"z\" { ip \"10.0.0.0/8\" }\n"
        + "sign-on \"x\" { when zone \"z\" and unknown \"x\"; deny }\nsign-on { \(mild) }",
      claim: "possible success", verdict: .holds),
    Case(
      testDescription: "no route under any answer",
      rules: "sign-on \"x\" { when unknown \"x\"; deny }\nsign-on { deny }",
      claim: "possible success", verdict: .broken),
    Case(
      testDescription: "an unknown of the session policy",
      rules: "session-policy { when unknown \"x\"; mfa always }\nsign-on { \(mild) }",
      claim: "always kinds >= 2", verdict: .open(["unless x"])),
    Case(
      testDescription: "a fact may be true of one user and false of another",
      rules: "sign-on \"a\" { when group staff and not unknown \"x\"; \(mild) }\n"
        + "sign-on \"b\" { when not group staff and unknown \"x\"; \(mild) }\n\(strict)",
      claim: "always kinds >= 2", verdict: .open(["unless x"])),
  ]

  private func run(_ command: String, _ text: String, _ more: String...) async throws
    -> Shell.Outcome
  {
    let folder = try TemporaryFolder()
    return await Shell(drawsAnew: true)([command, try folder.write("org.flow", text)] + more)
  }

  @Test("A claim holds, is broken or can't be excluded", arguments: cases)
  func claims(_ one: Case) async throws {
    let text = Self.org(one.rules) + "claim \"c\" { \(one.claim) }\n"
    let run = try await run("audit", text, "--json")
    let claims = run.lines.filter { $0.contains("broken-claim") || $0.contains("\"claim\"") }
    #expect(claims.count == 1, "\(run.all)")
    let line = claims.first ?? ""
    switch one.verdict {
    case .holds: #expect(line.contains("\"holds\":true"), "\(run.all)")
    case .broken:
      #expect(line.contains("\"verdict\":\"broken\",\"relies-on\":[]"), "\(run.all)")
    case .open(let answers):
      #expect(line.contains("\"verdict\":\"cannot be excluded\""), "\(run.all)")
      let reasons = answers.map { answer in
        let words = answer.split(separator: " ")
        return "{\"unknown\":\"\(words[1])\",\"holds\":\(words[0] == "if")}"
      }
      #expect(line.contains("\"relies-on\":[\(reasons.joined(separator: ","))]"), "\(run.all)")
    }
    if one.verdict != .holds { #expect(run.status == .failed, "\(run.all)") }
  }

  @Test("A witness of a world in which an unknown holds runs and ends as stated", arguments: cases)
  func witnesses(_ one: Case) async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow", Self.org(one.rules) + "claim \"c\" { \(one.claim) }\n")
    let run = await Shell(drawsAnew: true)("audit", org, "--write", folder.path + "/witnesses")
    guard run.errors.contains("witnesses/") else { return }
    let tested = await Shell(drawsAnew: true)(
      "test", folder.path + "/witnesses", "--root", folder.path)
    #expect(tested.status == .success, "\(run.all)\n\(tested.all)")
  }

  @Test("The output names the unknown that matters, and its location")
  func text() async throws {
    let reason = "expression: user.profile.costCenter == 'x'"
    let rules = "sign-on \"x\" { when group staff and unknown \"\(reason)\"; \(Self.mild) }"
    let text = Self.org(rules + "\n" + Self.strict) + "claim \"c\" { always kinds >= 2 }\n"
    let audit = try await run("audit", text)
    #expect(audit.status == .failed)
    #expect(
      audit.output.contains(
        "cannot be excluded: if `\(reason)` holds (unknown), `always kinds >= 2` doesn't hold"),
      "\(audit.all)")
    #expect(audit.output.contains("if this holds (unknown)"), "\(audit.all)")
    #expect(audit.output.contains("unknown = \"\(reason)\""), "\(audit.all)")
    #expect(audit.output.contains(", of which 1 cannot be excluded"), "\(audit.all)")
    let sarif = try await run("audit", text, "--format", "sarif")
    #expect(
      sarif.output.contains("\"properties\":{\"verdict\":\"cannot be excluded\""), "\(sarif.all)")
    let routes = try await run("explore", text, "--user", "ann@acme.example")
    #expect(
      routes.lines.contains("  if `\(reason)` holds (unknown)")
        && routes.lines.contains("  unless `\(reason)` holds (unknown)"), "\(routes.all)")
    let json = try await run("explore", text, "--format", "json")
    #expect(json.output.contains("\"relies-on\":[{\"unknown\":\"\(reason)\",\"holds\":true}]"))
  }

  @Test("Findings of any org rely on unknowns, too")
  func findings() async throws {
    let rules = """
      sign-on "x" { when group staff and unknown "x"; require password and google-otp }
      sign-on { require password and phone }
      enrollment { required password }
      """
    let org = Self.org(rules).replacing("phone via sms\n", with: "phone via sms, google-otp\n")
    let shut = try await run("audit", org, "--json")
    let way = try #require(shut.lines.first { $0.contains("no-way-in") }, "\(shut.all)")
    #expect(way.contains("\"relies-on\":[{\"unknown\":\"x\",\"holds\":true}]"), "\(shut.all)")
    #expect(way.contains("ann@acme.example"), "\(shut.all)")
    // Without the fact the rule applies to no one.
    let never = try #require(shut.lines.first { $0.contains("policy-rule-shadowed") })
    #expect(never.contains("\"relies-on\":[{\"unknown\":\"x\",\"holds\":false}]"), "\(shut.all)")
  }

  @Test("A rule that applies under no answer is certain to be shadowed")
  func shadowed() async throws {
    let rules = """
      sign-on "all" { when group staff; require password and phone }
      sign-on "late" { when group staff and unknown "x"; require password and email }
      sign-on { require password and phone }
      """
    let run = try await run("audit", Self.org(rules), "--json")
    let never = run.lines.filter { $0.contains("policy-rule-shadowed") }
    #expect(never.count == 1, "\(run.all)")
    #expect(never.first?.contains("\"relies-on\":[]") == true, "\(run.all)")
  }

  @Test(
    "A difference that depends on one answer says so",
    arguments: [
      (
        "sign-on \"x\" { when unknown \"x\"; require password and email }", "weaker", "if `x` holds"
      ),
      (
        "sign-on \"x\" { when not unknown \"x\"; require password and email }", "weaker",
        "unless `x` holds"
      ),
      ("sign-on \"x\" { when unknown \"x\"; deny }", "stronger", "if `x` holds"),
    ])
  func difference(rule: String, kind: String, answer: String) async throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("old.flow", Self.org(Self.strict))
    let new = try folder.write("new.flow", Self.org(rule + "\n" + Self.strict))
    for (before, after, own) in [
      (old, new, kind), (new, old, kind == "weaker" ? "stronger" : "weaker"),
    ] {
      let run = await Shell(drawsAnew: true)("diff", before, after)
      let changes = run.lines.filter { $0.hasPrefix("weaker: ") || $0.hasPrefix("stronger: ") }
      #expect(!changes.isEmpty)
      #expect(changes.contains { $0.hasPrefix(own) }, "\(run.all)")
      for change in changes { #expect(change.contains("only \(answer) (unknown)"), "\(run.all)") }
      #expect(run.status == (changes.contains { $0.hasPrefix("weaker") } ? .failed : .success))
    }
    let json = await Shell(drawsAnew: true)("diff", old, new, "--format", "json")
    #expect(json.output.contains("\"relies-on\":[{\"unknown\":\"x\""), "\(json.all)")
  }

  @Test(
    "Orgs with the same unknown facts don't differ; another reason is another fact",
    arguments: [("x", true), ("y", false)])
  func reasons(reason: String, isSame: Bool) async throws {
    let folder = try TemporaryFolder()
    func org(_ reason: String) -> String {
      Self.org("sign-on \"x\" { when unknown \"\(reason)\"; \(Self.mild) }\n" + Self.strict)
    }
    let old = try folder.write("old.flow", org("x"))
    let new = try folder.write("new.flow", org(reason))
    let run = await Shell(drawsAnew: true)("diff", old, new)
    #expect(run.status == (isSame ? .success : .failed), "\(run.all)")
    #expect(run.output.contains("no difference: ") == isSame, "\(run.all)")
    if !isSame {
      #expect(
        run.output.contains("only unless `x` holds (unknown) and if `y` holds (unknown)")
          || run.output.contains("only if `y` holds (unknown) and unless `x` holds (unknown)"),
        "\(run.all)")
    }
  }

  @Test("A difference under every answer is certain")
  func certain() async throws {
    let folder = try TemporaryFolder()
    let rule = "sign-on \"x\" { when unknown \"x\"; require password and email }\n"
    let old = try folder.write("old.flow", Self.org(rule + Self.strict))
    let new = try folder.write(
      "new.flow",
      Self.org("sign-on \"x\" { when unknown \"x\"; \(Self.mild) }\nsign-on { \(Self.mild) }"))
    let run = await Shell(drawsAnew: true)("diff", old, new)
    #expect(run.status == .failed)
    #expect(run.output.contains("weaker: "), "\(run.all)")
    #expect(!run.output.contains("now enough, only"), "\(run.all)")
  }

  @Test(
    "Too many unknown conditions to combine make the result incomplete",
    arguments: ["audit", "explore"])
  func tooMany(command: String) async throws {
    func rules(_ setting: String, _ body: String) -> String {
      (0..<20).map { "\(setting) \"\($0)\" { when unknown \"\(setting) \($0)\"; \(body) }\n" }
        .joined()
    }
    let text = Self.org(
      rules("sign-on", "require password and email") + rules("session-policy", "mfa always")
        + Self.strict)
    let run = try await run(command, text)
    #expect(run.status == .failed)
    #expect(run.errors.contains("not complete: "), "\(run.errors)")
    #expect(run.errors.contains("unknown conditions"), "\(run.errors)")
  }

  @Test("Many unknown conditions of one policy are combined")
  func many() async throws {
    let rules = (0..<40).map {
      "sign-on \"r\($0)\" { when unknown \"\($0)\"; require password and email }\n"
    }
    let text = Self.org(rules.joined() + Self.strict) + "claim \"c\" { always kinds >= 2 }\n"
    let run = try await run("audit", text)
    #expect(run.output.contains("claim \"c\" holds"), "\(run.all)")
    #expect(!run.errors.contains("not complete"), "\(run.errors)")
  }

  @Test("`flow explore --write` writes flows for both answers, and they pass")
  func written() async throws {
    let folder = try TemporaryFolder()
    let text = Self.org("sign-on \"x\" { when unknown \"x\"; \(Self.mild) }\n" + Self.strict)
    let org = try folder.write("org.flow", text)
    let run = await Shell(drawsAnew: true)("explore", org, "--write", folder.path + "/routes")
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.errors.contains("no flow can be written"), "\(run.all)")
  }

  @Test("A start that names no unknown condition of the org is refused")
  func misspelled() async throws {
    let text = Self.org("sign-on \"x\" { when unknown \"x\"; \(Self.mild) }\n" + Self.strict)
    let flow = """
      flow "f" {
        against acme
        start sign-in with unknown = "z"
        on identify answer identifier = "ann@acme.example"
      }
      """
    let run = try await run("run", text + flow)
    #expect(run.status != .success)
    #expect(run.all.contains("unknown conditions of this org, which are x"), "\(run.all)")
  }
}
