/// Finds the entries of help that are about some words.
///
/// A word has more weight if fewer entries contain it, and if it is in a heading. An entry that
/// lacks some of the words has less weight.
struct HelpSearch {
  private let entries: [Indexed]
  private let counts: [String: Int]

  /// The maximum number of results.
  static let resultsMax = 8
  /// The maximum number of results for one command.
  private static let perCommandMax = 2
  /// The minimum score of a result, relative to the best result.
  private static let leastPart = 0.3
  /// The factor for an entry whose name is the searched words.
  private static let namedWeight = 2.0
  /// The weights of a word in the title and in the context, relative to a word in the text.
  private static let (titleWeight, contextWeight) = (6.0, 2.0)

  private struct Indexed {
    var entry: HelpEntry
    var title: Set<String>
    var words: Set<String>
    var context: Set<String>
    var text: [String: Int]
    var all: Set<String>

    init(_ entry: HelpEntry) {
      self.entry = entry
      title = Set(HelpSearch.terms(entry.title))
      context = Set(HelpSearch.terms(entry.context))
      text = HelpSearch.terms(entry.text).reduce(into: [:]) { $0[$1, default: 0] += 1 }
      words = Set(HelpSearch.terms(entry.searchWords))
      all = title.union(words).union(context).union(text.keys)
    }
  }

  init(_ entries: [HelpEntry]) {
    self.entries = entries.map(Indexed.init)
    counts = self.entries.reduce(into: [:]) { counts, entry in
      for term in entry.all { counts[term, default: 0] += 1 }
    }
  }

  /// Returns the entries that are about some words, best first; empty if no entry has any of them.
  func results(for words: [String]) -> [HelpEntry] {
    let all = words.flatMap(Self.terms)
    let name = words.joined(separator: "-").lowercased()
    let kept = all.filter { !Self.fillers.contains($0) }
    let wanted = Set(kept.isEmpty ? all : kept)
    let scored = entries.enumerated().compactMap { index, entry in
      let isNamed = !entry.entry.name.isEmpty && entry.entry.name == name
      let score = score(entry, wanted) * (isNamed ? Self.namedWeight : 1)
      return score > 0 ? (score, index, isNamed) : nil
    }
    .sorted { ($0.0, -$0.1) > ($1.0, -$1.1) }
    guard let best = scored.first?.0 else { return [] }
    var shown: [String: Int] = [:]
    var results: [HelpEntry] = []
    for (score, index, isNamed) in scored where isNamed || score >= best * Self.leastPart {
      let entry = entries[index].entry
      guard shown[entry.command, default: 0] < Self.perCommandMax else { continue }
      shown[entry.command, default: 0] += 1
      results.append(entry)
      if results.count == Self.resultsMax { break }
    }
    return results
  }

  /// All words of the entries, for suggestions.
  var vocabulary: [String] { counts.keys.sorted() }

  private func score(_ entry: Indexed, _ wanted: Set<String>) -> Double {
    var (score, met, sum, titleHits) = (0.0, 0.0, 0.0, 0)
    for term in wanted {
      let rarity = Self.binaryLogarithm(
        1 + Double(entries.count) / Double(1 + counts[term, default: 0]))
      sum += rarity
      guard entry.all.contains(term) else { continue }
      met += rarity
      if entry.title.contains(term) || entry.words.contains(term) {
        score += Self.titleWeight * rarity
        titleHits += 1
      }
      if entry.context.contains(term) { score += Self.contextWeight * rarity }
      let count = Double(entry.text[term, default: 0])
      score += rarity * count / (count + 2)
    }
    guard score > 0 else { return 0 }
    let precision = min(1, Double(titleHits) / Double(max(entry.title.count, 1)))
    let coverage = met / sum
    return score * (0.6 + 0.4 * precision) * coverage * coverage * entry.entry.weight
  }

  /// An approximate binary logarithm, linear between powers of two.
  private static func binaryLogarithm(_ number: Double) -> Double {
    Double(number.exponent) + number.significand - 1
  }

  /// Words that are too frequent to be useful in a search.
  private static let fillers: Set<String> = [
    "a", "an", "the", "of", "to", "how", "do", "doe", "i", "my", "it", "in", "for", "with", "what",
    "on", "from", "be", "can", "that", "which", "when", "where", "is", "are", "at", "by", "this",
    "you", "me", "we", "use", "need", "want", "flow", "called", "one's", "s",
  ]

  /// The words of a text, in lower case and without plural endings.
  static func terms(_ text: String) -> [String] {
    text.lowercased().replacing("e-mail", with: "email").replacing(
      "real org", with: "real org live"
    )
    .split { !$0.isLetter && !$0.isNumber }
    .map { word in
      if word.count > 4, word.hasSuffix("ies") { return word.dropLast(3) + "y" }
      return word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
        ? String(word.dropLast()) : String(word)
    }
  }
}
