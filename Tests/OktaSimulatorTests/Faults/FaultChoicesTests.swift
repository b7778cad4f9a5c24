import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator

/// The choices for a fault, and the report about one.
@Suite("Choosing faults")
struct FaultChoicesTests {
  private static let what = FaultChoices.what.flatMap(\.choices)

  @Test("Every choice of an effect is a valid fault, and every kind is a choice")
  func everyKind() throws {
    for choice in Self.what { _ = try Fault("any: \(choice)") }
    #expect(
      Set(Self.what.compactMap { $0.split(separator: " ").first.map(String.init) })
        == Set(FaultNames.kinds))
    #expect(Set(Self.what).count == Self.what.count)
  }

  @Test("Every choice of an occasion can be parsed, and every endpoint is a choice")
  func everyPlace() throws {
    for group in FaultChoices.when {
      for choice in group.choices {
        let what = FaultNames.channels.contains(choice) ? "twice" : "drop"
        for often in FaultChoices.howOften {
          let head = often.isEmpty ? choice : "\(choice) \(often)"
          #expect(try Fault("\(head): \(what)").text == "\(head): \(what)")
        }
      }
    }
    let all = Set(FaultChoices.when.flatMap(\.choices))
    #expect(OAuthEndpoint.allCases.allSatisfy { all.contains($0.rawValue) })
  }

  @Test("A fault reports how often it has happened, and when it can't any more")
  func happened() async throws {
    for (which, happened, isOver) in [
      ("", [1, 2, 3, 4], [false, false, false, false]),
      (" once", [1, 1, 1, 1], [true, true, true, true]),
      (" 2nd", [0, 1, 1, 1], [false, true, true, true]),
      (" from 3rd", [0, 0, 1, 2], [false, false, false, false]),
      (" 3 times", [1, 2, 3, 3], [false, false, true, true]),
    ] {
      let client = try OrgClient("user \"jane@example.com\"; fault \"keys\(which): 500\"")
      client.checksPages = false
      for index in 0..<4 {
        try await client.send(.get, "/oauth2/default/v1/keys")
        let fault = try #require(client.server.faults.first)
        #expect(fault.happened == happened[index] && fault.isOver == isOver[index], "\(which)")
      }
    }
  }

  @Test("A request reports its fault, and the sign-in and step")
  func mishap() async throws {
    let client = try OrgClient(FaultTests.settings)
    try await client.start()
    let handle = try #require(client.page["stateHandle"])
    for text in ["identify once: latency 2s", "any once: labels de", "email: twice"] {
      client.server.add(try Fault(text))
    }
    let url = try #require(HTTPURL("https://acme.flow.test/idp/idx/identify"))
    let request = HTTPRequest(
      .post, url, body: .json(["stateHandle": handle, "identifier": "jane@example.com"]))
    let delivery = client.server.deliver(request)
    #expect(delivery.mishap?.faults == ["identify once: latency 2s", "any once: labels de"])
    #expect(delivery.mishap?.request == "identify" && delivery.mishap?.signIn == 0)
    #expect(client.server.deliver(request).mishap == nil)
    client.server.change { state, _ in state.removeFaults() }
    #expect(client.server.faults.isEmpty)
  }
}
