/// Maps words, or pairs of words, to numbers.
///
/// The table can be emptied without releasing its memory. It uses open addressing. A slot counts
/// only if it was filled after the table was last emptied, so emptying takes no time. A table that
/// was never filled uses no memory.
struct NumberTable {
  private struct Slot {
    var key: UInt64 = 0
    var value: Int32 = 0
    var generation: UInt32 = 0
  }

  private var slots: [Slot] = []
  private var count = 0
  private var generation: UInt32 = 1

  /// Returns the number of a word or a pair of words; `nil` if there is none.
  func value(_ first: WordID, _ second: WordID = .none) -> Int32? {
    value(NumberTable.key(first, second))
  }

  /// Sets the number of a word or a pair of words, unless it already has a number.
  ///
  /// - Returns: Whether the number was set.
  @discardableResult
  mutating func insert(
    _ first: WordID, _ second: WordID = .none, _ value: Int32
  ) -> Bool {
    insert(NumberTable.key(first, second), value)
  }

  private static func key(_ first: WordID, _ second: WordID) -> UInt64 {
    UInt64(first.number) << 32 | UInt64(second.number)
  }

  /// Returns the index of the first slot to search for a key.
  static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  private func value(_ key: UInt64) -> Int32? {
    guard count > 0 else { return nil }
    let mask = slots.count - 1
    var index = NumberTable.slot(key) & mask
    while slots[index].generation == generation {
      if slots[index].key == key { return slots[index].value }
      index = (index + 1) & mask
    }
    return nil
  }

  private mutating func insert(_ key: UInt64, _ value: Int32) -> Bool {
    if count * 2 >= slots.count { grow() }
    let mask = slots.count - 1
    var index = NumberTable.slot(key) & mask
    while slots[index].generation == generation {
      if slots[index].key == key { return false }
      index = (index + 1) & mask
    }
    slots[index] = Slot(key: key, value: value, generation: generation)
    count += 1
    return true
  }

  /// Removes all entries.
  mutating func removeAll() {
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
    for slot in old where slot.generation == generation { _ = insert(slot.key, slot.value) }
  }
}
