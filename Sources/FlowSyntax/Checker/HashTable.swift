/// A table from hashes to numbers that is emptied without giving its memory back.
///
/// Open addressing over keys that are hashes already, so that a look-up is mostly one comparison.
struct HashTable {
  private var keys: [UInt64] = Array(repeating: 0, count: 64)
  private var values: [Int32] = Array(repeating: 0, count: 64)
  private var used: [Int] = []

  private func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: key >> 20) & (keys.count - 1)
  }

  /// The number of a hash, `nil` where it has none.
  func value(_ key: UInt64) -> Int32? {
    let key = max(key, 1)
    var slot = slot(key)
    while keys[slot] != 0 {
      if keys[slot] == key { return values[slot] }
      slot = (slot + 1) & (keys.count - 1)
    }
    return nil
  }

  /// Gives a hash a number, unless it has one.
  ///
  /// - Returns: whether it had none.
  @discardableResult
  mutating func insert(_ key: UInt64, _ value: Int32) -> Bool {
    if used.count * 2 >= keys.count { grow() }
    let key = max(key, 1)
    var slot = slot(key)
    while keys[slot] != 0 {
      if keys[slot] == key { return false }
      slot = (slot + 1) & (keys.count - 1)
    }
    keys[slot] = key
    values[slot] = value
    used.append(slot)
    return true
  }

  /// Forgets everything.
  mutating func removeAll() {
    for slot in used { keys[slot] = 0 }
    used.clear()
  }

  private mutating func grow() {
    let old = used.map { (keys[$0], values[$0]) }
    keys = Array(repeating: 0, count: keys.count * 2)
    values = Array(repeating: 0, count: keys.count)
    used.removeAll(keepingCapacity: true)
    for (key, value) in old { insert(key, value) }
  }
}
