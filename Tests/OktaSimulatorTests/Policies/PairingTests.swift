import TestSupport
import Testing

@testable import OktaSimulator

@Suite("The maximum number of pairs")
struct PairingTests {
  /// The maximum by trying every order.
  private static func most(_ possible: ArraySlice<UInt64>, used: UInt64 = 0) -> Int {
    guard let first = possible.first else { return 0 }
    let rest = possible.dropFirst()
    var most = most(rest, used: used)
    for bit in 0..<UInt64(64) where first & ~used & (1 << bit) != 0 {
      most = max(most, 1 + Self.most(rest, used: used | 1 << bit))
    }
    return most
  }

  @Test("The same number as by trying every order", arguments: 0..<40)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let things = Int.random(in: 0...6, using: &generator)
      let others = UInt64.random(in: 1...7, using: &generator)
      let possible = (0..<things).map { _ in
        UInt64.random(in: 0..<(1 << others), using: &generator)
          & UInt64.random(in: 0..<(1 << others), using: &generator)
      }
      #expect(Pairing.count(possible) == Self.most(possible[...]), "\(possible)")
    }
  }

  @Test("Many things that fit everywhere fill every place, with little work")
  func wide() {
    for _ in 0..<1000 {
      #expect(Pairing.count(Array(repeating: (1 << 12) - 1, count: 13)) == 12)
      #expect(Pairing.count(Array(repeating: .max, count: 64)) == 64)
    }
    #expect(Pairing.count(Array(repeating: .max, count: 500)) == 64)
    #expect(Pairing.count([]) == 0)
  }

  @Test("Ten of thirteen authenticators are met by any ten, and by no nine")
  func anyTen() {
    let combination = Combination(Array(repeating: .all, count: 10))
    var evidence = Evidence()
    for authenticator in Authenticator.allCases {
      guard let method = authenticator.methods.list.first else { continue }
      #expect(combination.isMet(by: evidence) == (evidence.verifications.count >= 10))
      evidence.insert(Verification(method: method, traits: []))
    }
    #expect(combination.isMet(by: evidence))
  }
}
