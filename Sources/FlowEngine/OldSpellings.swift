/// The words of an engine that had another spelling: `enrol`, which is now `enroll`.
///
/// Scripts may use either spelling. Help, completion, messages and reports use only the current
/// one.
public struct OldSpellings: Sendable, Hashable {
  /// The old spellings of an engine without any.
  public static let none = OldSpellings([:])

  private let current: [String: String]
  private let old: [String: String]
  /// The facts whose values are such words.
  private let facts: Set<String>

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - current: The current word of each old one.
  ///   - facts: The facts whose values are such words.
  public init(_ current: [String: String], facts: Set<String> = []) {
    self.current = current
    self.facts = facts
    old = Dictionary(current.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether no word has an old spelling.
  public var isEmpty: Bool { current.isEmpty }

  /// The old words.
  public var words: [String] { current.keys.sorted() }

  /// The current spelling of an old word; `nil` for any other word.
  public func replacement(for word: String) -> String? {
    isEmpty ? nil : current[Naming.normalized(word)]
  }

  /// The current spelling of a word, or the word itself.
  public func currentWord(for word: String) -> String { replacement(for: word) ?? word }

  /// The old spelling of a current word; `nil` if it doesn't have one.
  public func oldWord(for word: String) -> String? { isEmpty ? nil : old[word] }

  /// Whether the values of a fact are words that may have an old spelling.
  public func hasValues(of fact: String) -> Bool { facts.contains(fact) }

  /// The old spelling of a fact's value; `nil` if it doesn't have one.
  public func oldValue(_ value: Value, of fact: String) -> Value? {
    guard hasValues(of: fact), case .text(let text) = value else { return nil }
    return oldWord(for: text).map { .text($0) }
  }

  /// These old spellings and those of another engine.
  public func joined(by other: OldSpellings) -> OldSpellings {
    OldSpellings(
      current.merging(other.current) { own, _ in own }, facts: facts.union(other.facts))
  }
}
