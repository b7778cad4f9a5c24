import OktaImport
import OktaSimulator
import Testing

@testable import PolicyExplorer

/// Reports about a route on which a password was set without the old one.
@Suite struct RecoveredTests {
  private static let settings = """
      authenticators password, email, phone via sms
      sign-in identifier-and-password
      sign-on { require email then password }
      recovery { password by phone; unlock by email; after-unlock sign-in }
      lockout { after 3 attempts }
      user "jane@acme.example" { password "Correct-Horse-1"; phone "+15551230100" }
    """

  /// The routes that end in a success.
  private func ways() throws -> [Route] {
    let org = try #require(try OrgText.org(RecoveredTests.settings))
    let explorer = Explorer(org, now: .seconds(1_800_000_000))
    let start = try #require(explorer.plan().starts.first)
    return explorer.explore(start.kind, start.start).routes
      .filter { $0.ending.outcome == .signedIn }
  }

  /// A lockout restarts the sign-in, and an unlock proves something: neither makes the new password
  /// one that the user had before.
  @Test("A password that was set without the old one was never known, whatever comes after")
  func remembered() throws {
    let ways = try ways()
    #expect(ways.contains { $0.way.contains(.setPassword) })
    #expect(
      ways.contains { $0.way.drop { $0 != .setPassword }.contains(.startUnlock) },
      "no sign-in begins after that")
    for route in ways {
      let isReset = route.way.contains(.setPassword)
      #expect(route.ending.isRecovered == isReset, "\(route.way)")
      #expect(route.ending.proved == (isReset ? [.sms] : []), "\(route.way)")
      let passwords = route.ending.uses.filter { $0.method == .password }
      #expect(passwords.allSatisfy { $0.isHeld == !isReset }, "\(route.way)")
    }
  }

  @Test("The nearest of equivalent routes is kept, and no route that needs more than another")
  func least() {
    func needs(_ methods: Set<Method>, provider: Int? = nil, isUnlocked: Bool = false)
      -> Route.Needs
    {
      Route.Needs(
        uses: Set(methods.map { Route.Needs.Use(method: $0, traits: [], false) }), enrolled: [],
        proved: [], isRecovered: false, isUnlocked: isUnlocked, provider: provider)
    }
    let all = [
      needs([.password, .email, .sms]), needs([.password, .sms]), needs([.email, .totp]),
      needs([.password, .sms]), needs([.password, .email, .sms], provider: 0),
      needs([.email, .totp], isUnlocked: true),
    ]
    #expect(LeastNeeds.indices(of: all) == [1, 2, 4])
    #expect(LeastNeeds.indices(of: []) == [])
  }
}
