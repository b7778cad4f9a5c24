/// Whether a text holds another, byte by byte.
func holds(_ text: String, _ part: String) -> Bool {
  let part = Array(part.utf8)
  guard let first = part.first else { return true }
  let bytes = Array(text.utf8)
  guard part.count <= bytes.count else { return false }
  for start in 0...(bytes.count - part.count) where bytes[start] == first {
    if bytes[start..<start + part.count].elementsEqual(part) { return true }
  }
  return false
}

/// Whether a whole text fits a pattern, in which `*` stands for any text and `?` for one character.
///
/// Not a regular expression: a pattern can't make it slow (each `*` is retried from the last one
/// only, so the time is at most the product of the two lengths).
package func matches(_ text: String, glob: String) -> Bool {
  let text = Array(text.unicodeScalars)
  let glob = Array(glob.unicodeScalars)
  var position = 0
  var mark = 0
  var star: (glob: Int, text: Int)?
  while position < text.count {
    if mark < glob.count, glob[mark] == "*" {
      star = (mark, position)
      mark += 1
    } else if mark < glob.count, glob[mark] == "?" || glob[mark] == text[position] {
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
  return glob[mark...].allSatisfy { $0 == "*" }
}
