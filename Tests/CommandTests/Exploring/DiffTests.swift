import CommandSupport
import FlowCLI
import FlowTerminal
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

  static let changes = [
    Change(
      testDescription: "a zone that is blocked, with a rule that names it",
      before: PlainOrg.text(
        "zone \"z\" { ip \"203.0.113.0/24\"; blocked on }\n"
          + "sign-on { when zone \"z\"; require password }\nsign-on { deny }"),
      after: PlainOrg.text(
        "zone \"z\" { ip \"203.0.113.0/24\" }\n"
          + "sign-on { when zone \"z\"; require password }\nsign-on { deny }"),
      weaker: ["password, now enough\n  zone z"]),
    Change(
      testDescription: "a zone that is blocked, and in no rule",
      before: PlainOrg.text(
        "zone \"z\" { ip \"203.0.113.0/24\"; blocked on }\nsign-on { require password }"),
      after: PlainOrg.text("zone \"z\" { ip \"203.0.113.0/24\" }\nsign-on { require password }"),
      weaker: ["password, now enough\n  zone z"]),
    Change(
      testDescription: "a rule for a zone that is blocked before and after",
      before: PlainOrg.text(
        "zone \"z\" { ip \"203.0.113.0/24\"; blocked on }\n"
          + "sign-on { when zone \"z\"; require password and email }\nsign-on { deny }"),
      after: PlainOrg.text(
        "zone \"z\" { ip \"203.0.113.0/24\"; blocked on }\n"
          + "sign-on { when zone \"z\"; require password }\nsign-on { deny }")),
    Change(
      testDescription: "devices that are remembered",
      before: PlainOrg.text("sign-on { require password }\nsession-policy { mfa always }"),
      after: PlainOrg.text("sign-on { require password }\nsession-policy { mfa per device }"),
      weaker: ["password, now enough\n  on a remembered device"]),
    Change(
      testDescription: "a session that counts longer",
      before: PlainOrg.text(
        "sign-on { require password and email; reauthenticate always }",
        session: "session password, email 1h ago"),
      after: PlainOrg.text(
        "sign-on { require password and email; reauthenticate every 8h }",
        session: "session password, email 1h ago"),
      weaker: ["nothing to prove, now enough\n  with an open session"]),
    Change(
      testDescription: "an org where anybody may sign up",
      before: PlainOrg.text("sign-on { require password }"),
      after: PlainOrg.text("sign-on { require password }\nregistration { profile email }"),
      weaker: ["whoever signs up: sign up"]),
    Change(
      testDescription: "another identity provider",
      before: PlainOrg.text("sign-on { require password and email }"),
      after: PlainOrg.text(
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
}
