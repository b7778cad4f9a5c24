/// Finds the right words near a wrong one.
public enum Suggestion {
  /// How many words are offered: with more, none of them helps.
  static let wordsMax = 3

  /// The longest word, in bytes, for which a near one is looked for: no engine has a longer one, and
  /// the work grows with the square of the length.
  static let lengthMax = 64

  /// The nearest words, the nearest first, at most three.
  ///
  /// Near is a distance (insertions, deletions, replacements and swaps of neighbours, without regard
  /// to the case of ASCII letters) of at most a third of the word.
  ///
  /// - Parameters:
  ///   - word: What was written.
  ///   - candidates: What would have been right.
  /// - Returns: Those that are near, none twice.
  public static func nearest(_ word: String, among candidates: [String]) -> [String] {
    let wanted = folded(word)
    guard !wanted.isEmpty, wanted.count <= lengthMax else { return [] }
    let limit = (wanted.count + 1) / 3
    var found: [(distance: Int, word: String)] = []
    for candidate in candidates where candidate != word {
      let other = folded(candidate)
      guard abs(other.count - wanted.count) <= limit,
        let distance = distance(wanted, other, limit: limit),
        !found.contains(where: { $0.word == candidate })
      else { continue }
      // Insertion keeps the given order among words that are equally near.
      let place = found.firstIndex { $0.distance > distance } ?? found.count
      found.insert((distance, candidate), at: place)
      if found.count > wordsMax { found.removeLast() }
    }
    return found.map(\.word)
  }

  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
  }

  /// The distance of two words, `nil` where it is more than `limit`.
  private static func distance(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int? {
    var before = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var next = [row + 1]
      next.reserveCapacity(right.count + 1)
      for column in 0..<right.count {
        let change = left[row] == right[column] ? 0 : 1
        var best = min(last[column] + change, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      guard next.contains(where: { $0 <= limit }) else { return nil }
      before = last
      last = next
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
