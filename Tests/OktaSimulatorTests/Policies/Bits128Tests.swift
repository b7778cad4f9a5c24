import Testing

@testable import OktaSimulator

/// Compares numbers of 128 bits with lists of bits, the lowest first.
@Suite struct Bits128Tests {
  /// Zero, the maximum, and numbers around the powers of two that matter.
  private static let numbers: [[Bool]] = [0, 1, 31, 63, 64, 65, 96, 127, 128].flatMap { ones in
    let low = (0..<128).map { $0 < ones }
    let one = (0..<128).map { $0 == ones }
    return [low, one, low.map { !$0 }, one.map { !$0 }]
  }

  private static func number(_ bits: [Bool]) -> Bits128 {
    func half(_ bits: ArraySlice<Bool>) -> UInt64 {
      bits.reversed().reduce(0) { $0 * 2 + ($1 ? 1 : 0) }
    }
    return Bits128(half(bits[64...])) << 64 | Bits128(half(bits[..<64]))
  }

  private static func bits(_ number: Bits128) -> [Bool] {
    func half(_ number: UInt64) -> [Bool] {
      (0..<64).map { number / (UInt64(1) << UInt64($0)) % 2 == 1 }
    }
    return half(number.low) + half((number >> 64).low)
  }

  @Test("A number of 128 bits agrees with its bits", arguments: numbers)
  func one(bits: [Bool]) {
    let number = Bits128Tests.number(bits)
    #expect(Bits128Tests.bits(number) == bits)
    #expect(Bits128Tests.bits(~number) == bits.map { !$0 })
    #expect(number.nonzeroBitCount == bits.count { $0 })
    #expect(number.next.previous == number)
    // Adding one clears the lowest ones and sets the zero above them.
    let ones = bits.prefix { $0 }.count
    let next = bits.enumerated().map { $0.offset == ones || $0.offset > ones && $0.element }
    #expect(Bits128Tests.bits(number.next) == next)
    for count in 0...130 {
      let up = (0..<128).map { $0 >= count && bits[$0 - count] }
      let down = (0..<128).map { $0 + count < 128 && bits[$0 + count] }
      #expect(Bits128Tests.bits(number << count) == up, "<< \(count)")
      #expect(Bits128Tests.bits(number >> count) == down, ">> \(count)")
    }
  }

  @Test("Two numbers of 128 bits agree with their bits", arguments: numbers)
  func two(left: [Bool]) {
    for right in Bits128Tests.numbers {
      let (first, second) = (Bits128Tests.number(left), Bits128Tests.number(right))
      let pairs = zip(left, right)
      #expect(Bits128Tests.bits(first & second) == pairs.map { $0 && $1 })
      #expect(Bits128Tests.bits(first | second) == pairs.map { $0 || $1 })
      #expect(Bits128Tests.bits(first ^ second) == pairs.map { $0 != $1 })
      #expect((first == second) == (left == right))
      #expect((first < second) == (pairs.reversed().first { $0 != $1 }?.1 ?? false))
    }
    #expect(Bits128Tests.bits(.max) == [Bool](repeating: true, count: 128))
  }
}
