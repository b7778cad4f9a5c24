import FlowDiagnostics
import FlowSyntax

/// Gives an id to every word of a check, so that words are compared as numbers.
///
/// This type is a class, because all parts of a check share one table. The words of the engines
/// already have ids, so only the words of the program are added.
final class NameTable {
  private let known: WordTable
  private var own = WordTable()
  private var pairs = NumberTable()
  private var count: UInt32

  /// Creates a table that contains the words of a lexicon.
  init(_ lexicon: Lexicon) {
    known = lexicon.words
    count = lexicon.wordCount
  }

  // MARK: Names

  /// Returns the id of a name as it is.
  func exact(_ name: Name, _ bytes: [UInt8]) -> WordID {
    id(name.hash, bytes, name.range, .exact)
  }

  /// Returns the id of a name after folding: without ASCII case, and with `-` for `_`.
  func folded(_ name: Name, _ bytes: [UInt8]) -> WordID {
    name.hash & WordHash.folds == 0 ? exact(name, bytes) : folded(bytes, name.range)
  }

  /// Returns the id of a name with each `_` replaced by `-`.
  func hyphened(_ name: Name, _ bytes: [UInt8]) -> WordID {
    guard name.hash & WordHash.folds != 0 else { return exact(name, bytes) }
    return id(bytes, name.range, .hyphened)
  }

  /// Returns the folded id of the part of a name after its last dot.
  func foldedLastPart(_ name: Name, _ bytes: [UInt8]) -> WordID {
    name.hash & WordHash.hasDot == 0
      ? folded(name, bytes) : folded(bytes, name.range.lastPart(bytes))
  }

  /// Returns the id of the part of a name before its first dot.
  func firstPart(_ name: Name, _ bytes: [UInt8]) -> WordID {
    name.hash & WordHash.hasDot == 0
      ? exact(name, bytes) : exact(bytes, name.range.firstPart(bytes))
  }

  // MARK: Texts

  /// Returns the id of the bytes in a range, as they are.
  func exact(_ bytes: [UInt8], _ range: SourceRange) -> WordID { id(bytes, range, .exact) }

  /// Returns the id of the bytes in a range after folding.
  func folded(_ bytes: [UInt8], _ range: SourceRange) -> WordID { id(bytes, range, .folded) }

  /// Returns the id of a word as it is.
  func exact(_ word: String) -> WordID {
    let bytes = Array(word.utf8)
    return exact(bytes, SourceRange(0, UInt32(truncatingIfNeeded: bytes.count)))
  }

  /// Returns the id of a word after folding.
  func folded(_ word: String) -> WordID {
    let bytes = Array(word.utf8)
    return folded(bytes, SourceRange(0, UInt32(truncatingIfNeeded: bytes.count)))
  }

  /// Returns the id of a pair of words.
  ///
  /// The order of the words matters.
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
  /// Returns the range of the part of a name before its first dot.
  fileprivate func firstPart(_ bytes: [UInt8]) -> SourceRange {
    var end = Int(start)
    while end < Int(self.end), bytes[end] != UInt8(ascii: ".") { end += 1 }
    return SourceRange(start, UInt32(end))
  }
}
