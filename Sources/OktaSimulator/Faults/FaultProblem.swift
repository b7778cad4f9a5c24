import FlowText

/// Why a text is no fault, and where.
public struct FaultProblem: Error, Sendable, Hashable {
  /// One sentence in lower case.
  public var message: String
  /// The bytes of the text that are at fault.
  public var range: Range<Int>
  /// What to do about it.
  public var help: String?
  /// The word that was written, where a nearest right word should be looked for.
  public var word: String?
  /// The words that would have been right.
  public var candidates: [String]

  init(
    _ message: String, at range: Range<Int>, help: String? = nil, word: String? = nil,
    candidates: [String] = []
  ) {
    self.message = message
    self.range = range
    self.help = help
    self.word = word
    self.candidates = candidates
  }

  /// What to do about it: the nearest right word, or else how it is written.
  package var advice: String? {
    let nearest = word.map { Suggestion.nearest($0, among: candidates) } ?? []
    return nearest.first.map { "did you mean `\($0)`?" } ?? help
  }
}
