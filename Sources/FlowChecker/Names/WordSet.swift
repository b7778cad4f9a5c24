/// A set of word ids.
///
/// The set uses open addressing. An empty set uses no memory.
struct WordSet: Sendable {
  private var slots: [UInt32] = []
  private(set) var count = 0

  init() {}

  init(_ words: some Sequence<WordID>) {
    for word in words { insert(word) }
  }

  var isEmpty: Bool { count == 0 }

  func contains(_ word: WordID) -> Bool {
    guard count > 0, word != .none else { return false }
    return slots[slot(of: word.number)] != 0
  }

  /// Adds a word.
  ///
  /// - Returns: Whether the word wasn't in the set before.
  @discardableResult
  mutating func insert(_ word: WordID) -> Bool {
    guard word != .none else { return false }
    if count * 2 >= slots.count { grow() }
    let slot = slot(of: word.number)
    guard slots[slot] == 0 else { return false }
    slots[slot] = word.number
    count += 1
    return true
  }

  /// Returns the index of the slot that contains a number, or of the empty slot for it.
  private func slot(of number: UInt32) -> Int {
    let mask = slots.count - 1
    var slot = NumberTable.slot(UInt64(number)) & mask
    while slots[slot] != 0, slots[slot] != number { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(8, old.count * 2))
    for number in old where number != 0 { slots[slot(of: number)] = number }
  }
}
