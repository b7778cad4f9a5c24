/// Finds correct words that are similar to a wrong word.
package enum Suggestion {
  /// The maximum number of suggested words; more wouldn't help.
  package static let wordsMax = 3

  /// The maximum length in bytes of a word that gets suggestions.
  ///
  /// No engine has a longer word, and the time grows with the square of the length.
  static let lengthMax = 64

  /// Returns at most three of the most similar words.
  ///
  /// A word is similar if its distance is at most a third of its length. The distance counts
  /// insertions, deletions, replacements and swaps of adjacent letters, and ignores the case of
  /// ASCII letters. A word is also similar to a candidate that begins with it. Equally similar
  /// words keep the given order.
  ///
  /// - Parameters:
  ///   - word: The written word.
  ///   - candidates: The accepted words.
  /// - Returns: The similar words, without duplicates.
  package static func nearest(_ word: String, among candidates: [String]) -> [String] {
    var words = NearWords(folded(word))
    guard !words.wanted.isEmpty, words.wanted.count <= lengthMax else { return [] }
    let limit = (words.wanted.count + 1) / 3
    var best = Int.max
    var found: [String] = []
    for candidate in candidates {
      // A candidate that is less similar than the best one so far is skipped.
      guard let distance = words.distance(candidate, limit: min(limit, best)), distance <= best,
        candidate != word, !found.contains(candidate)
      else { continue }
      if distance < best { found.removeAll() }
      best = distance
      found.append(candidate)
    }
    return Array(found.prefix(wordsMax))
  }

  /// Whether a word is surely a typo of another word.
  ///
  /// One letter may be wrong, missing, extra or swapped with its neighbor; in a long word, two such
  /// errors are allowed. Words with different digits are never typos: `user2` isn't a typo of
  /// `user1`.
  ///
  /// - Parameters:
  ///   - word: The written word.
  ///   - other: The word that was probably meant.
  /// - Returns: Whether the word is a typo. The case of ASCII letters is ignored.
  package static func isSlip(_ word: String, of other: String) -> Bool {
    let (left, right) = (folded(word), folded(other))
    guard left.count >= beginningMin, left.count <= lengthMax,
      left.filter(isDigit) == right.filter(isDigit), !isOpposite(left, right)
    else { return false }
    var words = NearWords(left)
    return words.distance(right, limit: left.count < longWordMin ? 1 : 2) != nil
  }

  /// Whether one word is the opposite of the other, as `unmanaged` is of `managed`, and so isn't a
  /// typo.
  private static func isOpposite(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    guard long.count > short.count, long.suffix(short.count) == short[...] else { return false }
    return ["un", "in", "no", "non", "non-", "not-", "dis"].contains { prefix in
      long.dropLast(short.count).elementsEqual(prefix.utf8)
    }
  }

  /// The minimum length in bytes of a word in which two errors are allowed.
  private static let longWordMin = 8

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map(ASCII.lowered)
  }

  /// The minimum length in bytes of a beginning that identifies a word.
  fileprivate static let beginningMin = 3
}

/// Computes the distances of many words to one word, with reused memory.
///
/// Lengths and letters already show that most words are too different.
private struct NearWords {
  let wanted: [UInt8]
  private let letters: UInt64
  /// The current candidate.
  private var other: [UInt8] = []
  private var before: [Int] = []
  private var last: [Int] = []
  private var next: [Int] = []

  init(_ wanted: [UInt8]) {
    self.wanted = wanted
    letters = NearWords.letters(wanted)
  }

  private static func letters(_ word: [UInt8]) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// The distance of a candidate; `nil` if it is more than `limit`.
  ///
  /// If it is more but the candidate begins with the word, the distance is 1. The word must then
  /// have at least `beginningMin` bytes.
  mutating func distance(_ candidate: String, limit: Int) -> Int? {
    let more = candidate.utf8.count - wanted.count
    let mayBegin = more >= 0 && wanted.count >= Suggestion.beginningMin
    guard mayBegin || abs(more) <= limit else { return nil }
    other.removeAll(keepingCapacity: true)
    for byte in candidate.utf8 { other.append(ASCII.lowered(byte)) }
    return distance(limit: limit) ?? (mayBegin && other.starts(with: wanted) ? 1 : nil)
  }

  /// The distance of a word in lower case; `nil` if it is more than `limit`.
  mutating func distance(_ folded: [UInt8], limit: Int) -> Int? {
    other = folded
    return distance(limit: limit)
  }

  private mutating func distance(limit: Int) -> Int? {
    guard abs(wanted.count - other.count) <= limit else { return nil }
    // Each change adds at most one letter and removes at most one, so few common letters mean many
    // changes.
    let others = NearWords.letters(other)
    let lacking = max((letters & ~others).nonzeroBitCount, (others & ~letters).nonzeroBitCount)
    guard lacking <= limit else { return nil }
    next.removeAll(keepingCapacity: true)
    next.append(contentsOf: repeatElement(0, count: other.count + 1))
    before = next
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: 0...other.count)
    for row in wanted.indices {
      next[0] = row + 1
      var least = next[0]
      for column in other.indices {
        let change = wanted[row] == other[column] ? 0 : 1
        var best = min(last[column] + change, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, wanted[row] == other[column - 1], wanted[row - 1] == other[column] {
          best = min(best, before[column - 1] + 1)
        }
        next[column + 1] = best
        least = min(least, best)
      }
      guard least <= limit else { return nil }
      (before, last, next) = (last, next, before)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
