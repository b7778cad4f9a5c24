/// A table from hashes to numbers that is emptied without giving its memory back.
///
/// Open addressing over keys that are hashes already, so that a look-up is mostly one comparison.
/// A slot counts only if it was filled since the table was last emptied, which therefore costs
/// nothing. A table that was never filled holds no memory.
package struct HashTable {
  private struct Slot {
    var key: UInt64 = 0
    var value: Int32 = 0
    var generation: UInt32 = 0
  }

  private var slots: [Slot] = []
  private var count = 0
  private var generation: UInt32 = 1

  package init() {}

  /// The number of a hash, `nil` where it has none.
  package func value(_ key: UInt64) -> Int32? {
    guard count > 0 else { return nil }
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: key >> 20) & mask
    while slots[index].generation == generation {
      if slots[index].key == key { return slots[index].value }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Gives a hash a number, unless it has one.
  ///
  /// - Returns: whether it had none.
  @discardableResult
  package mutating func insert(_ key: UInt64, _ value: Int32) -> Bool {
    if count * 2 >= slots.count { grow() }
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: key >> 20) & mask
    while slots[index].generation == generation {
      if slots[index].key == key { return false }
      index = (index + 1) & mask
    }
    slots[index] = Slot(key: key, value: value, generation: generation)
    count += 1
    return true
  }

  /// Forgets everything.
  package mutating func removeAll() {
    count = 0
    generation &+= 1
    guard generation == 0 else { return }
    slots = Array(repeating: Slot(), count: slots.count)
    generation = 1
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(16, old.count * 2))
    count = 0
    for slot in old where slot.generation == generation { insert(slot.key, slot.value) }
  }
}
