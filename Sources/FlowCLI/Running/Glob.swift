/// Patterns in which `*` stands for any text and `?` for any one character.
enum Glob {
  /// Whether a text is one that the pattern means.
  static func matches(_ text: String, pattern: String) -> Bool {
    let text = Array(text)
    let pattern = Array(pattern)
    var position = 0
    var index = 0
    // Where the last star stands, and how far it reaches so far.
    var star: (index: Int, position: Int)?
    while position < text.count {
      if index < pattern.count, pattern[index] == "*" {
        star = (index, position)
        index += 1
      } else if index < pattern.count, pattern[index] == "?" || pattern[index] == text[position] {
        index += 1
        position += 1
      } else if let last = star {
        star = (last.index, last.position + 1)
        index = last.index + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == "*" }
  }
}
