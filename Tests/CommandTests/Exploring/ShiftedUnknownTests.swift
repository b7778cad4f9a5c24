import CommandSupport
import FlowTerminal
import TestSupport
import Testing

/// Unknown conditions that a user may fulfill in only one of two versions.
@Suite("flow diff: unknown conditions about users who changed") struct ShiftedUnknownTests {
  private static func org(_ condition: String, ada: String, bob: String = "groups crew") -> String {
    """
    org acme {
      authenticators password, phone via sms
      recovery { deny password, unlock }
      user "ada@x.example" { password "Correct-Horse-1"; phone "+15551234567"; \(ada) }
      user "bob@x.example" { password "Correct-Horse-2"; phone "+15551234568"; \(bob) }
      sign-on { when unknown "\(condition)"; require password }
      sign-on { require password and phone }
    }

    """
  }

  private static let aboutGroups = "expression: isMemberOfGroupNameContains('rew')"
  private static let aboutTitle = "expression: user.profile.title.contains('ops')"
  private static let aboutMail = "expression: String.substringAfter(user.profile.email, '@') == 'x'"
  private static let aboutRisk = "device: 'managed'"

  @Test(
    "A change that an unknown condition may notice is never `no difference`",
    arguments: [
      (aboutGroups, "groups staff", "groups staff, crew", true),
      (aboutGroups, "groups staff, crew", "groups staff", true),
      (aboutGroups, "attribute title \"ops\"", "attribute title \"devops\"", false),
      (aboutTitle, "attribute title \"ops\"", "attribute title \"devops\"", true),
      (aboutTitle, "groups staff", "groups staff; attribute title \"ops\"", true),
      (aboutTitle, "attribute city \"ops\"", "attribute city \"devops\"", false),
      (aboutTitle, "groups staff", "groups staff, crew", false),
      (aboutMail, "email \"ada@x.example\"", "email \"ada@y.example\"", true),
      (aboutRisk, "groups staff", "groups staff, crew; attribute title \"x\"", false),
    ])
  func changed(condition: String, old: String, new: String, isShifted: Bool) async throws {
    let folder = try TemporaryFolder()
    let before = try folder.write("old.flow", Self.org(condition, ada: old))
    let after = try folder.write("new.flow", Self.org(condition, ada: new))
    let run = await Shell()("diff", before, after)
    #expect(run.status == (isShifted ? .failed : .success), "\(run.all)")
    #expect(run.output.contains("no difference: ") != isShifted, "\(run.all)")
    let words =
      "groups or attributes of ada@x.example changed, which `\(condition)` may test (unknown)"
    #expect(run.all.contains(words) == isShifted, "\(run.all)")
    #expect(!run.all.contains("bob@x.example and"), "\(run.all)")
    let json = await Shell()("diff", before, after, "--format", "json")
    #expect(json.output.contains("\"complete\":\(!isShifted)"), "\(json.all)")
  }

  @Test("A new user isn't compared with another one")
  func joined() async throws {
    let folder = try TemporaryFolder()
    let old = Self.org(Self.aboutGroups, ada: "groups staff")
    let before = try folder.write("old.flow", old)
    let after = try folder.write(
      "new.flow", old.replacing("bob@x.example", with: "eve@x.example"))
    let run = await Shell()("diff", before, after)
    #expect(!run.all.contains("may test"), "\(run.all)")
  }
}
