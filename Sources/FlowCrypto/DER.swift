/// Writes and reads the few structures for keys (ITU-T X.690, distinguished encoding rules).
enum DER {
  static func sequence(_ parts: [UInt8]...) -> [UInt8] {
    tagged(0x30, parts.flatMap { $0 })
  }

  /// Returns a nonnegative number from its bytes in network order.
  static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    var bytes = Array(magnitude.drop { $0 == 0 })
    if bytes.first.map({ $0 >= 0x80 }) ?? true { bytes.insert(0, at: 0) }
    return tagged(0x02, bytes)
  }

  static func octets(_ bytes: [UInt8]) -> [UInt8] { tagged(0x04, bytes) }

  /// Returns a bit string of whole bytes.
  static func bits(_ bytes: [UInt8]) -> [UInt8] { tagged(0x03, [0] + bytes) }

  /// Returns an object identifier from its encoded arcs.
  static func identifier(_ arcs: [UInt8]) -> [UInt8] { tagged(0x06, arcs) }

  static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    if content.count < 0x80 {
      length = [UInt8(content.count)]
    } else {
      var rest = content.count
      while rest > 0 {
        length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
        rest >>= 8
      }
      length.insert(0x80 | UInt8(length.count), at: 0)
    }
    return [tag] + length + content
  }

  /// Returns the numbers at the beginning of a sequence; `nil` if it doesn't have them.
  ///
  /// - Parameters:
  ///   - bytes: The whole structure, and nothing after it.
  ///   - count: The number of numbers to return; further numbers are ignored.
  /// - Returns: The numbers in network order.
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

  /// Removes and returns the content of the first element; `nil` if it has another tag.
  static func take(_ tag: UInt8, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      // A length of two bytes is enough for a key of 8192 bits.
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
