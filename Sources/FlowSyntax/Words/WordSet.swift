/// A set of the hashes of words.
///
/// Open addressing over keys that are hashes already: nothing is hashed a second time, and an empty
/// set holds no memory.
package struct WordSet: Sendable {
  private var slots: [UInt64] = []
  package private(set) var count = 0

  package init() {}

  package init(_ hashes: some Sequence<UInt64>) {
    for hash in hashes { insert(hash) }
  }

  package var isEmpty: Bool { count == 0 }

  package func contains(_ hash: UInt64) -> Bool {
    guard count > 0 else { return false }
    return slots[slot(of: max(hash, 1))] != 0
  }

  /// Adds a hash.
  ///
  /// - Returns: whether it was not in the set.
  @discardableResult
  package mutating func insert(_ hash: UInt64) -> Bool {
    if count * 2 >= slots.count { grow() }
    let key = max(hash, 1)
    let slot = slot(of: key)
    guard slots[slot] == 0 else { return false }
    slots[slot] = key
    count += 1
    return true
  }

  package mutating func formUnion(_ other: WordSet) {
    for key in other.slots where key != 0 { insert(key) }
  }

  /// The slot of a key, or the empty one where it belongs.
  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key >> 20) & mask
    while slots[slot] != 0, slots[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(8, old.count * 2))
    for key in old where key != 0 { slots[slot(of: key)] = key }
  }
}
