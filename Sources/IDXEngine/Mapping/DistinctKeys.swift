/// A set of keys that is fast for few keys.
///
/// A few keys are searched linearly, and many by hash, because a server decides how many keys a
/// page has.
struct DistinctKeys<Key: Hashable> {
  private var few: [Key] = []
  private var many: Set<Key> = []
  private static var fewMax: Int { 16 }

  /// Adds a key; returns `false` if it was added before.
  mutating func insert(_ key: Key) -> Bool {
    guard many.isEmpty else { return many.insert(key).inserted }
    guard !few.contains(key) else { return false }
    few.append(key)
    if few.count == Self.fewMax { many = Set(few) }
    return true
  }
}
