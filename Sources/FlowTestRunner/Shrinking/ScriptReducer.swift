package import FlowDiagnostics
import FlowSyntax

/// Removes parts of a script as long as the rest keeps a property, such as the same failure.
///
/// The reducer uses hierarchical delta debugging (Misherghi and Su, 2006). It removes pieces of the
/// syntax tree, first many at a time and then fewer, from whole declarations down to settings and
/// actions. Then it removes sequences of words within one statement. It repeats this until nothing
/// more can be removed. At the end, no single piece and no sequence of up to `wordsMax` words can
/// be removed.
package struct ScriptReducer {
  /// The result of checking a candidate, which is a smaller script.
  package enum Verdict: Sendable, Hashable {
    /// The candidate has the property.
    case alike
    /// The candidate doesn't have the property.
    case different
    /// The candidate wasn't checked, and no further candidates should be checked.
    case ended
  }

  /// The maximum length of the sequences of words that are removed at every position.
  package static let wordsMax = 64

  private let name: String
  private let pieces: ScriptPieces
  private var isLeft: [Bool]
  /// The candidates that were checked, as flags for their remaining words.
  ///
  /// No candidate is checked twice.
  private var tried: Set<[UInt64]> = []
  /// Whether the reduction has stopped early.
  private var hasEnded = false

  /// Splits a script into pieces.
  package init(_ source: SourceFile) {
    name = source.name
    pieces = ScriptPieces(source)
    isLeft = Array(repeating: true, count: pieces.words.count)
  }

  /// The current script, without comments.
  package var source: SourceFile { SourceFile(name: name, bytes: pieces.text(of: isLeft)) }

  /// Reduces the script.
  ///
  /// - Parameter verdict: Checks a candidate. Candidates have no syntax errors.
  /// - Returns: Whether nothing more can be removed. `false` if the reduction stopped early, or the
  ///   task was canceled.
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

  // MARK: Reducing

  /// Removes pieces of one depth: first all of them, then halves, then quarters, down to single
  /// pieces.
  private mutating func cut(
    _ level: [Range<Int>], _ verdict: (SourceFile) async -> Verdict
  ) async {
    var left = level.filter { $0.contains { isLeft[$0] } }
    var size = left.count
    while size > 0, !hasEnded {
      // Pieces are removed from the end, because declarations come before their uses.
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

  /// Removes sequences of words in one statement, the longest first, and then pairs of brackets.
  private mutating func cutWords(
    of head: [Range<Int>], _ verdict: (SourceFile) async -> Verdict
  ) async {
    var left = head.filter { $0.contains { isLeft[$0] } }
    // Removing all words of the statement was already tried when its piece was tried.
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

  /// Whether no remaining word is between these words.
  ///
  /// Otherwise braces could be separated from their contents.
  private func isUnbroken(_ words: [Int]) -> Bool {
    guard let first = words.first, let last = words.last else { return false }
    return (first...last).count { isLeft[$0] } == words.count
  }

  /// Returns the pairs of brackets among some words that have no other remaining word between them.
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

  /// Returns the flags as bits, 64 in each number.
  private static func bits(of isLeft: [Bool]) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: (isLeft.count + 63) / 64)
    for index in isLeft.indices where isLeft[index] { bits[index / 64] |= 1 << (index % 64) }
    return bits
  }

  /// Removes words if the rest keeps the property.
  ///
  /// Returns whether the rest keeps the property.
  private mutating func take(
    _ words: [Int], _ verdict: (SourceFile) async -> Verdict
  ) async -> Bool {
    var candidate = isLeft
    for word in words { candidate[word] = false }
    guard candidate != isLeft else { return false }
    // This comes first, because most candidates have syntax errors and aren't checked further.
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
