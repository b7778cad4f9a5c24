package import FlowDiagnostics
import FlowSyntax

/// Cuts a script down as long as it stays what somebody wants it to be.
///
/// Hierarchical delta debugging (Misherghi and Su, 2006): pieces of the syntax tree are taken away,
/// many at a time and then fewer, from whole declarations down to settings and actions; then runs of
/// words within one statement. That is repeated until nothing more can be taken away: in the end no
/// single piece and no run of words can, of at most `wordsMax`.
package struct ScriptReducer {
  /// What is found of a candidate.
  package enum Verdict: Sendable, Hashable {
    /// It is still what is wanted.
    case alike
    /// It is something else.
    case different
    /// Nobody has looked: no more are to be made.
    case ended
  }

  /// The longest run of words that is taken away at every place.
  package static let wordsMax = 64

  private let name: String
  private let pieces: ScriptPieces
  private var isLeft: [Bool]
  /// What was left in the candidates that were made already: none is looked at twice.
  private var tried: Set<[UInt64]> = []
  /// Whether no more candidates are to be looked at.
  private var hasEnded = false

  /// Takes a script apart.
  package init(_ source: SourceFile) {
    name = source.name
    pieces = ScriptPieces(source)
    isLeft = Array(repeating: true, count: pieces.words.count)
  }

  /// The script as it has become, without its comments.
  package var source: SourceFile { SourceFile(name: name, bytes: pieces.text(of: isLeft)) }

  /// Cuts the script down.
  ///
  /// - Parameter verdict: Looks at a candidate, which has no mistake of grammar.
  /// - Returns: Whether nothing more can be taken away; `false` where it was ended before, or the
  ///   task was cancelled.
  package mutating func reduce(_ verdict: (SourceFile) async -> Verdict) async -> Bool {
    var before: Int
    repeat {
      before = wordsLeft
      for level in pieces.levels where !hasEnded { await cut(level, verdict) }
      for head in pieces.heads where !hasEnded { await cutWords(of: head, verdict) }
      for column in pieces.columns where !hasEnded { _ = await take(column, verdict) }
    } while wordsLeft < before && !hasEnded
    return !hasEnded
  }

  private var wordsLeft: Int { isLeft.count { $0 } }

  // MARK: Cutting

  /// Takes pieces of one depth away: all of them, halves, quarters, down to each alone.
  private mutating func cut(
    _ level: [Range<Int>], _ verdict: (SourceFile) async -> Verdict
  ) async {
    var left = level.filter { $0.contains { isLeft[$0] } }
    var size = left.count
    while size > 0, !hasEnded {
      // From the end: what is declared stands before what names it.
      var end = left.count
      while end > 0, !hasEnded {
        let start = max(0, end - size)
        if await take(left[start..<end].flatMap { Array($0) }, verdict) {
          left.removeSubrange(start..<end)
        }
        end = start
      }
      size = size == 1 ? 0 : min((size + 1) / 2, left.count)
    }
  }

  /// Takes words of one statement away: runs of them, the longest first, then pairs of brackets.
  private mutating func cutWords(
    of head: [Range<Int>], _ verdict: (SourceFile) async -> Verdict
  ) async {
    var left = head.filter { $0.contains { isLeft[$0] } }
    // Without all of its words it would be gone, which was tried.
    var length = min(left.count - 1, ScriptReducer.wordsMax)
    while length > 0, !hasEnded {
      var start = left.count - length
      while start >= 0, !hasEnded {
        let run = left[start..<start + length].flatMap { $0.filter { isLeft[$0] } }
        if isUnbroken(run), await take(run, verdict) {
          left.removeSubrange(start..<start + length)
          guard length < left.count else { break }
          start = min(start, left.count - length)
        } else {
          start -= 1
        }
      }
      length = min(length - 1, left.count - 1)
    }
    for pair in brackets(among: left.flatMap { $0.filter { isLeft[$0] } }) where !hasEnded {
      _ = await take(pair, verdict)
    }
  }

  /// Whether no piece is left between words: without its braces a piece would be one of nothing.
  private func isUnbroken(_ words: [Int]) -> Bool {
    guard let first = words.first, let last = words.last else { return false }
    return (first...last).count { isLeft[$0] } == words.count
  }

  /// The brackets among words, each with its partner, where no piece is left between them.
  private func brackets(among words: [Int]) -> [[Int]] {
    var open: [Int] = []
    var pairs: [[Int]] = []
    for (place, word) in words.enumerated() {
      switch pieces.words[word].kind {
      case .leftParenthesis, .leftBrace: open.append(place)
      case .rightParenthesis, .rightBrace:
        guard let first = open.popLast() else { continue }
        if isUnbroken(Array(words[first...place])) { pairs.append([words[first], word]) }
      default: break
      }
    }
    return pairs
  }

  /// The same, 64 to a number.
  private static func bits(of isLeft: [Bool]) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: (isLeft.count + 63) / 64)
    for index in isLeft.indices where isLeft[index] { bits[index / 64] |= 1 << (index % 64) }
    return bits
  }

  /// Takes words away, where what is left is still wanted.
  private mutating func take(
    _ words: [Int], _ verdict: (SourceFile) async -> Verdict
  ) async -> Bool {
    var candidate = isLeft
    for word in words { candidate[word] = false }
    guard candidate != isLeft else { return false }
    // Most candidates can't be read, and nobody is asked about them.
    guard !Task.isCancelled else {
      hasEnded = true
      return false
    }
    guard tried.insert(ScriptReducer.bits(of: candidate)).inserted else { return false }
    let source = SourceFile(name: name, bytes: pieces.text(of: candidate))
    guard Script.parse(source).diagnostics.allSatisfy({ $0.severity == .warning }) else {
      return false
    }
    switch await verdict(source) {
    case .alike:
      isLeft = candidate
      return true
    case .different: return false
    case .ended:
      hasEnded = true
      return false
    }
  }
}
