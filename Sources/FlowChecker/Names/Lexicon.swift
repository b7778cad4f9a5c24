public import FlowEngine
import FlowSyntax

/// The words of all engines, prepared once for all checks.
public final class Lexicon: Sendable {
  /// The engines.
  public let engines: [EngineWords]
  /// The words of the engines and of the checker, with their ids.
  let words: WordTable
  /// The number of ids that are in use.
  let wordCount: UInt32

  /// Prepares the words of engines.
  public init(_ vocabularies: [EngineVocabulary]) {
    var numbers = WordNumbers()
    engines = vocabularies.map { EngineWords($0, &numbers) }
    words = numbers.table
    wordCount = numbers.count
  }
}

/// Gives ids to the words of a lexicon while the lexicon is built.
struct WordNumbers {
  private(set) var table = FixedWords.table.words
  private(set) var count = FixedWords.table.count

  /// Returns the id of a word as it is.
  mutating func exact(_ word: String) -> WordID {
    let bytes = Array(word.utf8)
    let hash = WordHash.exact(word)
    if let id = table.find(hash, bytes, bytes.indices) { return id }
    count += 1
    let id = WordID(number: count)
    table.insert(hash, bytes, bytes.indices, .exact, as: id)
    return id
  }

  /// Returns the id of a word after folding: without ASCII case, and with `-` for `_`.
  mutating func folded(_ word: String) -> WordID {
    exact(String(decoding: word.utf8.map(WordHash.fold), as: UTF8.self))
  }

  /// Returns the ids of words as they are.
  mutating func exact(_ words: [String]) -> WordSet {
    var set = WordSet()
    for word in words { set.insert(exact(word)) }
    return set
  }

  /// Returns the ids of words after folding.
  mutating func folded(_ words: [String]) -> WordSet {
    var set = WordSet()
    for word in words { set.insert(folded(word)) }
    return set
  }
}
