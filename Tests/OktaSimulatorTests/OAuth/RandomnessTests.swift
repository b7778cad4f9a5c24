import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator
import SimulatorKit

@Suite("An org's random values")
struct RandomnessTests {
  private static let settings = """
    authenticators password
    user "jane@example.com" { password "Correct-Horse-1" }
    """

  /// Every handle, id, code and token of a sign-in.
  private func values(seed: UInt64?) async throws -> (shown: [String], secret: [String]) {
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let server = OrgServer(try OrgClient.org(Self.settings), clock: clock, seed: seed)
    let client = OrgClient(server: server, clock: clock)
    var shown: [String] = []
    var secret: [String] = []
    func note() {
      shown.append(client.headers["x-okta-request-id"] ?? "")
      if let handle = client.page["stateHandle"]?.string { secret.append(handle) }
    }
    try await client.start(scope: "openid offline_access")
    note()
    secret.append(client.interactionHandle)
    try await client.submit("identify", ["identifier": "jane@example.com"])
    note()
    try await client.passcode("Correct-Horse-1")
    note()
    let tokens = try await client.redeem()
    note()
    for name in ["access_token", "id_token", "refresh_token"] {
      secret.append(tokens[name]?.string ?? "")
    }
    return (shown, secret)
  }

  @Test("With a seed everything is the same, without one nothing is")
  func seeds() async throws {
    let first = try await values(seed: 7)
    let second = try await values(seed: 7)
    #expect(first.shown == second.shown && first.secret == second.secret)
    let drawn = try await values(seed: nil)
    let again = try await values(seed: nil)
    #expect(Set(drawn.shown + drawn.secret).isDisjoint(with: again.shown + again.secret))
    #expect(Set(drawn.shown).count == drawn.shown.count)
  }

  @Test("A request id reveals nothing about the generator of the handles")
  func requestIDs() async throws {
    // The ids don't depend on the seed: nothing of it is in them.
    let first = try await values(seed: 7)
    let second = try await values(seed: 8)
    #expect(first.shown == second.shown)
    #expect(Set(first.secret).isDisjoint(with: second.secret))
    #expect(Set(first.shown).count == first.shown.count)
    // Making one doesn't advance the generator either.
    var (one, other) = (Draw(seed: 3), Draw(seed: 3))
    _ = one.requestID()
    #expect(one.next() == other.next())
  }

  @Test("The system's generator never repeats itself")
  func system() {
    var (one, other) = (Draw.system, Draw.system)
    #expect(one.next() != other.next())
    var (request, another) = (one.forRequest(), one.forRequest())
    #expect(request.handle(of: 1) != another.handle(of: 1))
    #expect(one.requestID() != other.requestID())
  }
}
