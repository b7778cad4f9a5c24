import CommandSupport
import FlowTerminal
import Testing

/// Recovery rules that deny something that an earlier rule allows: `deny-bypassed`.
@Suite struct RecoveryDenialTests {
  private func audit(_ recoveries: String, _ status: String = "active") async throws
    -> Shell.Outcome
  {
    let folder = try TemporaryFolder()
    let org = """
      org acme {
        authenticators password, email, phone via sms
        zone "office" { ip "10.0.0.0/8" }
        zone "desk" { ip "10.1.0.0/16" }
        user "ada@acme.example" { password "Correct-Horse-1"; groups admins, staff
          phone "+15551230101"; status \(status) }
        user "sam@acme.example" { password "Correct-Horse-2"; groups staff; phone "+15551230102" }
        sign-on { require password and phone }
        \(recoveries)
      }

      """
    return await Shell()("audit", try folder.write("org.flow", org))
  }

  private static let office =
    "recovery \"office\" { when zone \"office\"; password by phone; unlock by phone }"

  @Test(
    "A denial after a rule that allows is found",
    arguments: [
      [office, "recovery \"admins\" { when group admins; deny password, unlock }"],
      [office, "recovery \"admins\" { when group admins; unlock by phone }"],
      [
        office, "recovery \"ada\" { when user \"ada@acme.example\"; deny password }",
        "recovery { deny password, unlock }",
      ],
      [
        "recovery \"staff\" { when group staff; password by phone }",
        "recovery \"admins\" { when group admins; deny password }",
      ],
      [
        "recovery \"away\" { when not zone \"office\"; password by phone }",
        "recovery \"admins\" { when group admins and not zone \"desk\"; deny password }",
      ],
    ])
  func found(rules: [String]) async throws {
    let text = rules.joined(separator: "\n")
    let run = try await audit(text)
    #expect(run.output.contains("warning[deny-bypassed]: the recovery rule `ad"), "\(run.all)")
    #expect(run.output.contains("doesn't let ada@acme.example recover a password"), "\(run.all)")
    // The cure: the rule that denies comes first.
    let first = rules.dropFirst().prefix(1) + rules.prefix(1) + rules.dropFirst(2)
    let cured = try await audit(first.joined(separator: "\n"))
    #expect(!cured.output.contains("deny-bypassed"), "\(cured.all)")
  }

  @Test("An unlock that a later rule denies is found, too")
  func unlock() async throws {
    let run = try await audit(
      Self.office + "\nrecovery \"admins\" { when group admins; password by phone; deny unlock }",
      "locked")
    #expect(
      run.output.contains(
        "the recovery rule `admins` doesn't let ada@acme.example unlock an account, but `office`"),
      "\(run.all)")
  }

  @Test(
    "An exception, another denial and unaffected users aren't findings",
    arguments: [
      // An exception for some users of the later rule.
      [
        "recovery \"office\" { when group admins and zone \"office\"; password by phone }",
        "recovery \"admins\" { when group admins; deny password }",
      ],
      // The denial comes first.
      ["recovery \"admins\" { when group admins; deny password }", office],
      // The earlier rule denies as well.
      [
        "recovery \"office\" { when zone \"office\"; deny password, unlock }",
        "recovery \"admins\" { when group admins; deny password, unlock }",
      ],
      // No user is in both.
      [
        "recovery \"office\" { when zone \"office\" and not group admins; password by phone }",
        "recovery \"admins\" { when group admins; deny password }",
      ],
      // The rule for all others denies, as intended.
      [office, "recovery \"rest\" { deny password, unlock }"],
      // The later rule allows, too.
      [office, "recovery \"admins\" { when group admins; password by phone; unlock by phone }"],
    ])
  func none(rules: [String]) async throws {
    let run = try await audit(rules.joined(separator: "\n"))
    #expect(!run.output.contains("deny-bypassed"), "\(run.all)")
    #expect(run.status != .wrongScript, "\(run.all)")
  }
}
