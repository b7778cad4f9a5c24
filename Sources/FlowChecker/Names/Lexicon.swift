public import FlowEngine
import FlowSyntax

/// The words of all engines, prepared once for every check.
public final class Lexicon: Sendable {
  /// The engines.
  public let engines: [EngineWords]
  /// The words of the engines and of the checker, by number.
  let words: WordTable
  /// The number of assigned numbers.
  let wordCount: UInt32

  /// Prepares the words of engines.
  public init(_ vocabularies: [EngineVocabulary]) {
    var numbers = WordNumbers()
    engines = vocabularies.map { EngineWords($0, &numbers) }
    words = numbers.table
    wordCount = numbers.count
  }
}

/// Assigns numbers to the words of a lexicon while it is built.
struct WordNumbers {
  private(set) var table = FixedWords.table.words
  private(set) var count = FixedWords.table.count

  /// The number of an unchanged word.
  mutating func exact(_ word: String) -> WordID {
    let bytes = Array(word.utf8)
    let hash = WordHash.exact(word)
    if let id = table.find(hash, bytes, bytes.indices) { return id }
    count += 1
    let id = WordID(number: count)
    table.insert(hash, bytes, bytes.indices, .exact, as: id)
    return id
  }

  /// The number of a word that ignores ASCII case and treats `_` as `-`.
  mutating func folded(_ word: String) -> WordID {
    exact(String(decoding: word.utf8.map(WordHash.fold), as: UTF8.self))
  }

  /// The numbers of unchanged words.
  mutating func exact(_ words: [String]) -> WordSet {
    var set = WordSet()
    for word in words { set.insert(exact(word)) }
    return set
  }

  /// The numbers of words that ignore ASCII case and treat `_` as `-`.
  mutating func folded(_ words: [String]) -> WordSet {
    var set = WordSet()
    for word in words { set.insert(folded(word)) }
    return set
  }
}
