/// Whether a text holds another.
///
/// Characters that are written with other scalars, such as an accent of its own, are the same, as they
/// are to `is`.
func holds(_ text: String, _ part: String) -> Bool {
  holds(Array(text.utf8), Array(part.utf8))
    || !isPlain(text, part) && holds(Array(text), Array(part))
}

private func holds<Unit: Equatable>(_ text: [Unit], _ part: [Unit]) -> Bool {
  guard let first = part.first else { return true }
  guard part.count <= text.count else { return false }
  for start in 0...(text.count - part.count) where text[start] == first {
    if text[start..<start + part.count].elementsEqual(part) { return true }
  }
  return false
}

/// Whether both texts are of ASCII, which writes each character in one way.
private func isPlain(_ text: String, _ other: String) -> Bool {
  text.utf8.allSatisfy { $0 < 0x80 } && other.utf8.allSatisfy { $0 < 0x80 }
}

/// Whether a whole text fits a pattern, in which `*` stands for any text and `?` for one character.
///
/// Not a regular expression: a pattern can't make it slow (each `*` is retried from the last one
/// only, so the time is at most the product of the two lengths).
package func matches(_ text: String, glob: String) -> Bool {
  matches(Array(text.unicodeScalars), Array(glob.unicodeScalars), any: "*", one: "?")
    || !isPlain(text, glob) && matches(Array(text), Array(glob), any: "*", one: "?")
}

private func matches<Unit: Equatable>(
  _ text: [Unit], _ glob: [Unit], any: Unit, one: Unit
) -> Bool {
  var position = 0
  var mark = 0
  var star: (glob: Int, text: Int)?
  while position < text.count {
    if mark < glob.count, glob[mark] == any {
      star = (mark, position)
      mark += 1
    } else if mark < glob.count, glob[mark] == one || glob[mark] == text[position] {
      mark += 1
      position += 1
    } else if let last = star {
      star = (last.glob, last.text + 1)
      mark = last.glob + 1
      position = last.text + 1
    } else {
      return false
    }
  }
  return glob[mark...].allSatisfy { $0 == any }
}
