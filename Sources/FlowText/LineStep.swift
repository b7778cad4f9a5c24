/// A step that changes one text into another.
package enum LineStep<Line: Hashable> {
  /// A line that both texts have, as the old text contains it.
  case same(Line)
  /// A line that only the old text has.
  case old(Line)
  /// A line that only the new text has.
  case new(Line)

  /// Returns the steps from the lines of one text to the lines of another, in order.
  ///
  /// Removed lines come before the lines that replace them.
  package static func all(from old: [Line], to new: [Line]) -> [LineStep] {
    let isKept = LineMatch.kept(from: old, to: new)
    var steps: [LineStep] = []
    steps.reserveCapacity(old.count + new.count)
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, !isKept.old[left] {
        steps.append(.old(old[left]))
        left += 1
      } else if right < new.count, !isKept.new[right] {
        steps.append(.new(new[right]))
        right += 1
      } else {
        steps.append(.same(old[left]))
        left += 1
        right += 1
      }
    }
    return steps
  }
}

/// Finds the lines that two texts have in common, in nearly linear time.
///
/// Short parts get the shortest edit (Myers, 1986). Long parts are split at lines that occur once
/// in each text (patience diff). A long part without such a line counts as changed.
private struct LineMatch {
  /// The lines as numbers, which are equal for equal lines.
  private let old: [Int]
  private let new: [Int]
  private var isOldKept: [Bool]
  private var isNewKept: [Bool]

  /// The maximum length of both parts together for which the shortest edit is computed.
  ///
  /// The time grows with the square of this length.
  private static let shortMax = 1024
  /// The maximum number of nested splits.
  ///
  /// Only a text that was made to be slow needs more.
  private static let depthMax = 24

  private typealias Part = (old: Range<Int>, new: Range<Int>, depth: Int)

  /// Returns for each line of each text whether it stays.
  static func kept<Line: Hashable>(
    from old: [Line], to new: [Line]
  ) -> (old: [Bool], new: [Bool]) {
    var numbers: [Line: Int] = [:]
    func number(_ line: Line) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    var match = LineMatch(old: old.map(number), new: new.map(number))
    match.run()
    return (match.isOldKept, match.isNewKept)
  }

  private init(old: [Int], new: [Int]) {
    self.old = old
    self.new = new
    isOldKept = Array(repeating: false, count: old.count)
    isNewKept = Array(repeating: false, count: new.count)
  }

  private mutating func run() {
    var open: [Part] = [(old.indices, new.indices, 0)]
    while let part = open.popLast() {
      let (before, after) = trim(part.old, part.new)
      guard !before.isEmpty, !after.isEmpty else { continue }
      if before.count + after.count <= LineMatch.shortMax {
        compare(before, after)
      } else if part.depth < LineMatch.depthMax {
        open += parts(before, after, depth: part.depth + 1)
      }
    }
  }

  private mutating func keep(_ left: Int, _ right: Int) {
    isOldKept[left] = true
    isNewKept[right] = true
  }

  /// Marks the common start and end of two parts as staying, and returns the parts between.
  private mutating func trim(_ before: Range<Int>, _ after: Range<Int>) -> (Range<Int>, Range<Int>)
  {
    var (left, right) = (before, after)
    while let one = left.first, let other = right.first, old[one] == new[other] {
      keep(one, other)
      (left, right) = (left.dropFirst(), right.dropFirst())
    }
    while let one = left.last, let other = right.last, old[one] == new[other] {
      keep(one, other)
      (left, right) = (left.dropLast(), right.dropLast())
    }
    return (left, right)
  }

  /// Finds the shortest edit between short parts, and marks the lines that stay.
  private mutating func compare(_ before: Range<Int>, _ after: Range<Int>) {
    var isOldKept = Array(repeating: true, count: before.count)
    var isNewKept = Array(repeating: true, count: after.count)
    for change in Array(new[after]).difference(from: Array(old[before])) {
      switch change {
      case .remove(let offset, _, _): isOldKept[offset] = false
      case .insert(let offset, _, _): isNewKept[offset] = false
      }
    }
    for (index, isKept) in zip(before, isOldKept) { self.isOldKept[index] = isKept }
    for (index, isKept) in zip(after, isNewKept) { self.isNewKept[index] = isKept }
  }

  /// Marks the lines that are unique in both parts and in the same order as staying.
  ///
  /// Returns the parts between these lines.
  private mutating func parts(_ before: Range<Int>, _ after: Range<Int>, depth: Int) -> [Part] {
    var places: [Int: (old: Int?, new: Int?, isUnique: Bool)] = [:]
    for index in before {
      let known = places[old[index]]
      places[old[index]] = (index, known?.new, known == nil)
    }
    for index in after {
      guard let known = places[new[index]] else { continue }
      places[new[index]] = (known.old, index, known.isUnique && known.new == nil)
    }
    var pairs: [(old: Int, new: Int)] = []
    for index in before {
      guard let place = places[old[index]], place.isUnique, let other = place.new else { continue }
      pairs.append((index, other))
    }
    var parts: [Part] = []
    var (left, right) = (before.lowerBound, after.lowerBound)
    for pair in LineMatch.rising(pairs) {
      keep(pair.old, pair.new)
      parts.append((left..<pair.old, right..<pair.new, depth))
      (left, right) = (pair.old + 1, pair.new + 1)
    }
    // Without such a line, nothing is left to compare.
    guard left > before.lowerBound else { return [] }
    parts.append((left..<before.upperBound, right..<after.upperBound, depth))
    return parts
  }

  /// The longest list of pairs whose positions rise in both texts.
  private static func rising(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // The last pair of the best list for each length, and the predecessor of each pair in its list.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pairs[index].new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var row: [(old: Int, new: Int)] = []
    var next = ends.last ?? -1
    while next >= 0 {
      row.append(pairs[next])
      next = previous[next]
    }
    return row.reversed()
  }
}
