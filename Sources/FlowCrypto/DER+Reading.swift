extension DER {
  /// The numbers at the front of a sequence.
  ///
  /// - Parameters:
  ///   - bytes: the whole structure, and nothing after it.
  ///   - count: how many numbers there are at least; more are passed over.
  /// - Returns: the numbers in network order.
  static func integers(_ bytes: [UInt8], count: Int) -> [[UInt8]]? {
    var rest = bytes[...]
    guard var content = take(0x30, from: &rest), rest.isEmpty else { return nil }
    var numbers: [[UInt8]] = []
    while numbers.count < count {
      guard let number = take(0x02, from: &content), let first = number.first, first < 0x80 else {
        return nil
      }
      numbers.append(Array(number.drop { $0 == 0 }))
    }
    return numbers
  }

  /// The content of the element at the front, if it has the tag; what follows it stays.
  private static func take(_ tag: UInt8, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      // Two bytes of length are enough for a key of 8192 bits.
      let bytes = Int(first & 0x7F)
      guard (1...2).contains(bytes), rest.count >= bytes else { return nil }
      length = rest.prefix(bytes).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(bytes)
    }
    guard rest.count >= length else { return nil }
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }
}
