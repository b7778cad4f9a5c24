import FlowEngine
import FlowHTTP
import SimulatorKit
import TestSupport
import Testing

@testable import OktaSimulator

/// The answers of the management API that are kept, against answers that are made for each request.
@Suite struct ManagementMemoTests {
  private static let text = """
    authenticators password, email
    user "ada@example.com" { password "Correct-Horse-1" set 80 days ago; groups staff }
    user "bob@example.com" { password "Correct-Horse-1" }
    sign-on { require password }
    """

  private static let paths = [
    "users", "groups", "apps", "policies?type=ACCESS_POLICY", "idps", "users?limit=1&after=1",
    "users/ada@example.com",
  ]

  /// What the API answers to all paths.
  private static func answers(
    _ api: ManagementAPI, _ org: Org, _ state: OrgState, now: Duration
  ) throws -> [HTTPResponse?] {
    try paths.map { path in
      let url = try #require(HTTPURL("https://acme.flow.test/api/v1/\(path)"))
      return api.answer(HTTPRequest(.get, url), org, state, now: now, isAuthorized: true)
    }
  }

  @Test("Kept answers are those of the org, its users and the time of the first sign-in")
  func kept() throws {
    let kept = ManagementAPI(token: Secret("00token"))
    let first = try OrgClient.org(Self.text)
    let second = try OrgClient.org(Self.text.replacing("bob@", with: "rob@"))
    let now = Duration.seconds(1_700_000_000)
    var states: [(Org, OrgState, Duration)] = []
    for org in [first, second, first] {
      var state = org.initialState
      states += [(org, state, now), (org, state, now), (org, state, now + .seconds(3600))]
      state.people[0].status = .suspended
      states.append((org, state, now))
      state.began = now - .seconds(86_400)
      states += [(org, state, now), (org, state, now + .seconds(86_400))]
      state.registered.append(state.people[1])
      states.append((org, state, now))
    }
    for (org, state, now) in states {
      let fresh = ManagementAPI(token: Secret("00token"))
      #expect(
        try Self.answers(kept, org, state, now: now) == Self.answers(fresh, org, state, now: now))
    }
  }

  @Test("The pages of a list are those of one moment")
  func pages() throws {
    let api = ManagementAPI(token: Secret("00token"), pageMax: 1)
    let org = try OrgClient.org(Self.text)
    let now = Duration.seconds(1_700_000_000)
    let first = try Self.answers(api, org, org.initialState, now: now)
    let later = try Self.answers(api, org, org.initialState, now: now + .seconds(30))
    #expect(first == later)
  }
}
