import FlowSyntax

/// The names that stand for values in a flow or a profile, by their hashes.
struct Scope {
  /// What a name stands for.
  enum Entry {
    case expression(Expression)
    /// A name whose values differ from row to row.
    case row([Expression])
  }

  /// The flow's rows and values.
  private var own: [Entry] = []
  private var numbers = HashTable()
  /// The names of the profiles that are used.
  private(set) var profiles: [WordSet] = []
  /// The program's values and those from outside, with the raw values of their types.
  private var shared = HashTable()

  /// How many names that stand for names are followed: beyond it a type is unknown.
  private static let depthMax = 16

  /// Goes to another flow or profile, which knows the names of some profiles.
  mutating func begin(with sets: [WordSet] = []) {
    own.clear()
    numbers.removeAll()
    profiles.clear()
    profiles += sets
  }

  /// Adds a name of the flow; `false` where it is there.
  mutating func declare(_ hash: UInt64, _ entry: Entry) -> Bool {
    guard numbers.insert(hash, Int32(truncatingIfNeeded: own.count)) else { return false }
    own.append(entry)
    return true
  }

  /// Adds a value of the whole program, unless there is one of that name.
  mutating func share(_ hash: UInt64, _ type: ValueType) -> Bool {
    shared.insert(hash, type.rawValue)
  }

  /// Adds the names that a profile brings along.
  mutating func use(_ names: WordSet) {
    if !names.isEmpty { profiles.append(names) }
  }

  // MARK: Names

  /// Whether the flow has no rows and values.
  var isEmpty: Bool { own.isEmpty }

  /// Whether a name stands for a value.
  func knows(_ hash: UInt64) -> Bool {
    isOwn(hash) || isOfProfile(hash) || isShared(hash)
  }

  /// Whether a name stands for a row or value of the flow.
  func isOwn(_ hash: UInt64) -> Bool { !own.isEmpty && numbers.value(hash) != nil }

  /// Whether a profile declares a name.
  func isOfProfile(_ hash: UInt64) -> Bool {
    for names in profiles where names.contains(hash) { return true }
    return false
  }

  /// Whether a name stands for a value of the whole program, or one from outside.
  func isShared(_ hash: UInt64) -> Bool { shared.value(hash) != nil }

  /// Whether a name stands for a row's value.
  func isRow(_ hash: UInt64) -> Bool {
    guard !own.isEmpty, let number = numbers.value(hash), case .row = own[Int(number)] else {
      return false
    }
    return true
  }

  /// What a row or value of the flow may stand for; empty where the name is of something else.
  func ownValues(_ hash: UInt64) -> [Expression] {
    guard !own.isEmpty, let number = numbers.value(hash) else { return [] }
    switch own[Int(number)] {
    case .expression(let expression): return [expression]
    case .row(let values): return values
    }
  }

  // MARK: Types

  /// The type of a name's value, `nil` where the name stands for none.
  func type(_ hash: UInt64, depth: Int = 0) -> ValueType? {
    if !own.isEmpty, let number = numbers.value(hash) {
      return type(of: own[Int(number)], depth: depth + 1)
    }
    if isOfProfile(hash) { return .unknown }
    return shared.value(hash).flatMap { ValueType(rawValue: $0) }
  }

  /// The type of an expression; a word that names no value is text, as it is where it stands for
  /// itself.
  func type(of expression: Expression, depth: Int = 0) -> ValueType {
    switch expression {
    case .text, .lookup, .call, .totp, .random: return .text
    case .number: return .number
    case .duration: return .duration
    case .boolean: return .boolean
    case .name(let name):
      guard depth < Scope.depthMax else { return knows(name.hash) ? .unknown : .text }
      return type(name.hash, depth: depth) ?? .text
    }
  }

  private func type(of entry: Entry, depth: Int) -> ValueType {
    switch entry {
    case .expression(let expression): return type(of: expression, depth: depth)
    case .row(let values):
      // A row's name that stands for a name is not followed: rows fan out.
      let types = values.map { type(of: $0, depth: Scope.depthMax) }
      guard let first = types.first, types.allSatisfy({ $0 == first }) else { return .unknown }
      return first
    }
  }
}
