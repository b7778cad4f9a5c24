/// The words of a text, whose phrases may continue on the next line.
struct Prose {
  /// The words in lower case, the code in backticks, and `.` for what else separates words.
  private(set) var words: [String] = []

  /// The number of the line of each word.
  private(set) var lines: [Int] = []

  /// The number of words, without code.
  var length: Int { words.count { $0 != "." && !$0.hasPrefix("`") } }

  /// Whether a byte belongs to a word.
  ///
  /// A word with a hyphen is one word.
  static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  /// Ends a phrase.
  mutating func end(line: Int) {
    words.append(".")
    lines.append(line)
  }

  /// Adds the text of a line.
  mutating func add(_ text: ArraySlice<UInt8>, line: Int) {
    var index = text.startIndex
    while index < text.endIndex {
      let start = index
      if Prose.isLetter(text[index]) {
        while index < text.endIndex, Prose.isLetter(text[index]) { index += 1 }
      } else if text[index] == UInt8(ascii: "`") {
        index = Prose.endOfCode(text[index...])
      } else {
        index += 1
        if text[start] != UInt8(ascii: " ") { end(line: line) }
        continue
      }
      words.append(String(decoding: text[start..<index], as: UTF8.self).lowercased())
      lines.append(line)
    }
  }

  /// The end of the code that a text begins with, or of its backticks if nothing closes them.
  private static func endOfCode(_ text: ArraySlice<UInt8>) -> Int {
    let tick = UInt8(ascii: "`")
    let start = text.firstIndex { $0 != tick } ?? text.endIndex
    let width = start - text.startIndex
    var run = 0
    for index in start..<text.endIndex {
      run = text[index] == tick ? run + 1 : 0
      if run == width { return index + 1 }
    }
    return start
  }
}
