/// Matches patterns in which `*` stands for any text and `?` for one character.
///
/// The patterns aren't regular expressions, so none is slow: only the last `*` is retried. The time
/// is at most the product of the two lengths. As in a comparison with `is`, a character equals the
/// same character in another encoding, such as a letter with a separate accent.
package enum Glob {
  /// Whether a pattern matches a whole text.
  package static func matches(_ text: String, _ pattern: String) -> Bool {
    matches(Array(text.unicodeScalars), Array(pattern.unicodeScalars), any: "*", one: "?")
      || !isPlain(text, pattern) && matches(Array(text), Array(pattern), any: "*", one: "?")
  }

  /// Whether a text contains another text literally.
  package static func contains(_ text: String, _ part: String) -> Bool {
    contains(Array(text.utf8), Array(part.utf8))
      || !isPlain(text, part) && contains(Array(text), Array(part))
  }

  private static func contains<Unit: Equatable>(_ text: [Unit], _ part: [Unit]) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= text.count else { return false }
    for start in 0...(text.count - part.count) where text[start] == first {
      if text[start..<start + part.count].elementsEqual(part) { return true }
    }
    return false
  }

  /// Whether both texts are ASCII, in which each character has only one encoding.
  private static func isPlain(_ text: String, _ other: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 } && other.utf8.allSatisfy { $0 < 0x80 }
  }

  private static func matches<Unit: Equatable>(
    _ text: [Unit], _ pattern: [Unit], any: Unit, one: Unit
  ) -> Bool {
    var position = 0
    var mark = 0
    var star: (mark: Int, text: Int)?
    while position < text.count {
      if mark < pattern.count, pattern[mark] == any {
        star = (mark, position)
        mark += 1
      } else if mark < pattern.count, pattern[mark] == one || pattern[mark] == text[position] {
        mark += 1
        position += 1
      } else if let last = star {
        star = (last.mark, last.text + 1)
        mark = last.mark + 1
        position = last.text + 1
      } else {
        return false
      }
    }
    return pattern[mark...].allSatisfy { $0 == any }
  }
}
