import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

/// The sample project that tests the sign-on policies of an org.
@Suite("The sample project of policies")
struct PolicyQATests {
  static let project = ScenarioScripts("policy-qa")
  /// The files that the others import, which have no flows.
  static let shared = ["org.flow", "people.flow"]
  static let tests = project.names.filter { !shared.contains($0) }

  @Test("Each file runs as expected, without an option or a user's input", arguments: tests)
  func runs(name: String) async {
    let run = await Shell(drawsAnew: true)("run", PolicyQATests.project.path(name))
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.all.contains("built-in demo org"), "\(name) has no org of its own")
  }

  @Test("It passes the check, including warnings")
  func checks() async {
    let check = await Shell()("check", "--strict", Project.example("policy-qa"))
    #expect(check.status == .success, "\(check.all)")
  }

  @Test("It has at least sixty flows, and at least a third of them are about denials")
  func size() throws {
    var flows = 0
    var negative = 0
    for name in PolicyQATests.tests {
      let text = try #require(Project.text("Examples/policy-qa/" + name))
      for line in text.split(separator: "\n") where line.hasPrefix("flow \"") {
        flows += 1
        if line.contains("negative") { negative += 1 }
      }
    }
    #expect(flows >= 60)
    #expect(negative * 3 >= flows)
  }

  // MARK: Weaker policies

  /// A change that weakens the org, and a flow that must fail because of it.
  struct Weakness: Sendable, CustomTestStringConvertible {
    var setting: String
    var instead: String
    var file: String
    var flow: String
    var testDescription: String { flow }
  }

  static let weaknesses = [
    Weakness(
      setting: "when risk high and not group break-glass; deny",
      instead: "when risk high and group suppliers; deny",
      file: "staff.flow", flow: "nobody of the staff at a high risk*"),
    Weakness(
      setting: "when group staff and zone \"office\" and device managed",
      instead: "when group staff and device managed", file: "staff.flow", flow: "decided*"),
    Weakness(
      setting: "when group admins and device managed", instead: "when group admins",
      file: "privileged.flow", flow: "no admin on an unmanaged device*"),
    Weakness(
      setting: "phishing-resistant hardware-protected possession",
      instead: "phishing-resistant possession",
      file: "privileged.flow", flow: "break-glass with a key that was copied"),
    Weakness(
      setting: "192.0.2.16-192.0.2.31", instead: "192.0.2.16-192.0.2.32",
      file: "guests.flow", flow: "the edge of the VPN*"),
    Weakness(
      setting: "require password then email", instead: "require password",
      file: "guests.flow", flow: "a supplier*"),
    Weakness(
      setting: "reauthenticate possession always", instead: "reauthenticate possession once",
      file: "privileged.flow", flow: "a mail in place of an admin's key"),
    Weakness(
      setting: "max-repeats 3", instead: "max-repeats 4",
      file: "passwords.flow", flow: "refused to staff*"),
    Weakness(
      setting: "lockout after 5 attempts for 15m", instead: "lockout after 6 attempts for 15m",
      file: "lockout.flow", flow: "wrong too often*"),
    Weakness(
      setting: "; unlock-second any", instead: "",
      file: "lockout.flow", flow: "unlocked by one proof"),
    Weakness(
      setting: "codes { expire 5m; attempts 4 }", instead: "codes { expire 6m; attempts 4 }",
      file: "codes.flow", flow: "and no longer"),
    Weakness(
      setting: "when type \"intern\" and not zone \"office\"; deny",
      instead: "when type \"intern\" and not zone \"office\"; require any 1",
      file: "guests.flow", flow: "an intern outside*"),
    Weakness(
      setting: "lifetime 12h; idle 4h",
      instead: "idle 4h",
      file: "sessions.flow", flow: "inside, a session ends*"),
    Weakness(
      setting: "lifetime 30 days; idle 3 days",
      instead: "idle 3 days",
      file: "sessions.flow", flow: "on a phone a session ends*"),
    Weakness(
      setting: "when group staff and risk medium",
      instead: "when risk medium",
      file: "guests.flow", flow: "a supplier in other*"),
    Weakness(
      setting: "when group staff and platform mobile",
      instead: "when platform mobile",
      file: "guests.flow", flow: "a supplier in other*"),
    Weakness(
      setting: "when group staff and zone \"office\", \"vpn\"",
      instead: "when group staff and zone \"office\"",
      file: "enrollment.flow", flow: "by the VPN too"),
    Weakness(
      setting: "when group contractors and zone \"office\"; password by",
      instead: "when zone \"office\"; password by",
      file: "recovery.flow", flow: "staff recover in the office*"),
    Weakness(
      setting: "203.0.113.0/24",
      instead: "203.0.112.0/23",
      file: "refused.flow", flow: "the networks next to it*"),
    Weakness(
      setting: "when platform chromeos, other; deny",
      instead: "when platform chromeos, other and not group admins; deny",
      file: "privileged.flow", flow: "an admin on an unsupported*"),
    Weakness(
      setting: "registered, managed; lifetime",
      instead: "registered, managed and not zone \"office\"; lifetime",
      file: "staff.flow", flow: "a phone in the office"),
    Weakness(
      setting: "when group admins, break-glass\n    mfa",
      instead: "when group admins, break-glass and not platform mobile\n    mfa",
      file: "privileged.flow", flow: "an admin's phone"),
    Weakness(
      setting: "elsewhere\" { when group contractors; deny password",
      instead: "elsewhere\" { when group contractors and not group staff; deny password",
      file: "recovery.flow", flow: "no contractor elsewhere*"),
  ]

  @Test("A weaker policy is found by the flow about it", arguments: weaknesses)
  func weaker(weakness: Weakness) async throws {
    let folder = try TemporaryFolder()
    let org = try #require(Project.text("Examples/policy-qa/org.flow"))
    try #require(org.count(of: weakness.setting) == 1)
    let parts = org.split(separator: weakness.setting, omittingEmptySubsequences: false)
    _ = try folder.write("org.flow", parts.joined(separator: weakness.instead))
    for name in ["people.flow", weakness.file] {
      _ = try folder.write(name, try #require(Project.text("Examples/policy-qa/" + name)))
    }
    let run = await Shell(drawsAnew: true)(
      "run", "-q", folder.path + "/" + weakness.file, "--only", weakness.flow)
    // A refusal by a zone before the first page ends as an error of the server.
    #expect([.failed, .serverFailed].contains(run.status), "\(run.all)")
  }
}
