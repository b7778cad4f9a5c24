import CommandSupport
import FlowCLI
import Testing

/// What `flow diff` tells of changes beside those of the sign-on rules.
@Suite struct DiffTests {
  /// A change of one org, as text, and what is told of it; a change back is told the other way round.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: String
    var after: String
    var weaker: [String] = []
    var stronger: [String] = []
  }

  private static func org(_ settings: String, session: String = "") -> String {
    """
    org acme {
      authenticators password, email
      user "ann@acme.example" { password "Correct-Horse-1"; \(session) }
      recovery { deny password, unlock }
      \(settings)
    }
    """
  }

  static let changes = [
    Change(
      testDescription: "a zone that is blocked, with a rule that names it",
      before: org(
        "zone \"z\" { ip \"203.0.113.0/24\"; blocked on }\n"
          + "sign-on { when zone \"z\"; require password }\nsign-on { deny }"),
      after: org(
        "zone \"z\" { ip \"203.0.113.0/24\" }\n"
          + "sign-on { when zone \"z\"; require password }\nsign-on { deny }"),
      weaker: ["password, now enough\n  zone z"]),
    Change(
      testDescription: "a zone that is blocked, and in no rule",
      before: org("zone \"z\" { ip \"203.0.113.0/24\"; blocked on }\nsign-on { require password }"),
      after: org("zone \"z\" { ip \"203.0.113.0/24\" }\nsign-on { require password }"),
      weaker: ["password, now enough\n  zone z"]),
    Change(
      testDescription: "a rule for a zone that is blocked before and after",
      before: org(
        "zone \"z\" { ip \"203.0.113.0/24\"; blocked on }\n"
          + "sign-on { when zone \"z\"; require password and email }\nsign-on { deny }"),
      after: org(
        "zone \"z\" { ip \"203.0.113.0/24\"; blocked on }\n"
          + "sign-on { when zone \"z\"; require password }\nsign-on { deny }")),
    Change(
      testDescription: "devices that are remembered",
      before: org("sign-on { require password }\nsession-policy { mfa always }"),
      after: org("sign-on { require password }\nsession-policy { mfa per device }"),
      weaker: ["password, now enough\n  on a remembered device"]),
    Change(
      testDescription: "a session that counts longer",
      before: org(
        "sign-on { require password and email; reauthenticate always }",
        session: "session password, email 1h ago"),
      after: org(
        "sign-on { require password and email; reauthenticate every 8h }",
        session: "session password, email 1h ago"),
      weaker: ["nothing to prove, now enough\n  with an open session"]),
    Change(
      testDescription: "an org where anybody may sign up",
      before: org("sign-on { require password }"),
      after: org("sign-on { require password }\nregistration { profile email }"),
      weaker: ["whoever signs up: sign up"]),
    Change(
      testDescription: "another identity provider",
      before: org("sign-on { require password and email }"),
      after: org(
        "sign-on { require password and email }\n"
          + "idp \"Harbour\" { signs-in \"ann@acme.example\" }"),
      weaker: ["identity provider Harbour, then email, now enough"]),
  ]

  @Test("Each is told, and its undoing as the contrary", arguments: changes)
  func change(change: Change) async throws {
    let folder = try TemporaryFolder()
    let before = try folder.write("before.flow", change.before)
    let after = try folder.write("after.flow", change.after)
    let there = await Shell(drawsAnew: true)("diff", before, after)
    #expect(
      there.output.contains("\(change.weaker.count) weaker, 0 stronger")
        || change.weaker.isEmpty && there.output.contains("no difference"), "\(there.all)")
    for text in change.weaker { #expect(there.output.contains(text), "\(there.all)") }
    #expect(there.status == (change.weaker.isEmpty ? .success : .failed), "\(there.all)")
    let back = await Shell(drawsAnew: true)("diff", after, before)
    #expect(back.status == .success, "\(back.all)")
    #expect(
      back.output.contains("0 weaker, \(change.weaker.count) stronger")
        || change.weaker.isEmpty && back.output.contains("no difference"), "\(back.all)")
  }

  // MARK: Beside it

  @Test("A rule that never decides is told with the one that takes all, among however many groups")
  func shadowed() async throws {
    let folder = try TemporaryFolder()
    let rules = (1...14).map { "sign-on \"g\($0)\" { when group g\($0); require password }" }
    let zones = (1...8).map { "zone \"z\($0)\" { ip \"10.\($0).0.0/16\" }" }
    let ofZones = (1...8).map { "sign-on \"in\($0)\" { when zone \"z\($0)\"; require password }" }
    let org = try folder.write(
      "org.flow",
      Self.org(
        (zones + ["sign-on \"at z1\" { when zone \"z1\" and group staff; require password }"]
          + rules + ["sign-on \"again\" { when group g14; require password }"] + ofZones
          + ["sign-on \"in again\" { when zone \"z8\"; deny }"]).joined(separator: "\n  ")))
    let run = await Shell(drawsAnew: true)("audit", org, "--time", "20s")
    #expect(run.output.contains("`again` never decides: `g14` takes all that fit it"), "\(run.all)")
    #expect(run.output.contains("`in again` never decides: `in8` takes all that fit it"))
    #expect(run.lines.count { $0.contains("[policy-rule-shadowed]") } == 2, "\(run.all)")
    let between = try folder.write(
      "between.flow",
      Self.org(
        "zone \"z\" { ip \"10.0.0.0/8\" }\n  sign-on \"in\" { when zone \"z\"; require password }\n"
          + "  sign-on \"out\" { when not zone \"z\"; require password }\n"
          + "  sign-on \"none\" { when group staff; require password }"))
    let both = await Shell(drawsAnew: true)("audit", between)
    #expect(both.output.contains("`in` and `out` take all that fit it between them"), "\(both.all)")
  }

  @Test("Each rule that requires what nobody can enrol is told")
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
    #expect(run.lines.count { $0.contains("[enrolment-impossible]") } == 2, "\(run.all)")
  }

  @Test("Flows are written and run in a folder that is named from here, whatever zones are called")
  func relative() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "org.flow",
      Self.org(
        "zone \"Office, Berlin\" { ip \"10.0.0.0/8\" }\n"
          + "  sign-on \"in\" { when zone \"Office, Berlin\"; require password }\n"
          + "  sign-on { require password and email }"))
    // From wherever the test runs, up to the root and down again.
    let up = String(repeating: "../", count: 32) + folder.path.dropFirst()
    let run = await Shell(drawsAnew: true)("explore", up + "/org.flow", "--write", up + "/out")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.errors.contains("flows cover"), "\(run.all)")
    #expect(!run.errors.contains("cover 0 of"), "\(run.all)")
  }

  @Test("A session that is over leads to the first page")
  func over() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow",
      Self.org(
        "sign-on { require password }\n  session-policy { require password; idle 2h }",
        session: "session password 10m ago"))
    let run = await Shell(drawsAnew: true)("explore", org)
    #expect(!run.output.contains("no way in"), "\(run.all)")
    #expect(run.output.contains("with an open session, "), "\(run.all)")
  }
}
