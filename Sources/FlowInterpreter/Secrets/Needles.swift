import FlowText
import FlowEngine

/// The forms of all secrets to search for, grouped by their first bytes, the longest first.
///
/// The time of a search doesn't depend on the number of secrets. A suite of thousands of flows has
/// thousands of codes and tokens.
///
/// Escaped forms aren't stored. Instead, a text is searched unchanged, and again after each layer
/// of its escapes is decoded. So any mix of escapes is found.
struct Needles: Sendable {
  /// The first `Masker.lengthMin` bytes of a needle as a number, with letters in lower case.
  private typealias Prefix = UInt32

  private var byPrefix: [Prefix: [SecretForm]] = [:]
  private var filter = PrefixFilter()

  /// Adds all forms of a secret that aren't too short.
  mutating func insert(_ secret: String) {
    let bytes = Array(secret.utf8)
    for form in SecretForm.all(of: bytes) { insert(form) }
    // Each line is added separately, because a text with several lines is printed line by line.
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 })
    where line.count >= SecretForm.partMin {
      insert(SecretForm(Array(line)))
    }
  }

  private mutating func insert(_ needle: SecretForm) {
    // A needle of blanks would mask every indentation.
    guard needle.bytes.count >= Masker.lengthMin, needle.bytes.contains(where: { $0 > 32 }) else {
      return
    }
    let prefix = needle.bytes[..<Masker.lengthMin].reduce(0) {
      $0 << 8 | Prefix(ASCII.lowered($1))
    }
    var needles = byPrefix.removeValue(forKey: prefix) ?? []
    let count = needle.bytes.count
    let place = needles.firstIndex { $0.bytes.count <= count } ?? needles.count
    if !needles[place...].prefix(while: { $0.bytes.count == count }).contains(needle) {
      needles.insert(needle, at: place)
    }
    byPrefix[prefix] = needles
    if filter.holds(byPrefix.count) {
      filter.insert(prefix)
    } else {
      filter = PrefixFilter(of: byPrefix.keys)
    }
  }

  /// Returns the text with every needle replaced by the mask.
  func masked(_ text: String) -> String {
    guard !byPrefix.isEmpty else { return text }
    let bytes = Array(text.utf8)
    guard bytes.count >= Masker.lengthMin else { return text }
    var found: [Range<Int>] = []
    search(bytes) { found.append($0) }
    var layer = DecodedText(bytes)
    for _ in 0..<DecodedText.layersMax {
      guard let read = layer else { break }
      search(read.bytes) { found.append(read.source(of: $0)) }
      layer = read.decoded()
    }
    return found.isEmpty ? text : Needles.masked(bytes, found)
  }

  /// Finds the needles in a text from left to right.
  ///
  /// At each position, the longest needle is found.
  private func search(_ bytes: [UInt8], _ find: (Range<Int>) -> Void) {
    guard bytes.count >= Masker.lengthMin else { return }
    var prefix = bytes[..<(Masker.lengthMin - 1)].reduce(0) {
      $0 << 8 | Prefix(ASCII.lowered($1))
    }
    var end = Masker.lengthMin - 1
    let filter = filter
    while end < bytes.count {
      prefix = prefix << 8 | Prefix(ASCII.lowered(bytes[end]))
      end += 1
      guard filter.mayHave(prefix) else { continue }
      let start = end - Masker.lengthMin
      if let length = length(of: prefix, at: start, in: bytes) { find(start..<start + length) }
    }
  }

  private func length(of prefix: Prefix, at position: Int, in bytes: [UInt8]) -> Int? {
    byPrefix[prefix]?.first { $0.begins(bytes[position...]) }?.bytes.count
  }

  /// Returns a text with the mask in place of each range.
  ///
  /// Overlapping ranges are replaced by one mask.
  private static func masked(_ bytes: [UInt8], _ found: [Range<Int>]) -> String {
    var made: [UInt8] = []
    made.reserveCapacity(bytes.count)
    // Everything before this index is copied or masked.
    var copied = 0
    let ranges = found.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    for range in ranges {
      if range.lowerBound >= copied {
        made += bytes[copied..<range.lowerBound]
        made += Array(Secret.mask.utf8)
      }
      copied = max(copied, range.upperBound)
    }
    made += bytes[copied...]
    return String(decoding: made, as: UTF8.self)
  }
}
