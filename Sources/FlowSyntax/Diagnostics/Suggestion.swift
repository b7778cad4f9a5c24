/// Finds the right words near a wrong one.
public enum Suggestion {
  /// How many words are offered: with more, none of them helps.
  static let wordsMax = 3

  /// The longest word, in bytes, for which a near one is looked for: no engine has a longer one,
  /// and the work grows with the square of the length.
  static let lengthMax = 64

  /// The nearest words, those that are equally near in the given order, at most three.
  ///
  /// Near is a distance (insertions, deletions, replacements and swaps of neighbours, without
  /// regard to the case of ASCII letters) of at most a third of the word; a word that is only the
  /// beginning of a candidate is near it too.
  ///
  /// - Parameters:
  ///   - word: What was written.
  ///   - candidates: What would have been right.
  /// - Returns: Those that are near, none twice.
  public static func nearest(_ word: String, among candidates: [String]) -> [String] {
    let wanted = folded(word)
    guard !wanted.isEmpty, wanted.count <= lengthMax else { return [] }
    let limit = (wanted.count + 1) / 3
    var best = Int.max
    var found: [String] = []
    for candidate in candidates where candidate != word {
      let other = folded(candidate)
      // What is farther than the best one so far is not looked for.
      let near = distance(wanted, other, limit: min(limit, best)) ?? beginning(wanted, other)
      guard let distance = near, distance <= best, !found.contains(candidate) else { continue }
      if distance < best { found.removeAll() }
      best = distance
      found.append(candidate)
    }
    return Array(found.prefix(wordsMax))
  }

  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
  }

  /// The shortest beginning of a word that tells which word is meant.
  private static let beginningMin = 3

  /// The distance that counts for a word that another one begins with, `nil` where it doesn't.
  private static func beginning(_ word: [UInt8], _ other: [UInt8]) -> Int? {
    word.count >= beginningMin && other.starts(with: word) ? 1 : nil
  }

  /// The distance of two words, `nil` where it is more than `limit`.
  private static func distance(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var before = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var next = before
    for row in 0..<left.count {
      next[0] = row + 1
      var least = next[0]
      for column in 0..<right.count {
        let change = left[row] == right[column] ? 0 : 1
        var best = min(last[column] + change, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
        }
        next[column + 1] = best
        least = min(least, best)
      }
      guard least <= limit else { return nil }
      (before, last, next) = (last, next, before)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
