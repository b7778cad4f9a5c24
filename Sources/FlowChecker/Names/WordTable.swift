import FlowDiagnostics
import FlowSyntax

/// The id of a word in a table.
///
/// Two words have the same id only if they are equal.
struct WordID: Hashable, Sendable {
  let number: UInt32

  /// An id that no word has.
  static let none = WordID(number: 0)
}

/// The form in which words are compared.
enum WordForm {
  /// The bytes as they are.
  case exact
  /// The folded bytes: without ASCII case, and with `-` for `_` and space, as engines compare
  /// names.
  case folded
  /// The bytes with each `_` replaced by `-`.
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

/// Gives ids to words, so that the checker compares numbers instead of texts.
///
/// The table uses open addressing by a hash of the bytes. Two words can have the same hash, so
/// their bytes are compared too.
struct WordTable: Sendable {
  private struct Slot {
    var hash: UInt64 = 0
    var start: UInt32 = 0
    var length: UInt32 = 0
    /// The id of the word; `none` if the slot is empty.
    var id = WordID.none
  }

  private var slots: [Slot] = []
  private var count = 0
  /// The bytes of all words, one after another.
  private var pool: [UInt8] = []

  /// Finds a word, like `find`.
  ///
  /// This method is mutating, so that the table isn't copied.
  mutating func findOwn(
    _ hash: UInt64, _ bytes: [UInt8], _ range: Range<Int>, _ form: WordForm
  ) -> WordID? {
    find(hash, bytes, range, form)
  }

  /// Finds a word.
  ///
  /// - Parameters:
  ///   - hash: The hash of the word in this form.
  ///   - bytes: The text that contains the word.
  ///   - range: The range of the word in the text.
  ///   - form: The form in which the bytes are compared.
  /// - Returns: The id of the word; `nil` if the word isn't in the table.
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

  /// Adds a word that isn't in the table yet.
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
