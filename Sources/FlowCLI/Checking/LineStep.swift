/// A line on the way from one text to another.
enum LineStep<Line: Equatable> {
  /// It stands in both; as the old one has it.
  case same(Line)
  /// It stands in the old one alone.
  case old(Line)
  /// It stands in the new one alone.
  case new(Line)

  /// The shortest way from one text's lines to another's, in their order; what is taken away comes
  /// before what stands there instead.
  static func all(from old: [Line], to new: [Line]) -> [LineStep] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var steps: [LineStep] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        steps.append(.old(old[left]))
        left += 1
      } else if inserted.contains(right) {
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
