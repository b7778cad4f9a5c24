/// The prose of a Swift file: its comments, and its messages or the titles of its tests.
///
/// Comments in lines that follow each other are one text, and so is each literal.
struct SwiftProse {
  /// The texts, in the order in which they end.
  private(set) var texts: [Prose] = []

  private let isTest: Bool
  private var text = Prose()
  private var isCode = false
  private var isTitleNext = false
  private var openHashes: Int?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - lines: The lines of the file.
  ///   - isTest: Whether the file is a test. Then only the titles among its literals are read,
  ///     because the others may be fixtures in any words.
  init(of lines: [Substring], isTest: Bool) {
    self.isTest = isTest
    for (index, line) in lines.enumerated() {
      read(Array(line.utf8), number: index + 1)
    }
    endText()
  }

  private mutating func endText() {
    if !text.words.isEmpty { texts.append(text) }
    text = Prose()
  }

  private mutating func read(_ line: [UInt8], number: Int) {
    let bare = line.drop { $0 == UInt8(ascii: " ") }
    var scanner = LineScanner(line: line, index: bare.startIndex)
    if let hashes = openHashes {
      guard scanner.isAtEnd(hashes: hashes) else {
        if !isTest { text.add(scanner.text(hashes: hashes, isMultiline: true)[...], line: number) }
        return
      }
      scanner.index += 3 + hashes
      openHashes = nil
      endText()
    }
    let isComment = bare.starts(with: "//".utf8)
    if !isComment {
      isCode = false
      endText()
    }
    readCode(&scanner, bare: bare, number: number)
    if !isComment && openHashes == nil { endText() }
  }

  /// Reads the literals of a line, and the comment at its end.
  private mutating func readCode(
    _ scanner: inout LineScanner, bare: ArraySlice<UInt8>, number: Int
  ) {
    var isTitle =
      isTitleNext || bare.starts(with: "@Test(".utf8) || bare.starts(with: "@Suite(".utf8)
    isTitleNext = bare.elementsEqual("@Test(".utf8) || bare.elementsEqual("@Suite(".utf8)
    while scanner.index < scanner.line.count {
      if scanner.isAtComment {
        readComment(scanner.line[scanner.index...], number: number)
        return
      }
      guard let hashes = scanner.opening() else {
        scanner.index += 1
        continue
      }
      if scanner.isAtEndOfLine(after: "\"\"\"") {
        openHashes = hashes
        return
      }
      scanner.index += 1
      var literal = Prose()
      literal.add(scanner.text(hashes: hashes, isMultiline: false)[...], line: number)
      // A shorter text is mostly a name.
      if literal.length >= 3, !isTest || isTitle { texts.append(literal) }
      isTitle = false
    }
  }

  private mutating func readComment(_ comment: ArraySlice<UInt8>, number: Int) {
    var rest = comment.drop { $0 == UInt8(ascii: "/") }.drop { $0 == UInt8(ascii: " ") }
    if rest.starts(with: "```".utf8) { isCode.toggle() }
    // The name of a parameter is code.
    if rest.starts(with: "- Parameter ".utf8) { rest = rest.dropFirst(10) }
    if rest.starts(with: "- ".utf8) {
      let label = rest.dropFirst(2).drop(while: Prose.isLetter)
      if label.first == UInt8(ascii: ":") { rest = label }
    }
    if isCode || rest.isEmpty {
      text.end(line: number)
    } else {
      text.add(rest, line: number)
    }
  }
}

/// A location in a line of Swift.
private struct LineScanner {
  let line: [UInt8]
  var index: Int

  /// Whether a comment begins here.
  var isAtComment: Bool { line[index...].starts(with: "//".utf8) }

  /// Whether a text begins here and is the end of the line.
  func isAtEndOfLine(after text: String) -> Bool { line[index...].elementsEqual(text.utf8) }

  /// Whether a multi-line literal ends here.
  func isAtEnd(hashes: Int) -> Bool {
    line[index...].starts(with: ("\"\"\"" + String(repeating: "#", count: hashes)).utf8)
  }

  /// Skips number signs, and returns how many are before a quote; `nil` if no literal begins here.
  mutating func opening() -> Int? {
    let start = index
    while index < line.count, line[index] == UInt8(ascii: "#") { index += 1 }
    guard index < line.count, line[index] == UInt8(ascii: "\"") else {
      index = start
      return nil
    }
    return index - start
  }

  /// Reads a literal's text to its end or to the end of the line.
  ///
  /// - Parameters:
  ///   - hashes: The number of number signs around the literal.
  ///   - isMultiline: Whether a quote is part of the text.
  /// - Returns: The text, with a full stop for each escape and each interpolation.
  mutating func text(hashes: Int, isMultiline: Bool) -> [UInt8] {
    var text: [UInt8] = []
    while index < line.count {
      if !isMultiline, isAt(UInt8(ascii: "\""), hashes: hashes) {
        index += 1 + hashes
        break
      }
      if isAt(UInt8(ascii: "\\"), hashes: hashes) {
        skipEscape(hashes: hashes)
        // A backslash at the end of a line continues the text.
        if index <= line.count { text.append(UInt8(ascii: ".")) }
      } else {
        text.append(line[index])
        index += 1
      }
    }
    return text
  }

  private func isAt(_ byte: UInt8, hashes: Int) -> Bool {
    index + hashes < line.count && line[index] == byte
      && line[(index + 1)..<(index + 1 + hashes)].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private mutating func skipEscape(hashes: Int) {
    index += 1 + hashes
    guard index < line.count, line[index] == UInt8(ascii: "(") else {
      index += 1
      return
    }
    var depth = 0
    repeat {
      switch line[index] {
      case UInt8(ascii: "\""):
        index += 1
        _ = text(hashes: 0, isMultiline: false)
        continue
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      index += 1
    } while depth > 0 && index < line.count
  }
}
