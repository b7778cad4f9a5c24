#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OktaSimulator
import FlowHTTP
import Testing

@Suite("The org with policies that the manual shows")
struct ReadmePolicyTests {
  /// The settings of the manual's org.
  private static func settings() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = root.appendingPathComponent("Sources/FlowManual/Resources/Manual/policies.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex(of: "org guarded {"))
    let last = try #require(lines[first...].firstIndex(of: "}"))
    return lines[(first + 1)..<last].joined(separator: "\n")
  }

  /// The user, the location, the rule that applies, and the offered factors.
  struct Row: Sendable {
    var login = "jane@example.com"
    var headers: HTTPHeaders = [:]
    var rule: String
    var offered: [String] = []
  }

  static let rows: [Row] = [
    Row(headers: ["X-Flow-Risk": "high"], rule: "risky"),
    Row(
      headers: ["X-Flow-IP": "10.1.2.3"], rule: "office",
      offered: ["Password", "Email", "Okta Verify via signed_nonce or push"]),
    Row(rule: "staff", offered: ["Password", "Okta Verify via signed_nonce"]),
    Row(
      login: "joe@example.com", headers: ["X-Flow-Zone": "office"], rule: "staff",
      offered: ["Password"]),
    Row(
      headers: ["X-Flow-Zone": "office", "X-Flow-Session": "jane@example.com"], rule: "office"),
    Row(
      headers: ["X-Flow-Session": "jane@example.com", "X-Flow-Clock": "+1h"], rule: "staff",
      offered: ["Okta Verify via signed_nonce"]),
  ]

  @Test("It decides as the manual says", arguments: rows)
  func decides(_ row: Row) async throws {
    let world = try PolicyWorld(try Self.settings())
    try await world.enter(row.login, row.headers)
    #expect(world.rule == row.rule)
    #expect(world.offered == row.offered)
    #expect(world.sessionRule == "default")
    #expect(world.isDenied == (row.rule == "risky"))
  }

  @Test("A session older than the rule allows must be verified again")
  func old() async throws {
    let world = try PolicyWorld(try Self.settings())
    let headers: HTTPHeaders = [
      "X-Flow-Zone": "office", "X-Flow-Session": "jane@example.com", "X-Flow-Clock": "+1h",
    ]
    try await world.enter(nil, headers)
    #expect(world.isSignedIn)
    try await world.enter(nil, HTTPHeaders(fields: headers.fields + [.init("X-Flow-Clock", "+3h")]))
    #expect(world.client.steps == ["identify"], "it was left alone for longer than 4 hours")
  }
}
