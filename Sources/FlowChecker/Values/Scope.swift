import FlowSyntax

/// The names that stand for values in a flow or a profile, by their numbers.
///
/// A class because a check asks it at every name, and a value that a class holds is copied for each
/// call.
final class Scope {
  private let words: NameTable

  /// What a name stands for.
  enum Entry {
    case expression(Expression)
    /// A name whose values differ from row to row.
    case row([Expression])
  }

  /// The flow's rows and values.
  private var own: [Entry] = []
  private var numbers = NumberTable()
  /// The names of the profiles that are used.
  private(set) var profiles: [WordSet] = []
  /// The program's values and those from outside, with the raw values of their types.
  private var shared = NumberTable()

  /// How many names that stand for names are followed: beyond it a type is unknown.
  private static let depthMax = 16

  init(_ words: NameTable) { self.words = words }

  /// Goes to another flow or profile, which knows the names of some profiles.
  func begin(with sets: [WordSet] = []) {
    own.clear()
    numbers.removeAll()
    profiles.clear()
    profiles += sets
  }

  /// Adds a name of the flow; `false` where it is there.
  func declare(_ name: WordID, _ entry: Entry) -> Bool {
    guard numbers.insert(name, .none, Int32(truncatingIfNeeded: own.count)) else { return false }
    own.append(entry)
    return true
  }

  /// Adds a value of the whole program, unless there is one of that name.
  func share(_ name: WordID, _ type: ValueType) -> Bool {
    shared.insert(name, .none, type.rawValue)
  }

  /// Adds the names that a profile brings along.
  func use(_ names: WordSet) {
    if !names.isEmpty { profiles.append(names) }
  }

  // MARK: Names

  /// Whether the flow has no rows and values.
  var isEmpty: Bool { own.isEmpty }

  /// Whether a name stands for a value.
  func knows(_ name: WordID) -> Bool {
    isOwn(name) || isOfProfile(name) || isShared(name)
  }

  /// Whether a name stands for a row or value of the flow.
  func isOwn(_ name: WordID) -> Bool { !own.isEmpty && numbers.value(name) != nil }

  /// Whether a profile declares a name.
  func isOfProfile(_ name: WordID) -> Bool {
    for names in profiles where names.contains(name) { return true }
    return false
  }

  /// Whether a name stands for a value of the whole program, or one from outside.
  func isShared(_ name: WordID) -> Bool { shared.value(name) != nil }

  /// Whether a name stands for a row's value.
  func isRow(_ name: WordID) -> Bool {
    guard !own.isEmpty, let number = numbers.value(name), case .row = own[Int(number)] else {
      return false
    }
    return true
  }

  /// What a row or value of the flow may stand for; empty where the name is of something else.
  func ownValues(_ name: WordID) -> [Expression] {
    guard !own.isEmpty, let number = numbers.value(name) else { return [] }
    switch own[Int(number)] {
    case .expression(let expression): return [expression]
    case .row(let values): return values
    }
  }

  // MARK: Types

  /// The type of a name's value, `nil` where the name stands for none.
  func type(_ name: WordID, _ bytes: [UInt8], depth: Int = 0) -> ValueType? {
    if !own.isEmpty, let number = numbers.value(name) {
      return type(of: own[Int(number)], bytes, depth: depth + 1)
    }
    if isOfProfile(name) { return .unknown }
    return shared.value(name).flatMap { ValueType(rawValue: $0) }
  }

  /// The type of an expression; a word that names no value is text, as it is where it stands for
  /// itself.
  func type(of expression: Expression, _ bytes: [UInt8], depth: Int = 0) -> ValueType {
    switch expression {
    case .text, .lookup, .call, .totp, .random: return .text
    case .number: return .number
    case .duration: return .duration
    case .boolean: return .boolean
    case .name(let name):
      let name = words.exact(name, bytes)
      guard depth < Scope.depthMax else { return knows(name) ? .unknown : .text }
      return type(name, bytes, depth: depth) ?? .text
    }
  }

  private func type(of entry: Entry, _ bytes: [UInt8], depth: Int) -> ValueType {
    switch entry {
    case .expression(let expression): return type(of: expression, bytes, depth: depth)
    case .row(let values):
      // A row's name that stands for a name is not followed: rows fan out.
      let types = values.map { type(of: $0, bytes, depth: Scope.depthMax) }
      guard let first = types.first, types.allSatisfy({ $0 == first }) else { return .unknown }
      return first
    }
  }
}
