import FlowEngine
import MobileIdPEngine
import Testing

/// Random walks of both apps.
///
/// A failure prints its seed, and `FLOW_MOBILE_IDP_SEED` starts with it.
@Suite("Random walks of the two apps")
struct WalkTests {
  static let walks: UInt64 = 500
  static let moves = 40

  @Test("Each step is a row of the table, starting from the last one's end")
  func rows() throws {
    let client = WalkTests.steps(ClientTransition.table.map { ($0.id, $0.from, $0.to) })
    let provider = WalkTests.steps(ProviderTransition.table.map { ($0.id, $0.from, $0.to) })
    for seed in Known.seed..<Known.seed + WalkTests.walks {
      var pair = try AppPair(seed: seed)
      for _ in 0..<WalkTests.moves { pair.move() }
      var place = ClientTransition.Place.idle
      for step in pair.client.taken {
        guard step.from == place, client.contains("\(step.id) \(step.from) \(step.to)") else {
          Issue.record("FLOW_MOBILE_IDP_SEED=\(seed) \(step) after \(place)")
          return
        }
        place = step.to
      }
      #expect(place == pair.client.state.place)
      var other = ProviderTransition.Place.idle
      for step in pair.provider.taken {
        guard step.from == other, provider.contains("\(step.id) \(step.from) \(step.to)") else {
          Issue.record("FLOW_MOBILE_IDP_SEED=\(seed) \(step) after \(other)")
          return
        }
        other = step.to
      }
      #expect(other == pair.provider.state.place)
    }
  }

  private static func steps<ID, Place>(_ rows: [(id: ID, from: [Place], to: Place?)]) -> Set<String>
  {
    Set(rows.flatMap { row in row.from.map { "\(row.id) \($0) \(row.to ?? $0)" } })
  }

  @Test("Walks cover every row of both tables")
  func coverage() throws {
    var client = Set(ClientTransition.ID.allCases)
    var provider = Set(ProviderTransition.ID.allCases)
    for seed in Known.seed..<Known.seed + 4_000 where !client.isEmpty || !provider.isEmpty {
      var pair = try AppPair(seed: seed)
      for _ in 0..<WalkTests.moves { pair.move() }
      for step in pair.client.taken { client.remove(step.id) }
      for step in pair.provider.taken { provider.remove(step.id) }
    }
    #expect(client.isEmpty, "\(client)")
    #expect(provider.isEmpty, "\(provider)")
  }

  @Test("No password, token, passcode or verifier is in any message, and nothing prints one")
  func secrecy() throws {
    var messages = 0
    for seed in Known.seed..<Known.seed + WalkTests.walks {
      var pair = try AppPair(seed: seed)
      for _ in 0..<WalkTests.moves { pair.move() }
      for text in pair.client.opened + pair.provider.opened {
        messages += 1
        for secret in AppPair.secrets where text.contains(secret) {
          Issue.record("FLOW_MOBILE_IDP_SEED=\(seed) \(text)")
          return
        }
      }
      guard seed % 50 == 0 else { continue }
      var printed = "\(pair.client.effects)\(pair.provider.effects)"
      dump(pair.client.state, to: &printed)
      dump(pair.provider.state, to: &printed)
      for secret in AppPair.secrets + ["code-1", "own-code"] {
        #expect(!printed.contains(secret), "FLOW_MOBILE_IDP_SEED=\(seed) \(secret)")
      }
    }
    #expect(messages > 500)
  }

  @Test("The client's tokens are only the client's: the provider never requests any with its key")
  func tokens() throws {
    for seed in Known.seed..<Known.seed + WalkTests.walks {
      var pair = try AppPair(seed: seed)
      for _ in 0..<WalkTests.moves { pair.move() }
      for call in pair.provider.calls {
        switch call.kind {
        case .redeem(let client, _, _), .refresh(let client, _):
          #expect(client.clientID == "IDP_KEY", "FLOW_MOBILE_IDP_SEED=\(seed)")
        default: break
        }
      }
      for call in pair.client.calls {
        switch call.kind {
        case .redeem(let client, _, _), .refresh(let client, _):
          #expect(client.clientID == "SP_KEY", "FLOW_MOBILE_IDP_SEED=\(seed)")
        case .bridge: Issue.record("FLOW_MOBILE_IDP_SEED=\(seed) the client has no bridge")
        default: break
        }
      }
    }
  }
}
