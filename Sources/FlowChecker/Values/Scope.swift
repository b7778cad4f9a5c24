import FlowSyntax

/// The names of the values that are visible in a flow or a profile, by their ids.
///
/// This type is a class, because a check uses it for every name, and a stored struct would be
/// copied for each call.
final class Scope {
  private let words: NameTable

  /// The meaning of a name.
  enum Entry {
    case expression(Expression)
    /// A name that has a different value in each row.
    case row([Expression])
  }

  /// The values of the flow's rows and `let` statements.
  private var own: [Entry] = []
  private var numbers = NumberTable()
  /// The names that the used profiles declare, one set for each profile.
  private(set) var profiles: [WordSet] = []
  /// The raw `ValueType` of each value of the program and from outside.
  ///
  /// The key is the id of the value's name.
  private var shared = NumberTable()

  /// The maximum number of names that are followed to find a type.
  ///
  /// After that, the type is unknown.
  private static let depthMax = 16

  init(_ words: NameTable) { self.words = words }

  /// Begins another flow or profile, in which the names of some profiles are visible.
  func begin(with sets: [WordSet] = []) {
    own.clear()
    numbers.removeAll()
    profiles.clear()
    profiles += sets
  }

  /// Adds a name of the flow.
  ///
  /// Returns `false` if the name already exists.
  func declare(_ name: WordID, _ entry: Entry) -> Bool {
    guard numbers.insert(name, .none, Int32(truncatingIfNeeded: own.count)) else { return false }
    own.append(entry)
    return true
  }

  /// Adds a value of the whole program.
  ///
  /// Returns `false` if the name already exists.
  func share(_ name: WordID, _ type: ValueType) -> Bool {
    shared.insert(name, .none, type.rawValue)
  }

  /// Makes the names that a profile declares visible.
  func use(_ names: WordSet) {
    if !names.isEmpty { profiles.append(names) }
  }

  // MARK: Names

  /// Whether the flow has no rows and no values.
  var isEmpty: Bool { own.isEmpty }

  /// Whether a value with this name is visible.
  func knows(_ name: WordID) -> Bool {
    isOwn(name) || isOfProfile(name) || isShared(name)
  }

  /// Whether the name is a row or a value of the flow.
  func isOwn(_ name: WordID) -> Bool { !own.isEmpty && numbers.value(name) != nil }

  /// Whether a visible profile declares the name.
  func isOfProfile(_ name: WordID) -> Bool {
    for names in profiles where names.contains(name) { return true }
    return false
  }

  /// Whether the name is a value of the whole program or from outside.
  func isShared(_ name: WordID) -> Bool { shared.value(name) != nil }

  /// Whether the name gets its values from rows.
  func isRow(_ name: WordID) -> Bool {
    guard !own.isEmpty, let number = numbers.value(name), case .row = own[Int(number)] else {
      return false
    }
    return true
  }

  /// Returns the possible values of a name that the flow declares; empty for every other name.
  func ownValues(_ name: WordID) -> [Expression] {
    guard !own.isEmpty, let number = numbers.value(name) else { return [] }
    switch own[Int(number)] {
    case .expression(let expression): return [expression]
    case .row(let values): return values
    }
  }

  // MARK: Types

  /// Returns the type of the value with a name; `nil` if there is no such value.
  func type(_ name: WordID, _ bytes: [UInt8], depth: Int = 0) -> ValueType? {
    if !own.isEmpty, let number = numbers.value(name) {
      return type(of: own[Int(number)], bytes, depth: depth + 1)
    }
    if isOfProfile(name) { return .unknown }
    return shared.value(name).flatMap { ValueType(rawValue: $0) }
  }

  /// Returns the type of an expression.
  ///
  /// A word that isn't the name of a value is a text.
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
      // Names in the values of a row aren't followed, because the number of values could multiply.
      let types = values.map { type(of: $0, bytes, depth: Scope.depthMax) }
      guard let first = types.first, types.allSatisfy({ $0 == first }) else { return .unknown }
      return first
    }
  }
}
