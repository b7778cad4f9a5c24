import FlowEngine

/// The byte sequences that stand for secrets, by their first bytes, the longest first.
///
/// They are learned one by one, and a text is searched in a time that doesn't grow with their
/// number: a suite of thousands of flows learns thousands of codes and tokens.
struct Needles: Sendable {
  /// The first `Masker.lengthMin` bytes of a needle as a number.
  private typealias Prefix = UInt32

  private var byPrefix: [Prefix: [[UInt8]]] = [:]
  private var filter = PrefixFilter()

  /// Learns every form of a secret; those that are too short to look for are left out.
  mutating func insert(_ secret: String) {
    let bytes = Array(secret.utf8)
    for form in SecretForms.all(of: bytes) { insert(form) }
    // A text of several lines is printed line by line.
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 })
    where line.count >= SecretForms.partMin {
      insert(Array(line))
    }
  }

  private mutating func insert(_ needle: [UInt8]) {
    guard needle.count >= Masker.lengthMin else { return }
    let prefix = needle[..<Masker.lengthMin].reduce(0) { $0 << 8 | Prefix($1) }
    var needles = byPrefix.removeValue(forKey: prefix) ?? []
    let place = needles.firstIndex { $0.count <= needle.count } ?? needles.count
    if !needles[place...].prefix(while: { $0.count == needle.count }).contains(needle) {
      needles.insert(needle, at: place)
    }
    byPrefix[prefix] = needles
    if filter.holds(byPrefix.count) {
      filter.insert(prefix)
    } else {
      filter = PrefixFilter(of: byPrefix.keys)
    }
  }

  /// The text with every needle replaced.
  func masked(_ text: String) -> String {
    guard !byPrefix.isEmpty else { return text }
    let bytes = Array(text.utf8)
    guard bytes.count >= Masker.lengthMin else { return text }
    var made: [UInt8] = []
    // What is before it is in `made`.
    var copied = 0
    var prefix = bytes[..<(Masker.lengthMin - 1)].reduce(0) { $0 << 8 | Prefix($1) }
    var end = Masker.lengthMin - 1
    var isChanged = false
    while end < bytes.count {
      prefix = prefix << 8 | Prefix(bytes[end])
      end += 1
      let start = end - Masker.lengthMin
      guard filter.mayHave(prefix), start >= copied,
        let length = length(of: prefix, at: start, in: bytes)
      else { continue }
      isChanged = true
      made += bytes[copied..<start]
      made += Array(Secret.mask.utf8)
      copied = start + length
    }
    guard isChanged else { return text }
    made += bytes[copied...]
    return String(decoding: made, as: UTF8.self)
  }

  private func length(of prefix: Prefix, at position: Int, in bytes: [UInt8]) -> Int? {
    guard let needles = byPrefix[prefix] else { return nil }
    for needle in needles where needle.count <= bytes.count - position {
      if bytes[position..<position + needle.count].elementsEqual(needle) { return needle.count }
    }
    return nil
  }
}

/// Tells of most numbers that they are not in a set: almost every byte of a text begins no secret,
/// and to look each of them up takes ten times as long.
private struct PrefixFilter: Sendable {
  /// A bit for all of the numbers that fall on it.
  private var words: [UInt64] = []
  private var shift: UInt32 = 0

  /// Bits for each number in the set: one in sixteen of the others gets through at most.
  private static let bitsEach = 16

  /// A filter that holds nothing yet.
  init() {}

  init(of prefixes: some Collection<UInt32>) {
    var count = 1024
    while count < prefixes.count * PrefixFilter.bitsEach * 2 { count *= 2 }
    words = Array(repeating: 0, count: count / 64)
    shift = UInt32(32 - count.trailingZeroBitCount)
    for prefix in prefixes { insert(prefix) }
  }

  /// Whether it is large enough for so many.
  func holds(_ count: Int) -> Bool { count * PrefixFilter.bitsEach <= words.count * 64 }

  mutating func insert(_ prefix: UInt32) {
    let bit = place(of: prefix)
    words[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
  }

  func mayHave(_ prefix: UInt32) -> Bool {
    let bit = place(of: prefix)
    return words[Int(bit >> 6)] >> UInt64(bit & 63) & 1 == 1
  }

  /// The upper bits of a product with the golden ratio, which spreads what is alike.
  private func place(of prefix: UInt32) -> UInt32 { (prefix &* 0x9E37_79B1) >> shift }
}
