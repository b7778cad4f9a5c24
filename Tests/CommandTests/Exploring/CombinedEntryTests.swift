import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

/// Browsers with more than one known fact about a user, and ages just over the limit.
@Suite struct CombinedEntryTests {
  private static let session = """
    org sr {
      authenticators password, email, phone via sms
      user "ann@x.example" { password "Correct-Horse-1"; phone "+15551230101"; session email 10m ago }
      sign-on { require (password and phone) or (email then phone) }
      session-policy { require any; mfa per device }
    }
    claim "two kinds" { never session and kinds < 2 }
    """
  private static let link = """
    org m {
      authenticators password, email
      user "ann@x.example" { password "Correct-Horse-1"; recovery-token "r1" }
      sign-on { require password }
      session-policy { require password; mfa per device }
    }
    claim "two kinds" { never recovered and kinds < 2 }
    """

  @Test(
    "An open session and a mail's link are tried on a remembered device, too",
    arguments: [
      (session, "with an open session, on a remembered device\n    phone via sms  →"),
      (
        link,
        "by the link of a recovery mail, on a remembered device\n    set a new password  →"
      ),
    ])
  func remembered(org: String, way: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("org.flow", org)
    let explored = await Shell(drawsAnew: true)("explore", file)
    #expect(explored.output.contains(way), "\(explored.all)")
    let audited = await Shell(drawsAnew: true)("audit", file, "--write", folder.path + "/w")
    #expect(audited.output.contains("error[broken-claim]"), "\(audited.all)")
    let tested = await Shell(drawsAnew: true)("test", folder.path + "/w", "--root", folder.path)
    #expect(tested.status == .success, "\(tested.all)")
  }

  @Test("An authentication at its maximum age is asked for again, as in a run")
  func atTheLimit() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "org.flow",
      """
      org edge {
        authenticators password, email
        user "ann@x.example" { password "Correct-Horse-1"; session password 30m ago }
        sign-on { require password and email; reauthenticate password every 30m }
      }
      """)
    let run = await Shell(drawsAnew: true)("explore", file, "--write", folder.path + "/w")
    #expect(run.status == .success, "\(run.all)")
    let told = await Shell(drawsAnew: true)("explore", file)
    #expect(
      told.output.contains(
        "in every circumstance\n    password, then email  →"))
    let tested = await Shell(drawsAnew: true)("test", folder.path + "/w", "--root", folder.path)
    #expect(tested.status == .success, "\(tested.all)")
  }
}
