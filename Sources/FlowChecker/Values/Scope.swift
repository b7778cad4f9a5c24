import FlowSyntax

/// The names of values in a flow or a profile, by their numbers.
///
/// A class, because a check uses it at every name, and a stored value would be copied for each
/// call.
final class Scope {
  private let words: NameTable

  /// The meaning of a name.
  enum Entry {
    case expression(Expression)
    /// A name with a different value in each row.
    case row([Expression])
  }

  /// The flow's rows and values.
  private var own: [Entry] = []
  private var numbers = NumberTable()
  /// The names of the profiles that are used.
  private(set) var profiles: [WordSet] = []
  /// The values of the program and the ones from outside, with the raw values of their types.
  private var shared = NumberTable()

  /// The maximum number of names that are followed.
  ///
  /// Beyond it, a type is unknown.
  private static let depthMax = 16

  init(_ words: NameTable) { self.words = words }

  /// Begins another flow or profile, which can see the names of some profiles.
  func begin(with sets: [WordSet] = []) {
    own.clear()
    numbers.removeAll()
    profiles.clear()
    profiles += sets
  }

  /// Adds a name of the flow; `false` if it already exists.
  func declare(_ name: WordID, _ entry: Entry) -> Bool {
    guard numbers.insert(name, .none, Int32(truncatingIfNeeded: own.count)) else { return false }
    own.append(entry)
    return true
  }

  /// Adds a value of the whole program, unless one with that name exists.
  func share(_ name: WordID, _ type: ValueType) -> Bool {
    shared.insert(name, .none, type.rawValue)
  }

  /// Adds the names that a profile provides.
  func use(_ names: WordSet) {
    if !names.isEmpty { profiles.append(names) }
  }

  // MARK: Names

  /// Whether the flow has no rows and values.
  var isEmpty: Bool { own.isEmpty }

  /// Whether a name has a value.
  func knows(_ name: WordID) -> Bool {
    isOwn(name) || isOfProfile(name) || isShared(name)
  }

  /// Whether a name is a row or a value of the flow.
  func isOwn(_ name: WordID) -> Bool { !own.isEmpty && numbers.value(name) != nil }

  /// Whether a profile declares a name.
  func isOfProfile(_ name: WordID) -> Bool {
    for names in profiles where names.contains(name) { return true }
    return false
  }

  /// Whether a name is a value of the whole program, or comes from outside.
  func isShared(_ name: WordID) -> Bool { shared.value(name) != nil }

  /// Whether a name is a row's value.
  func isRow(_ name: WordID) -> Bool {
    guard !own.isEmpty, let number = numbers.value(name), case .row = own[Int(number)] else {
      return false
    }
    return true
  }

  /// The possible values of a row or a value of the flow; empty for every other name.
  func ownValues(_ name: WordID) -> [Expression] {
    guard !own.isEmpty, let number = numbers.value(name) else { return [] }
    switch own[Int(number)] {
    case .expression(let expression): return [expression]
    case .row(let values): return values
    }
  }

  // MARK: Types

  /// The type of a name's value; `nil` if the name has no value.
  func type(_ name: WordID, _ bytes: [UInt8], depth: Int = 0) -> ValueType? {
    if !own.isEmpty, let number = numbers.value(name) {
      return type(of: own[Int(number)], bytes, depth: depth + 1)
    }
    if isOfProfile(name) { return .unknown }
    return shared.value(name).flatMap { ValueType(rawValue: $0) }
  }

  /// The type of an expression.
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
      // Names in the values of a row aren't followed, because the number of values would multiply.
      let types = values.map { type(of: $0, bytes, depth: Scope.depthMax) }
      guard let first = types.first, types.allSatisfy({ $0 == first }) else { return .unknown }
      return first
    }
  }
}
