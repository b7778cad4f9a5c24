import OktaSimulator
import PolicyExplorer
import TestSupport
import Testing

/// A policy that requires more lets in no one that the weaker one denies, with one exception.
///
/// The page for the password has the link to recover it, and a recovery also unlocks the account. A
/// session policy can add this page. So it can let in a user whose account is locked, if no other
/// page leads that user to the recovery.
@Suite struct StricterTests {
  private static let additions = [
    "session-policy { require password }", "session-policy { mfa always }",
    "session-policy { require password; mfa per session }",
  ]

  @Test(
    "A session policy lets in no one else, except by the recovery on an added page",
    arguments: 0..<150)
  func sessions(seed: Int) throws {
    guard let made = try RandomOrg(seed: UInt64(seed)), !made.text.contains("session-policy")
    else { return }
    let plain = Self.access(made.org)
    for addition in Self.additions {
      guard let org = try OrgText.org(made.text + addition + "\n") else { continue }
      let more = Self.access(org)
      for login in more.admitted.subtracting(plain.admitted) {
        let line = made.text.split(separator: "\n").first { $0.hasPrefix("user \"\(login)\"") }
        let isLocked = line?.contains("status locked") == true
        let isByAddedLink = more.recovered.contains(login) && !plain.offered.contains(login)
        #expect(isLocked && isByAddedLink, "\(addition) lets in \(login)\n\(made.text)")
      }
    }
  }

  @Test("Only a locked user gets in by the recovery that the added password page offers")
  func recovery() throws {
    func org(_ status: String, _ more: String) throws -> Org {
      let text = """
        authenticators password, email
        user "ann@acme.example" { password "Correct-Horse-1"; \(status) }
        lockout { after 2 attempts }
        recovery { password by email }
        sign-on { require email }
        \(more)
        """
      return try #require(try OrgText.org(text))
    }
    for addition in Self.additions {
      let plain = Self.access(try org("status locked", ""))
      let more = Self.access(try org("status locked", addition))
      #expect(plain.admitted.isEmpty && plain.offered.isEmpty)
      #expect(more.admitted == ["ann@acme.example"] && more.recovered == more.admitted)
      for status in ["status active", "status suspended"] {
        let before = Self.access(try org(status, "")).admitted
        #expect(Self.access(try org(status, addition)).admitted == before, "\(addition)")
      }
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
  private static func admitted(_ org: Org) -> Set<String> { access(org).admitted }

  private struct Access {
    /// The users who get in on some route.
    var admitted: Set<String> = []
    /// The users who get in only by recovering a password.
    var recovered: Set<String> = []
    /// The users who can choose the recovery on a page.
    var offered: Set<String> = []
  }

  private static func access(_ org: Org) -> Access {
    let explorer = Explorer(org, now: .seconds(1_800_000_000))
    var access = Access()
    var plain: Set<String> = []
    for planned in explorer.plan().starts {
      let kind = planned.kind
      let logins = kind.logins.isEmpty ? ["newcomer"] : Array(kind.logins)
      for route in explorer.explore(kind, planned.start).routes {
        let recovers = route.way.contains(.recover)
        if recovers { access.offered.formUnion(logins) }
        guard route.ending.outcome == .signedIn else { continue }
        access.admitted.formUnion(logins)
        if !recovers { plain.formUnion(logins) }
      }
    }
    access.recovered = access.admitted.subtracting(plain)
    return access
  }
}
