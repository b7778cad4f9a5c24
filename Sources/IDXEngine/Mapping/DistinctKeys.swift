/// The keys of a list without repetitions.
///
/// A short list is searched linearly and a long one by hash, because a server decides how many keys
/// a page has.
struct DistinctKeys<Key: Hashable> {
  private var few: [Key] = []
  private var many: Set<Key> = []
  private static var fewMax: Int { 16 }

  /// Adds a key; `false` if it was added before.
  mutating func insert(_ key: Key) -> Bool {
    guard many.isEmpty else { return many.insert(key).inserted }
    guard !few.contains(key) else { return false }
    few.append(key)
    if few.count == Self.fewMax { many = Set(few) }
    return true
  }
}
