import FlowDiagnostics
import FlowSyntax

/// The hashes of a step's beginnings that end before a hyphen, found once for every step: scripts
/// name few, and each of them often.
struct StepPrefixes {
  private var numbers = HashTable()
  private var prefixes: [[UInt64]] = []

  /// The folded hashes of a step's beginnings, the shortest first.
  mutating func callAsFunction(_ step: Name, _ bytes: [UInt8]) -> [UInt64] {
    let own = step.folded(bytes)
    if own & WordHash.hasHyphen == 0 { return [] }
    if let number = numbers.value(own) { return prefixes[Int(number)] }
    var found: [UInt64] = []
    var hash = WordHash()
    for index in Int(step.range.start)..<Int(step.range.end) {
      let byte = WordHash.fold(bytes[index])
      if byte == UInt8(ascii: "-") { found.append(hash.value) }
      hash.add(byte)
    }
    numbers.insert(own, Int32(truncatingIfNeeded: prefixes.count))
    prefixes.append(found)
    return found
  }
}
