import OktaSimulator
import PolicyExplorer
import TestSupport
import Testing

/// A policy that requires more lets in no one that the weaker one denies.
@Suite struct StricterTests {
  private static let additions = [
    "session-policy { require password }", "session-policy { mfa always }",
    "session-policy { require password; mfa per session }",
  ]

  @Test("A session policy denies access, and never grants it", arguments: 0..<60)
  func sessions(seed: Int) throws {
    guard let made = try RandomOrg(seed: UInt64(seed)), !made.text.contains("session-policy")
    else { return }
    let plain = Self.admitted(made.org)
    for addition in Self.additions {
      guard let org = try OrgText.org(made.text + addition + "\n") else { continue }
      let more = Self.admitted(org).subtracting(plain)
      #expect(more.isEmpty, "\(addition) lets in \(more)\n\(made.text)")
    }
  }

  @Test("A user with only a password enrolls the rule's factor, whatever a session requires")
  func enrollment() throws {
    let text = """
      authenticators password, phone via sms
      user "ann@acme.example" { password "Correct-Horse-1" }
      enrollment { required password, phone }
      sign-on { require phone }

      """
    for addition in [""] + Self.additions {
      let org = try #require(try OrgText.org(text + addition))
      #expect(Self.admitted(org) == ["ann@acme.example"], "\(addition)")
    }
    let closed = try #require(
      try OrgText.org(text.replacing("password, phone }", with: "password; ask never }")))
    #expect(Self.admitted(closed).isEmpty)
    let nothing = try #require(
      try OrgText.org(text.replacing("{ password \"Correct-Horse-1\" }", with: "{ }")))
    #expect(Self.admitted(nothing).isEmpty)
  }

  /// The users who get in on some route.
  private static func admitted(_ org: Org) -> Set<String> {
    let explorer = Explorer(org, now: .seconds(1_800_000_000))
    var all: Set<String> = []
    for planned in explorer.plan().starts {
      let kind = planned.kind
      let routes = explorer.explore(kind, planned.start).routes
      if routes.contains(where: { $0.ending.outcome == .signedIn }) {
        all.formUnion(kind.logins.isEmpty ? ["newcomer"] : kind.logins)
      }
    }
    return all
  }
}
