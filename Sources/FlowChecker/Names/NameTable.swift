import FlowDiagnostics
import FlowSyntax

/// Assigns a number to every word of a check.
///
/// A class, because everything that a check compares by number shares one table. The words of the
/// engines already have numbers, so only the words of the program are added.
/// engines have their numbers already, and only the words of the program are added.
final class NameTable {
  private let known: WordTable
  private var own = WordTable()
  private var pairs = NumberTable()
  private var count: UInt32

  /// A table that begins with the words of a lexicon.
  init(_ lexicon: Lexicon) {
    known = lexicon.words
    count = lexicon.wordCount
  }

  // MARK: Names

  /// The number of a name as it is written.
  func exact(_ name: Name, _ bytes: [UInt8]) -> WordID {
    id(name.hash, bytes, name.range, .exact)
  }

  /// The number of a name that ignores ASCII case and treats `_` as `-`.
  func folded(_ name: Name, _ bytes: [UInt8]) -> WordID {
    name.hash & WordHash.folds == 0 ? exact(name, bytes) : folded(bytes, name.range)
  }

  /// The number of a name with `-` in place of `_`.
  func hyphened(_ name: Name, _ bytes: [UInt8]) -> WordID {
    guard name.hash & WordHash.folds != 0 else { return exact(name, bytes) }
    return id(bytes, name.range, .hyphened)
  }

  /// The folded number of the part after the last dot.
  func foldedLastPart(_ name: Name, _ bytes: [UInt8]) -> WordID {
    name.hash & WordHash.hasDot == 0
      ? folded(name, bytes) : folded(bytes, name.range.lastPart(bytes))
  }

  /// The number of the part before the first dot.
  func firstPart(_ name: Name, _ bytes: [UInt8]) -> WordID {
    name.hash & WordHash.hasDot == 0
      ? exact(name, bytes) : exact(bytes, name.range.firstPart(bytes))
  }

  // MARK: Texts

  /// The number of unchanged bytes.
  func exact(_ bytes: [UInt8], _ range: SourceRange) -> WordID { id(bytes, range, .exact) }

  /// The number of bytes that ignores ASCII case and treats `_` as `-`.
  func folded(_ bytes: [UInt8], _ range: SourceRange) -> WordID { id(bytes, range, .folded) }

  /// The number of an unchanged word.
  func exact(_ word: String) -> WordID {
    let bytes = Array(word.utf8)
    return exact(bytes, SourceRange(0, UInt32(truncatingIfNeeded: bytes.count)))
  }

  /// The number of a word that ignores ASCII case and treats `_` as `-`.
  func folded(_ word: String) -> WordID {
    let bytes = Array(word.utf8)
    return folded(bytes, SourceRange(0, UInt32(truncatingIfNeeded: bytes.count)))
  }

  /// The number of an ordered pair of words.
  func pair(_ first: WordID, _ second: WordID) -> WordID {
    if let number = pairs.value(first, second) {
      return WordID(number: UInt32(bitPattern: number))
    }
    let id = next()
    pairs.insert(first, second, Int32(bitPattern: id.number))
    return id
  }

  // MARK: Numbers

  private func id(_ bytes: [UInt8], _ range: SourceRange, _ form: WordForm) -> WordID {
    var hash = WordHash()
    for index in Int(range.start)..<Int(range.end) { hash.add(form(bytes[index])) }
    return id(hash.value, bytes, range, form)
  }

  private func id(
    _ hash: UInt64, _ bytes: [UInt8], _ range: SourceRange, _ form: WordForm
  ) -> WordID {
    let range = Int(range.start)..<Int(range.end)
    if let id = own.findOwn(hash, bytes, range, form) ?? known.find(hash, bytes, range, form) {
      return id
    }
    let id = next()
    own.insert(hash, bytes, range, form, as: id)
    return id
  }

  private func next() -> WordID {
    count += 1
    return WordID(number: count)
  }
}

extension SourceRange {
  /// The part of a dotted name before its first dot.
  fileprivate func firstPart(_ bytes: [UInt8]) -> SourceRange {
    var end = Int(start)
    while end < Int(self.end), bytes[end] != UInt8(ascii: ".") { end += 1 }
    return SourceRange(start, UInt32(end))
  }
}
