import FlowDiagnostics
import CommandSupport
import FlowCLI
import FlowSyntax
import FlowTerminal
import PolicyExplorer
import Testing

/// `flow audit`: its findings in orgs with one weakness each, and none in others.
@Suite struct AuditTests {
  private static let cases = WeakOrgs.bases.indices.flatMap { base in
    WeakOrgs.all.indices.map { (base, $0) }
  }

  @Test("A weakness is found, and its flow shows it", arguments: cases)
  func weak(base: Int, weakness: Int) async throws {
    let weakness = WeakOrgs.all[weakness]
    let parts = weakness.change(WeakOrgs.Parts(WeakOrgs.bases[base]))
    let folder = try TemporaryFolder()
    let org = try folder.write("org.flow", parts.text)
    let run = await Shell(drawsAnew: true)(
      "audit", org, "--json", "--write", folder.path + "/witnesses")
    #expect(run.status == .failed, "\(weakness.name): \(run.all)")
    #expect(run.output.contains("\"\(weakness.id)\""), "\(weakness.name): \(run.all)")
    // An unreachable rule has no route, and its finding has no route to show.
    guard run.errors.contains("witnesses/") else {
      #expect(weakness.id == "policy-rule-shadowed" || weakness.id == "enrollment-impossible")
      return
    }
    let tested = await Shell(drawsAnew: true)(
      "test", folder.path + "/witnesses", "--root", folder.path)
    #expect(tested.status == .success, "\(weakness.name): \(tested.all)")
  }

  @Test("A sound org has no finding", arguments: WeakOrgs.bases.indices)
  func sound(base: Int) async throws {
    let run = try await audit(WeakOrgs.Parts(WeakOrgs.bases[base]).text)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output == "claim \"everybody shows two kinds\" holds\nacme: 0 findings\n")
  }

  @Test("A sound org stays sound, however it is written", arguments: 0..<5, 0..<5)
  func soundVariants(base: Int, variant: Int) async throws {
    var parts = WeakOrgs.Parts(WeakOrgs.bases[base])
    switch variant {
    case 0: parts.rules.swapAt(0, 1)
    case 1: parts.more.append("recovery { deny password, unlock }")
    case 2: parts.rules.insert("sign-on \"late\" { when risk high; deny }", at: 0)
    case 3:
      parts.users.append("user \"gone@acme.example\" { groups staff; status suspended }")
    default:
      parts.rules.insert(
        "sign-on \"desk\" { when group admins and zone \"office\"; require password and webauthn }",
        at: 0)
    }
    let run = try await audit(parts.text)
    #expect(run.status == .success, "\(run.all)")
  }

  private func audit(_ text: String, _ more: String...) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let org = try folder.write("org.flow", text)
    return await Shell(drawsAnew: true)(["audit", org] + more)
  }

  @Test("A claim is about the users it names, and lists what it can't check")
  func claims() async throws {
    let org = WeakOrgs.Parts(WeakOrgs.bases[0]).text
    let held = """
      claim "a" { for user in group admins; always used webauthn; never used "phone via sms" }
      claim "b" { for user in user "SAM@acme.example"; possible success and rule is "staff" }
      claim "c" { always held-kinds >= 2 and not recovered and (kinds is 2 or kinds > 2) }
      claim "d" { for user in group staff, admins; possible success and zone is "office" }
      """
    let good = try await audit(org + held)
    #expect(good.output.contains("broken-claim") == false, "\(good.all)")
    let onDevice = try await audit(
      """
      org acme {
        authenticators password, email
        sign-on { require password }
        session-policy { mfa per device }
        user "sam@acme.example" { password "Correct-Horse-1" }
      }
      claim "g" { always kinds >= 2 or remembered; possible remembered and kinds is 1 }
      claim "h" { always kinds >= 2 }
      """)
    #expect(onDevice.lines.count { $0.contains("[broken-claim]") } == 1, "\(onDevice.all)")
    #expect(
      onDevice.output.contains("`always kinds >= 2` doesn't hold: sam@acme.example gets in"),
      "\(onDevice.all)")
    #expect(onDevice.output.contains("remembered = \"sam@acme.example\""), "\(onDevice.all)")
    let broken = try await audit(
      org + "claim \"e\" { for user in group staff; never used phone; possible used webauthn }",
      "--json")
    #expect(broken.lines.count { $0.contains("broken-claim") } == 2, "\(broken.all)")
    let unknown = try await audit(org + "claim \"f\" { always kind >= 2; never offers email }")
    #expect(unknown.status == .wrongScript)
    #expect(unknown.errors.contains("error[unknown-fact]"), "\(unknown.all)")
    #expect(unknown.errors.contains("did you mean `kinds`?"))
    #expect(unknown.errors.contains("error[not-yet]"))
  }

  @Test("A policy's name isn't a secret")
  func names() async throws {
    let run = try await audit(
      """
      org acme {
        authenticators password, email
        user "ann@acme.example" { password "Correct-Horse-1"; groups staff }
        passwords "staff" { when group staff; min-length 8 }
        sign-on "staff" { when group staff; require password and email }
        recovery { password by email }
      }
      """)
    #expect(run.output.contains("by the rule `staff` with only email"), "\(run.all)")
    #expect(run.output.contains("sign-on \"staff\" {") && !run.output.contains("•"), "\(run.all)")
  }

  @Test("The org's secrets are in no output")
  func secrets() async throws {
    let parts = WeakOrgs.all[0].change(WeakOrgs.Parts(WeakOrgs.bases[1]))
    let text = parts.text.replacing("password \"Correct-Horse-1\"", with: "password secret PW")
    let folder = try TemporaryFolder()
    let org = try folder.write("org.flow", text)
    let secrets = try folder.write("s.env", "PW=Canary-In-The-Mine-7\n")
    for format in ["text", "json", "sarif", "github"] {
      let run = await Shell(drawsAnew: true)(
        "audit", org, "--secrets", secrets, "--format", format, "--write",
        folder.path + "/" + format)
      #expect(run.status == .failed)
      #expect(!run.all.contains("Canary"))
      #expect(!run.output.contains("JBSWY3DPEHPK3PXP"))
    }
    let explored = await Shell(drawsAnew: true)(
      "explore", org, "--secrets", secrets, "--format", "json", "--all")
    #expect(explored.status == .success && !explored.all.contains("Canary"))
  }

  @Test("Every finding of an audit has a page, and SARIF includes it")
  func ids() async throws {
    let parts = WeakOrgs.all[4].change(WeakOrgs.Parts(WeakOrgs.bases[0]))
    let run = try await audit(parts.text, "--format", "sarif")
    #expect(run.output.contains("\"ruleId\":\"no-way-in\""), "\(run.all)")
    #expect(run.output.contains("\"startLine\":4"))
    let named: [ProblemKind] = [
      .brokenClaim, .enrollmentImpossible, .noWayIn, .policyRuleShadowed, .weakMethod, .weakerRoute,
    ]
    for kind in named {
      let page = await Shell()("explain", kind.id)
      #expect(page.status == .success && page.output.hasPrefix("\(kind.id): "))
      #expect(WeakOrgs.all.contains { $0.id == kind.id })
    }
    let others: [ProblemKind] = [
      .denyBypassed, .groupGetsLess, .longSession, .openRegistration, .privilegeInversion,
      .riskInversion, .ruleNeverDecides, .sameKind,
    ]
    for kind in others { #expect(Mutation.all.contains { $0.finding == kind.id }) }
    for kind in others + [.acceptanceExpired, .acceptanceUnused] {
      #expect(await Shell()("explain", kind.id).status == .success)
    }
  }

  @Test(
    "The rules of the session policy are compared like the rules of the sign-on policy",
    arguments: [
      (
        "risk-inversion",
        "session-policy \"office\" { when zone \"office\"; mfa always }\nsession-policy \"rest\" { }"
      ),
      (
        "privilege-inversion",
        "session-policy \"staff\" { when group staff and not user \"bob@x.example\"; mfa always }"
      ),
      (
        "group-gets-less",
        "session-policy \"staff\" { when group staff }\nsession-policy \"rest\" { mfa always }"
      ),
      (
        "deny-bypassed",
        "session-policy \"staff\" { when group staff }\n"
          + "session-policy \"far\" { when zone \"far\"; deny }"
      ),
    ])
  func sessionRules(id: String, rules: String) async throws {
    let run = try await audit(
      """
      org x {
        authenticators password, google-otp
        zone "office" { ip "10.0.0.0/8" }
        zone "far" { ip "192.0.2.0/24" }
        user "ann@x.example" { password "Correct-Horse-1"; google-otp "JBSWY3DPEHPK3PXP" }
        user "bob@x.example" {
          password "Correct-Horse-1"
          google-otp "JBSWY3DPEHPK3PXP"
          groups staff
        }
        enrollment { required password; ask never }
        sign-on { require password }
        \(rules)
      }
      """)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.output.contains("warning[\(id)]: the session rule "), "\(run.all)")
  }

  // MARK: Accepted and earlier findings

  private static let weak = """
    org acme {
      authenticators password, phone via sms
      user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230100" }
      sign-on "all" { require password and phone }
      recovery { password by phone }

    """

  @Test("A finding that the org accepts is listed, and doesn't fail the audit")
  func accepted() async throws {
    let plain = try await audit(Self.weak + "}\n", "--json")
    let fingerprint = try #require(
      plain.output.firstMatch(of: /"fingerprint":"([0-9a-f]{12})"/)
    ).1
    for name in ["weaker-route", "\(fingerprint)", "weaker-route \(fingerprint)"] {
      let run = try await audit(
        Self.weak + "  accept \"\(name)\" \"phones are locked\" until \"2999-01-31\"\n}\n")
      #expect(run.status == .success, "\(run.all)")
      #expect(run.output.contains("accepted until 2999-01-31: ann@acme.example gets in"))
      #expect(run.output.contains("(phones are locked)"))
      #expect(run.output.hasSuffix("acme: 0 findings, 1 accepted\n"))
    }
    let sarif = try await audit(
      Self.weak + "  accept \"weaker-route\" \"phones are locked\"\n}\n", "--format", "sarif")
    #expect(
      sarif.output.contains("\"suppressions\":[{\"kind\":\"inSource\","), "\(sarif.all)")
    #expect(sarif.output.contains("\"partialFingerprints\":{\"flow/v1\":\"\(fingerprint)\"}"))
  }

  @Test("An acceptance that has expired, or accepts nothing, is a finding")
  func badAcceptances() async throws {
    let over = try await audit(
      Self.weak + "  accept \"weaker-route\" \"for now\" until \"2020-01-31\"\n}\n")
    #expect(over.status == .failed)
    #expect(over.output.contains("warning[acceptance-expired]"), "\(over.all)")
    #expect(over.output.contains("warning[weaker-route]"))
    let unused = try await audit(
      Self.weak + "  accept \"weaker-route 000000000000\" \"as ever\"\n}\n")
    #expect(unused.status == .failed)
    #expect(unused.output.contains("warning[acceptance-unused]"), "\(unused.all)")
    let slip = try await audit(Self.weak + "  accept \"weeker-route\" \"as ever\"\n}\n")
    #expect(slip.output.contains("did you mean `weaker-route`?"), "\(slip.all)")
    let nobody = try await audit("org x { sign-on { require password } }\n")
    #expect(nobody.status == .failed)
    #expect(nobody.errors.contains("the org has no users to sign in as"), "\(nobody.all)")
    for line in [
      "accept \"weaker-route\"", "accept \"x\" \"y\" until \"soon\"", "accept \"x\" \"\"",
    ] {
      let wrong = try await audit(Self.weak + "  \(line)\n}\n")
      #expect(wrong.status == .wrongScript, "\(wrong.all)")
    }
  }

  @Test("Earlier findings don't fail the audit, and stay known under new names and lines")
  func baseline() async throws {
    let folder = try TemporaryFolder()
    let old = try await audit(Self.weak + "}\n", "--json")
    let file = try folder.write("old.json", old.output)
    let moved = "\n# moved\n" + Self.weak.replacing("ann@acme", with: "bea@acme") + "}\n"
    let same = try await audit(moved, "--baseline", file)
    #expect(same.status == .success, "\(same.all)")
    #expect(same.output == "acme: 0 findings, 1 as before\n")
    let more = try await audit(
      Self.weak + "  keep-me-signed-in asked { lifetime 90 days }\n}\n", "--baseline", file)
    #expect(more.status == .failed)
    #expect(more.output.contains("warning[long-session]"), "\(more.all)")
    #expect(!more.output.contains("warning[weaker-route]"))
    let mended = try await audit(
      Self.weak.replacing("  recovery { password by phone }\n", with: "") + "}\n", "--baseline",
      file)
    #expect(mended.output == "acme: 0 findings, 1 gone\n", "\(mended.all)")
    let broken = try folder.write("broken.json", "no JSON\n")
    for file in [broken, folder.path + "/none.json"] {
      let run = try await audit(Self.weak + "}\n", "--baseline", file)
      #expect(run.status == .usage, "\(run.all)")
    }
  }

  @Test("JSON names the users, the route and its flow")
  func json() async throws {
    let run = try await audit(Self.weak + "}\n", "--json")
    #expect(run.output.contains("\"users\":[\"ann@acme.example\"]"), "\(run.all)")
    #expect(run.output.contains("\"route\":[\"forgot the password\""))
    #expect(run.output.contains("\"witness\":\"flow "))
    #expect(!run.output.contains("Correct-Horse"))
  }

  @Test("Users who avoid only the session policy are reported with its rule")
  func roundTheSession() async throws {
    let run = try await audit(
      """
      org one {
        authenticators password, email, google-otp
        session-policy "inside" { require password }
        sign-on { require possession }
        recovery { password by email }
        user "ben@acme.example" { password "Correct-Horse-1"; google-otp "JBSWY3DPEHPK3PXP" }
      }
      """, "--format", "json")
    #expect(
      run.output.contains("gets in by the session rule `inside` with only email"), "\(run.all)")
    #expect(run.output.contains("\"line\":3"), "\(run.all)")
    #expect(!run.output.contains("the rule `default`"))
  }

  @Test("Users who are denied before any rule applies are reported with the org's message")
  func keptOut() async throws {
    let run = try await audit(
      """
      org one {
        authenticators password, email
        sign-in identifier-and-password
        sign-on { require email }
        recovery { deny password, unlock }
        user "dee@acme.example"
        user "ben@acme.example" { password "Correct-Horse-1" }
      }
      """)
    #expect(run.output.contains("dee@acme.example can't get in: refused: 'passcode' is required."))
    #expect(!run.output.contains("the rule"))
    #expect(!run.output.contains("ben@acme.example can't"))
  }

  @Test(
    "A rule that never applies is reported with the rule that covers it, however many groups exist")
  func shadowed() async throws {
    let folder = try TemporaryFolder()
    let rules = (1...14).map { "sign-on \"g\($0)\" { when group g\($0); require password }" }
    let zones = (1...8).map { "zone \"z\($0)\" { ip \"10.\($0).0.0/16\" }" }
    let ofZones = (1...8).map { "sign-on \"in\($0)\" { when zone \"z\($0)\"; require password }" }
    let org = try folder.write(
      "org.flow",
      PlainOrg.text(
        (zones + ["sign-on \"at z1\" { when zone \"z1\" and group staff; require password }"]
          + rules + ["sign-on \"again\" { when group g14; require password }"] + ofZones
          + ["sign-on \"in again\" { when zone \"z8\"; deny }"]).joined(separator: "\n  ")))
    let run = await Shell(drawsAnew: true)("audit", org, "--time", "20s")
    #expect(
      run.output.contains("`again` never decides: `g14` decides first for everyone"), "\(run.all)")
    #expect(run.output.contains("`in again` never decides: `in8` decides first for everyone"))
    #expect(run.lines.count { $0.contains("[policy-rule-shadowed]") } == 2, "\(run.all)")
    let between = try folder.write(
      "between.flow",
      PlainOrg.text(
        "zone \"z\" { ip \"10.0.0.0/8\" }\n  sign-on \"in\" { when zone \"z\"; require password }\n"
          + "  sign-on \"out\" { when not zone \"z\"; require password }\n"
          + "  sign-on \"none\" { when group staff; require password }"))
    let both = await Shell(drawsAnew: true)("audit", between)
    #expect(
      both.output.contains("`in` and `out` together decide first for everyone"), "\(both.all)")
  }

  @Test("Each rule that requires an authenticator that no one can enroll is reported")
  func impossible() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      """
      org acme {
        authenticators password, okta-verify
        okta-verify { enroll never }
        user "ann@acme.example" { password "Correct-Horse-1"; groups staff }
        user "bob@acme.example" { password "Correct-Horse-1" }
        enrollment "staff" { when group staff; required okta-verify }
        enrollment { required okta-verify within 3 skips }
        sign-on { require password }
      }
      """)
    let run = await Shell(drawsAnew: true)("audit", org)
    #expect(run.lines.count { $0.contains("[enrollment-impossible]") } == 2, "\(run.all)")
  }
}
