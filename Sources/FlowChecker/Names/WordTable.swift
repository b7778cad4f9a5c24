import FlowDiagnostics
import FlowSyntax

/// The number of a word in a table.
///
/// Two words have the same number only if they are equal.
struct WordID: Hashable, Sendable {
  let number: UInt32

  /// The number that is never assigned.
  static let none = WordID(number: 0)
}

/// The form in which the bytes of a word are compared.
enum WordForm {
  /// The unchanged bytes.
  case exact
  /// Without ASCII case, with `-` for `_` and space, as engines compare their words.
  case folded
  /// With `-` in place of `_`.
  case hyphened

  @inline(__always)
  func callAsFunction(_ byte: UInt8) -> UInt8 {
    switch self {
    case .exact: byte
    case .folded: WordHash.fold(byte)
    case .hyphened: byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : byte
    }
  }
}

/// Assigns numbers to words, so that the checker compares numbers.
///
/// It uses open addressing by the hash of the bytes. A hash only limits the search: a word is found
/// only if its bytes are equal.
struct WordTable: Sendable {
  private struct Slot {
    var hash: UInt64 = 0
    var start: UInt32 = 0
    var length: UInt32 = 0
    /// `none` if the slot is empty.
    var id = WordID.none
  }

  private var slots: [Slot] = []
  private var count = 0
  /// The bytes of all words, one word after the other.
  private var pool: [UInt8] = []

  /// Finds a word in a table that may change.
  ///
  /// It is the same as `find`, but copies nothing.
  mutating func findOwn(
    _ hash: UInt64, _ bytes: [UInt8], _ range: Range<Int>, _ form: WordForm
  ) -> WordID? {
    find(hash, bytes, range, form)
  }

  /// Finds a word.
  ///
  /// - Parameters:
  ///   - hash: The hash of the word in its form.
  ///   - bytes: The text that the word is in.
  ///   - range: The range of the word.
  ///   - form: The form in which its bytes are compared.
  /// - Returns: The number of the word; `nil` if the table doesn't have it.
  func find(
    _ hash: UInt64, _ bytes: [UInt8], _ range: Range<Int>, _ form: WordForm = .exact
  ) -> WordID? {
    guard count > 0 else { return nil }
    let mask = slots.count - 1
    var index = WordTable.slot(hash) & mask
    while slots[index].id != .none {
      if slots[index].hash == hash, isEqual(slots[index], bytes, range, form) {
        return slots[index].id
      }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds a word that the table doesn't have.
  mutating func insert(
    _ hash: UInt64, _ bytes: [UInt8], _ range: Range<Int>, _ form: WordForm, as id: WordID
  ) {
    if count * 2 >= slots.count { grow() }
    let slot = Slot(
      hash: hash, start: UInt32(truncatingIfNeeded: pool.count),
      length: UInt32(truncatingIfNeeded: range.count), id: id)
    for index in range { pool.append(form(bytes[index])) }
    place(slot)
    count += 1
  }

  private func isEqual(
    _ slot: Slot, _ bytes: [UInt8], _ range: Range<Int>, _ form: WordForm
  ) -> Bool {
    guard Int(slot.length) == range.count else { return false }
    let start = Int(slot.start)
    if case .exact = form {
      for offset in 0..<range.count
      where pool[start + offset] != bytes[range.lowerBound + offset] { return false }
      return true
    }
    for offset in 0..<range.count
    where pool[start + offset] != form(bytes[range.lowerBound + offset]) { return false }
    return true
  }

  private static func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 20) }

  private mutating func place(_ slot: Slot) {
    let mask = slots.count - 1
    var index = WordTable.slot(slot.hash) & mask
    while slots[index].id != .none { index = (index + 1) & mask }
    slots[index] = slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(16, old.count * 2))
    for slot in old where slot.id != .none { place(slot) }
  }
}
