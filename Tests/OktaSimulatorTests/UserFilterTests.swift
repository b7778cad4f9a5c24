import FlowHTTP
import Testing

@testable import OktaSimulator

/// The filters of users in the management API.
@Suite("Filters of users") struct UserFilterTests {
  private static let user: JSON = [
    "status": "LOCKED_OUT", "type": ["id": "oty1"], "profile": ["department": "Field Sales"],
  ]

  @Test(
    "A filter compares a status, a type or an attribute",
    arguments: [
      ("status eq \"LOCKED_OUT\"", true), ("status eq \"ACTIVE\"", false),
      ("type.id eq \"oty1\"", true), ("profile.department eq \"field sales\"", true),
      ("profile.department eq \"Sales\"", false), ("profile.level eq \"\"", false),
    ])
  func filters(text: String, isAccepted: Bool) throws {
    #expect(try #require(UserFilter(text)).accepts(Self.user) == isAccepted)
  }

  @Test(
    "Any other filter is refused",
    arguments: ["", "status", "status ne \"ACTIVE\"", "status eq ACTIVE", "id eq \"1\"", "a eq \""])
  func others(text: String) {
    #expect(UserFilter(text) == nil)
  }
}
