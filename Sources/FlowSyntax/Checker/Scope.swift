/// The names that stand for values in a flow or a profile, by their hashes.
struct Scope {
  /// What a name stands for.
  enum Entry {
    case expression(Expression)
    /// A name whose values differ from row to row.
    case row([Expression])
    /// A value that is given elsewhere.
    case given
  }

  /// The bytes that the ranges of `own` point into.
  var bytes: [UInt8]
  /// The flow's rows and values.
  var own: [UInt64: Entry] = [:]
  /// The names of the profiles that are used.
  var profiles: [WordSet] = []
  /// The program's values and those from outside.
  var shared: [UInt64: ValueType] = [:]

  /// How many names that stand for names are followed: beyond it a type is unknown.
  private static let depthMax = 16

  /// Whether a name stands for a value.
  func knows(_ hash: UInt64) -> Bool {
    own[hash] != nil || profiles.contains { $0.contains(hash) } || shared[hash] != nil
  }

  /// Whether a name stands for a row's value.
  func isRow(_ hash: UInt64) -> Bool {
    guard !own.isEmpty, case .row? = own[hash] else { return false }
    return true
  }

  /// The type of a name's value, `nil` where the name stands for none.
  func type(_ hash: UInt64, depth: Int = 0) -> ValueType? {
    if let entry = own[hash] { return type(of: entry, depth: depth + 1) }
    if profiles.contains(where: { $0.contains(hash) }) { return .unknown }
    return shared[hash]
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
      let hash = name.hash
      guard depth < Scope.depthMax else { return knows(hash) ? .unknown : .text }
      return type(hash, depth: depth) ?? .text
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
    case .given: return .unknown
    }
  }
}
