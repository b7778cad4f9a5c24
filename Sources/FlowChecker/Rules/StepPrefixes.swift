import FlowDiagnostics
import FlowSyntax

/// The ids of the beginnings of step names that end before a hyphen.
///
/// The ids are computed once for each step, because scripts use few steps, and use them often.
struct StepPrefixes {
  private var numbers = NumberTable()
  private var prefixes: [[WordID]] = []
  private let words: NameTable

  init(_ words: NameTable) { self.words = words }

  /// Returns the folded ids of the beginnings of a step's name.
  ///
  /// The shortest comes first.
  mutating func callAsFunction(_ step: Name, _ bytes: [UInt8]) -> [WordID] {
    guard step.hash & WordHash.hasHyphen != 0 || step.hash & WordHash.folds != 0 else { return [] }
    let own = words.folded(step, bytes)
    if let number = numbers.value(own) { return prefixes[Int(number)] }
    var found: [WordID] = []
    for index in Int(step.range.start)..<Int(step.range.end)
    where WordHash.fold(bytes[index]) == UInt8(ascii: "-") {
      found.append(words.folded(bytes, SourceRange(step.range.start, UInt32(index))))
    }
    numbers.insert(own, .none, Int32(truncatingIfNeeded: prefixes.count))
    prefixes.append(found)
    return found
  }
}
