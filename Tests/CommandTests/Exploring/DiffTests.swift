import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

/// The reports of `flow diff` about changes other than the sign-on rules'.
@Suite struct DiffTests {
  /// A change of one org, as text, and its report; the reverse change is reported in reverse.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: String
    var after: String
    var weaker: [String] = []
    var stronger: [String] = []
  }

  /// An org that requires less in an office with some addresses.
  private static func inOffice(_ addresses: String) -> String {
    """
    zone "office" { \(addresses) }
    sign-on "in" { when zone "office"; require password }
    sign-on "out" { require password and email }
    """
  }

  /// An org of many offices, and the requirement in the last one.
  private static func offices(_ count: Int, _ demand: String) -> String {
    (1...count).map { number in
      "zone \"z\(number)\" { ip \"10.\(number).0.0/16\" }\n"
        + "sign-on \"in\(number)\" { when zone \"z\(number)\"; "
        + "\(number == count ? demand : "require password and email") }"
    }.joined(separator: "\n") + "\nsign-on { deny }"
  }

  /// An org that accepts a verification in two zones for some time.
  private static func inTwoZones(_ age: String) -> String {
    """
    zone "a" { ip "10.0.0.0/8" }
    zone "b" { ip "192.168.0.0/16" }
    session-policy { idle 48h }
    sign-on { when zone "a", "b"; require password and email; reauthenticate every \(age) }
    sign-on { deny }
    """
  }

  /// A user who has only a welcome mail, and the enrollment policy.
  private static func invited(_ enrollment: String) -> String {
    """
    org acme {
      authenticators password, phone via sms
      user "new@acme.example" { status staged; activation-token "Wel-come-1" }
      enrollment { \(enrollment) }
      sign-on { require password and phone }
    }
    """
  }

  /// An org with a user who has no password, and the users of an identity provider.
  private static func guest(_ users: String, more: String = "") -> String {
    """
    org acme {
      authenticators password, email
      user "gil@acme.example" { email "gil@acme.example" }
      sign-on { require any 1 }
      \(more)
      idp "Harbour" { \(users) }
    }
    """
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
      testDescription: "a welcome link that enrolls everything that the rule requires",
      before: invited("required password; ask never"),
      after: invited("required password, phone"),
      weaker: [
        "new@acme.example: enroll password, then enroll phone via sms, now enough\n  by the link of a welcome mail"
      ]),
    Change(
      testDescription: "a welcome link that was not sent before",
      before: invited("required password, phone").replacing(
        "; activation-token \"Wel-come-1\"", with: ""),
      after: invited("required password, phone"),
      weaker: [
        "new@acme.example: enroll password, then enroll phone via sms, now enough\n  by the link of a welcome mail"
      ]),
    Change(
      testDescription: "a zone opened to the internet",
      before: PlainOrg.text(inOffice("ip \"10.0.0.0/8\"")),
      after: PlainOrg.text(inOffice("ip \"10.0.0.0/8\", \"0.0.0.0/0\"")),
      weaker: [
        "password, now enough\n  an address such as 203.0.113.10 (zone office, before no zone); rule in, was rule out\n"
          + "  before: password, then email\n",
        "the zone `office` now also contains every IPv4 address\n",
      ]),
    Change(
      testDescription: "a zone with one more address",
      before: PlainOrg.text(inOffice("ip \"10.0.0.0/8\"")),
      after: PlainOrg.text(inOffice("ip \"10.0.0.0/8\", \"2001:db8::7\"")),
      weaker: [
        "password, now enough\n  an address such as 2001:db8::7 (zone office, before no zone)"
      ]),
    Change(
      testDescription: "the addresses of a zone in two zones",
      before: PlainOrg.text(inOffice("ip \"10.0.0.0/8\"")),
      after: PlainOrg.text(
        """
        zone "north" { ip "10.0.0.0/9" }
        zone "south" { ip "10.128.0.0-10.255.255.255" }
        sign-on "in" { when zone "north", "south"; require password }
        sign-on "out" { require password and email }
        """)),
    Change(
      testDescription: "a zone under another name, written differently",
      before: PlainOrg.text(inOffice("ip \"10.0.0.0/8\"")),
      after: PlainOrg.text(
        """
        zone "work" { ip "10.0.0.0-10.127.255.255", "10.64.0.0/10", "10.128.0.0/9" }
        sign-on "in" { when zone "work"; require password }
        sign-on "out" { require password and email }
        """)),
    Change(
      testDescription: "a zone inside a wider one",
      before: PlainOrg.text(
        inOffice("ip \"10.0.0.0/8\"") + "\nzone \"desk\" { ip \"10.1.0.0/16\" }"),
      after: PlainOrg.text(
        "zone \"desk\" { ip \"10.1.0.0/16\" }\n"
          + "sign-on \"never\" { when zone \"desk\" and not zone \"office\"; require password }\n"
          + inOffice("ip \"10.0.0.0/8\""))),
    Change(
      testDescription: "zones of more addresses than can be combined one by one",
      before: PlainOrg.text(offices(24, "require password and email")),
      after: PlainOrg.text(offices(24, "require password")),
      weaker: ["password, now enough\n  zone z24"]),
    Change(
      testDescription: "a verification that counts longer, in an active session",
      before: PlainOrg.text(
        "session-policy { idle 4h }\n"
          + "sign-on { require password and email; reauthenticate every 4h }"),
      after: PlainOrg.text(
        "session-policy { idle 4h }\n"
          + "sign-on { require password and email; reauthenticate every 24h }"),
      weaker: [
        "an open session, now enough\n  4h after signing in, in use (password and email verified)"
      ]),
    Change(
      testDescription: "a session that may be idle for longer",
      before: PlainOrg.text("session-policy { idle 1h }\nsign-on { require password }"),
      after: PlainOrg.text("session-policy { idle 8h }\nsign-on { require password }"),
      weaker: ["an open session, now enough\n  1h after signing in, idle (password verified)"]),
    Change(
      testDescription: "users who stay signed in for longer",
      before: PlainOrg.text(
        "keep-me-signed-in asked { lifetime 1 day }\nsign-on { require password }"),
      after: PlainOrg.text(
        "keep-me-signed-in asked { lifetime 90 days }\nsign-on { require password }"),
      weaker: [
        "an open session, now enough\n  1d after signing in, staying signed in (password verified)"
      ]),
    Change(
      testDescription: "users who can stay signed in at all",
      before: PlainOrg.text("session-policy { idle 1h }\nsign-on { require password }"),
      after: PlainOrg.text(
        "session-policy { idle 1h }\nkeep-me-signed-in asked\nsign-on { require password }"),
      weaker: [
        "an open session, now enough\n  1h after signing in, staying signed in (password verified)"
      ]),
    Change(
      testDescription: "less to show, and a session that may be idle for longer",
      before: PlainOrg.text(
        "session-policy { idle 1h }\nsign-on { require password and email }"),
      after: PlainOrg.text("session-policy { idle 30 days }\nsign-on { require password }"),
      weaker: [
        "password, now enough\n", "right after signing in, idle (password verified)",
        "an open session, now enough\n  1h after signing in, idle (password and email verified)",
      ]),
    Change(
      testDescription: "a verification that counts longer, in two zones",
      before: PlainOrg.text(inTwoZones("4h")), after: PlainOrg.text(inTwoZones("24h")),
      weaker: ["4h after signing in, idle (password and email verified), zone b"]),
    Change(
      testDescription: "devices that are remembered",
      before: PlainOrg.text("sign-on { require password }\nsession-policy { mfa always }"),
      after: PlainOrg.text("sign-on { require password }\nsession-policy { mfa per device }"),
      weaker: [
        "password, now enough\n  on a remembered device",
        // The second factor isn't asked for again in a session either.
        "an open session, now enough\n  right after signing in, idle (password and email verified)",
      ]),
    Change(
      testDescription: "a session that counts longer",
      before: PlainOrg.text(
        "sign-on { require password and email; reauthenticate always }",
        session: "session password, email 1h ago"),
      after: PlainOrg.text(
        "sign-on { require password and email; reauthenticate every 8h }",
        session: "session password, email 1h ago"),
      weaker: ["an open session, now enough\n  with an open session"]),
    Change(
      testDescription: "an org where anyone can sign up",
      before: PlainOrg.text("sign-on { require password }"),
      after: PlainOrg.text("sign-on { require password }\nregistration { profile email }"),
      weaker: ["anyone who signs up: sign up"]),
    Change(
      testDescription: "another identity provider",
      before: PlainOrg.text("sign-on { require password and email }"),
      after: PlainOrg.text(
        "sign-on { require password and email }\n"
          + "idp \"Harbour\" { signs-in \"ann@acme.example\" }"),
      weaker: ["identity provider Harbour, then email, now enough"]),
    Change(
      testDescription: "an identity provider that signs in more users",
      before: guest("signs-in group staff"), after: guest("signs-in everyone"),
      // The session is from the sign-in that is new.
      weaker: ["gil@acme.example: identity provider Harbour, now enough"]),
    Change(
      testDescription: "another identity provider for a user who has one",
      before: guest("signs-in everyone", more: "idp \"Other\" { signs-in group staff }"),
      after: guest("signs-in everyone", more: "idp \"Other\" { signs-in everyone }"),
      weaker: ["gil@acme.example: identity provider Other, now enough"]),
  ]

  @Test("Each is reported, and its reversal as the opposite", arguments: changes)
  func change(change: Change) async throws {
    // The last one may be a note that isn't a separate change.
    let count = change.weaker.count { !$0.hasPrefix("the zone") }
    let folder = try TemporaryFolder()
    let before = try folder.write("before.flow", change.before)
    let after = try folder.write("after.flow", change.after)
    let there = await Shell(drawsAnew: true)("diff", before, after)
    #expect(
      there.output.contains("\(count) weaker, 0 stronger")
        || change.weaker.isEmpty && there.output.contains("no difference"), "\(there.all)")
    for text in change.weaker { #expect(there.output.contains(text), "\(there.all)") }
    #expect(there.status == (change.weaker.isEmpty ? .success : .failed), "\(there.all)")
    let back = await Shell(drawsAnew: true)("diff", after, before)
    #expect(back.status == .success, "\(back.all)")
    #expect(
      back.output.contains("0 weaker, \(count) stronger")
        || change.weaker.isEmpty && back.output.contains("no difference"), "\(back.all)")
  }

  @Test("The text shows at most twelve changes, says how many more there are, and ends with totals")
  func limit() async throws {
    func org(_ demand: String) -> String {
      let zones = (1...15).map { number in
        "zone \"z\(number)\" { ip \"10.\(number).0.0/16\" }\n"
          + "sign-on \"in\(number)\" { when zone \"z\(number)\"; \(demand) }"
      }
      return PlainOrg.text(zones.joined(separator: "\n") + "\nsign-on { deny }")
    }
    let folder = try TemporaryFolder()
    let files = [
      try folder.write("old.flow", org("require password and email")),
      try folder.write("new.flow", org("require password")),
    ]
    let run = await Shell()(["diff"] + files)
    #expect(run.output.split(separator: "now enough").count == 13, "\(run.all)")
    #expect(
      run.output.hasSuffix("and 3 more changes: `--all` prints all\n15 weaker, 0 stronger\n"),
      "\(run.all)")
    let all = await Shell()(["diff"] + files + ["--all"])
    #expect(all.output.split(separator: "now enough").count == 16, "\(all.all)")
    #expect(all.output.hasSuffix("\n\n15 weaker, 0 stronger\n"), "\(all.all)")
  }
}
