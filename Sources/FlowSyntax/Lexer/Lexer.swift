public import FlowDiagnostics

/// Splits a source into tokens, one at a time.
///
/// The lexer never fails. Unknown input becomes a token of the kind `unknown`, and a problem. After
/// the last token, it returns `endOfFile` again and again.
///
/// Only spaces, tabs, line breaks and comments separate tokens. A line break is a token only if it
/// ends a statement. It doesn't end a statement after a comma, inside parentheses, or next to a
/// word that joins lines (`or and then when with via`).
struct Lexer {
  let source: SourceFile
  private let bytes: [UInt8]
  private let keywords = KeywordTable.shared
  private var position = 0
  private var parentheses = 0
  /// Whether a line break ends a statement here.
  ///
  /// A line break at the beginning of the file, or after another end of a statement, doesn't.
  private var endsLines = false
  /// The end of the latest token.
  private var lastEnd: UInt32 = 0
  /// Tokens that were read in advance or put back.
  ///
  /// The token that comes next is the last element.
  private var held: [Token] = []
  private(set) var comments: [SourceRange] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ source: SourceFile) {
    self.source = source
    bytes = source.bytes
    position = Int(source.start)
  }

  /// Returns the next token.
  mutating func next() -> Token {
    if !held.isEmpty { return held.removeLast() }
    let lineEnd = skipSpace()
    let start = position
    guard start < bytes.count else {
      return lineEnd >= 0 ? endLine(at: lineEnd) : token(.endOfFile, from: start)
    }
    let byte = bytes[start]
    if lineEnd >= 0, !mayJoinLines(byte) { return endLine(at: lineEnd) }
    if byte.isLetter { return word(after: lineEnd) }
    switch byte {
    case UInt8(ascii: "\""): return text()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number(from: start)
    default: return mark(byte)
    }
  }

  /// Puts tokens back, so that `next` returns them again.
  mutating func putBack(_ tokens: some BidirectionalCollection<Token>) {
    held += tokens.reversed()
  }

  /// Skips blanks and comments.
  ///
  /// Returns the position of the first line break that would end a statement, or -1. The line break
  /// doesn't count if the next word joins the lines.
  @inline(__always)
  private mutating func skipSpace() -> Int {
    var lineEnd = -1
    var position = self.position
    while has(position) {
      let byte = bytes[position]
      if byte == 0x20 {
        position += 1
        continue
      }
      if byte > UInt8(ascii: "#") { break }
      if byte == 0x0A {
        if lineEnd < 0, endsLines, parentheses == 0 { lineEnd = position }
      } else if byte == UInt8(ascii: "#") {
        position = comment(from: position)
        continue
      } else if byte != 0x09, byte != 0x0D {
        break
      }
      position += 1
    }
    self.position = position
    return lineEnd
  }

  /// Whether a byte can begin a word that joins lines.
  @inline(__always)
  private func mayJoinLines(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "o"):
      position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "r")
    case UInt8(ascii: "a"), UInt8(ascii: "t"), UInt8(ascii: "v"), UInt8(ascii: "w"): true
    default: false
    }
  }

  /// Whether a position is inside the text.
  ///
  /// The test equals the bounds check of an array access, so the compiler can merge them.
  @inline(__always)
  private func has(_ position: Int) -> Bool {
    UInt(bitPattern: position) < UInt(bitPattern: bytes.count)
  }

  // MARK: Tokens

  /// Makes a token that ends at the current position.
  private mutating func token(
    _ kind: TokenKind, _ keyword: Keyword = .none, from start: Int
  ) -> Token {
    note(Token(kind: kind, keyword: keyword, start: UInt32(start), end: UInt32(position)))
  }

  /// Records whether a line break after a token ends a statement.
  private mutating func note(_ token: Token) -> Token {
    lastEnd = token.end
    switch token.kind {
    case .endOfStatement, .comma: endsLines = false
    default: endsLines = !token.keyword.joinsLines
    }
    return token
  }

  private mutating func endLine(at lineEnd: Int) -> Token {
    endsLines = false
    return Token(
      kind: .endOfStatement, keyword: .none, start: UInt32(lineEnd), end: UInt32(lineEnd + 1))
  }

  private mutating func report(_ problem: Problem, from start: Int, to end: Int) {
    diagnostics.append(
      Diagnostic(problem, at: Place(source, SourceRange(UInt32(start), UInt32(end)))))
  }

  // MARK: Words
  @inline(__always)
  private mutating func word(after lineEnd: Int) -> Token {
    let start = position
    let (word, isForeign) = takeWord()
    let hash = word.value
    if isForeign { checkLetters(from: start) }
    let keyword =
      position - start <= KeywordTable.lengthMax ? keywords.keyword(hash, word.shortWord) : .none
    let token = Token(
      kind: .word, keyword: keyword, start: UInt32(start), end: UInt32(position), hash: hash)
    if lineEnd >= 0, !keyword.joinsLines {
      held.append(note(token))
      // The end of the statement isn't recorded, because the word was read after it.
      return Token(
        kind: .endOfStatement, keyword: .none, start: UInt32(lineEnd), end: UInt32(lineEnd + 1))
    }
    if parentheses > 0, keyword.beginsStatement, startsLine(start) {
      // An unclosed parenthesis must not swallow the rest of the file.
      parentheses = 0
      let end = Token(kind: .endOfStatement, keyword: .none, start: lastEnd, end: lastEnd)
      held.append(note(token))
      return end
    }
    return note(token)
  }

  /// Skips a word.
  ///
  /// Returns the hash of the word, and whether it has bytes outside of ASCII.
  @inline(__always)
  private mutating func takeWord() -> (word: WordHash, isForeign: Bool) {
    var hash = WordHash()
    var end = position
    var isForeign = false
    while has(end) {
      let byte = bytes[end]
      if !byte.isLowerCase {
        guard byte.continuesWord else { break }
        if byte >= 0x80 { isForeign = true }
        hash.note(byte)
      }
      hash.addNoted(byte)
      end += 1
    }
    position = end
    return (hash, isForeign)
  }

  /// Reports the first character of a word that is neither ASCII nor a letter, a mark or a number.
  ///
  /// Many such characters are invisible, or look like a symbol of the language.
  private mutating func checkLetters(from start: Int) {
    var place = start
    while place < position {
      // Invalid UTF-8 is reported separately.
      let length = max(TextCheck.sequence(bytes, place), 1)
      let end = place + length
      defer { place = end }
      guard length > 1,
        let scalar = String(decoding: bytes[place..<end], as: UTF8.self).unicodeScalars.first,
        scalar != "\u{FFFD}", !scalar.isOfWords
      else { continue }
      return report(.unknownCharacter(scalar.displayed), from: place, to: end)
    }
  }

  private func startsLine(_ start: Int) -> Bool {
    bytes[Int(lastEnd)..<start].contains(0x0A)
  }

  /// Reads a comment and returns its end.
  private mutating func comment(from start: Int) -> Int {
    var end = start
    while has(end), bytes[end] != 0x0A { end += 1 }
    if bytes[end - 1] == 0x0D { end -= 1 }
    comments.append(SourceRange(UInt32(start), UInt32(end)))
    return end
  }

  // MARK: Marks

  private mutating func mark(_ byte: UInt8) -> Token {
    let start = position
    position += 1
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"):
      parentheses = 0
      return token(byte == UInt8(ascii: "{") ? .leftBrace : .rightBrace, from: start)
    case UInt8(ascii: "("):
      parentheses += 1
      return token(.leftParenthesis, from: start)
    case UInt8(ascii: ")"):
      parentheses = max(0, parentheses - 1)
      return token(.rightParenthesis, from: start)
    case UInt8(ascii: ","): return token(.comma, from: start)
    case UInt8(ascii: ";"): return token(.endOfStatement, from: start)
    case UInt8(ascii: "?"): return token(.question, from: start)
    case UInt8(ascii: "=") where current != UInt8(ascii: "="): return token(.equal, from: start)
    case UInt8(ascii: "<"): return token(orEqual() ? .lessOrEqual : .less, from: start)
    case UInt8(ascii: ">"): return token(orEqual() ? .greaterOrEqual : .greater, from: start)
    case UInt8(ascii: "+") where current.isDigit, UInt8(ascii: "-") where current.isDigit:
      return number(from: start)
    default: return unknown(from: start)
    }
  }

  /// The byte at the current position; 0 at the end of the text.
  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func orEqual() -> Bool {
    guard current == UInt8(ascii: "=") else { return false }
    position += 1
    return true
  }

  private mutating func unknown(from start: Int) -> Token {
    // Adjacent symbols, such as `!=` or `&&`, are reported as one problem.
    let marks = "!$%&*+-./:=@[\\]^`|~'".utf8
    while position < bytes.count, marks.contains(bytes[position]) { position += 1 }
    let token = token(.unknown, from: start)
    report(
      .unknownCharacter(source.text(token.range), in: surroundings(of: token.range)), from: start,
      to: position)
    return token
  }

  /// Returns the text around a range, up to the next blank or quotation mark on each side.
  private func surroundings(of range: SourceRange) -> String {
    func isPart(_ byte: UInt8) -> Bool { byte > 0x20 && byte != UInt8(ascii: "\"") }
    var (start, end) = (Int(range.start), Int(range.end))
    let most = Lexer.surroundingsMost
    while start > 0, Int(range.start) - start < most, isPart(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, end - Int(range.end) < most, isPart(bytes[end]) { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The maximum number of bytes that are quoted on each side of a symbol.
  private static let surroundingsMost = 64

  /// Reads digits with at most one decimal point, and the unit of a duration.
  ///
  /// An optional sign was already read.
  private mutating func number(from start: Int) -> Token {
    while current.isDigit { position += 1 }
    if current == UInt8(ascii: "."), position + 1 < bytes.count, bytes[position + 1].isDigit {
      position += 1
      while current.isDigit { position += 1 }
    }
    let unit = position
    while position < bytes.count, bytes[position].continuesWord { position += 1 }
    switch (position - unit, unit < bytes.count ? bytes[unit] : 0) {
    case (0, _):
      return token(.number, from: start)
    case (1, UInt8(ascii: "s")), (1, UInt8(ascii: "m")), (1, UInt8(ascii: "h")),
      (1, UInt8(ascii: "d")):
      return token(.duration, from: start)
    case (2, UInt8(ascii: "m")) where bytes[unit + 1] == UInt8(ascii: "s"):
      return token(.duration, from: start)
    default:
      report(.malformedNumber, from: start, to: position)
      return token(.unknown, from: start)
    }
  }

  private mutating func text() -> Token {
    let start = position
    if position + 2 < bytes.count, bytes[position + 1] == UInt8(ascii: "\""),
      bytes[position + 2] == UInt8(ascii: "\"")
    {
      return linesText(from: start)
    }
    return lineText(from: start)
  }

  private mutating func lineText(from start: Int) -> Token {
    var isPlain = true
    position += 1
    while has(position) {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return token(isPlain ? .text : .richText, from: start)
      case UInt8(ascii: "\\"):
        isPlain = false
        position += position + 1 < bytes.count && bytes[position + 1] != 0x0A ? 2 : 1
      case 0x0A:
        return unterminated(from: start)
      default:
        position += 1
      }
    }
    return unterminated(from: start)
  }

  private mutating func unterminated(from start: Int) -> Token {
    if bytes[position - 1] == 0x0D { position -= 1 }
    report(.unterminatedText, from: start, to: position)
    return token(.unknown, from: start)
  }

  private mutating func linesText(from start: Int) -> Token {
    position += 3
    var quotes = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\\"), position < bytes.count {
        position += 1
        quotes = 0
      } else if byte == UInt8(ascii: "\"") {
        quotes += 1
        if quotes == 3 {
          return token(.richText, from: start)
        }
      } else {
        quotes = 0
      }
    }
    report(.unterminatedText, from: start, to: start + 3)
    return token(.unknown, from: start)
  }
}

/// The tokens and comments of a source.
package struct LexedSource {
  /// The tokens; the last one is `endOfFile`.
  package private(set) var tokens: [Token] = []
  /// The comments.
  ///
  /// Each range is from `#` to the end of the line.
  package let comments: [SourceRange]

  /// Splits a source into tokens.
  package init(_ source: SourceFile) {
    var lexer = Lexer(source)
    repeat { tokens.append(lexer.next()) } while tokens.last?.kind != .endOfFile
    comments = lexer.comments
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  package var isDigit: Bool { self >= 48 && self <= 57 }

  /// Whether the byte is a lower-case ASCII letter.
  ///
  /// Most bytes of scripts are.
  package var isLowerCase: Bool { self >= 97 && self <= 122 }

  /// Whether the byte can begin a word: an ASCII letter, or a part of a character outside of ASCII.
  package var isLetter: Bool { (self | 0x20).isLowerCase || self >= 0x80 }

  /// Whether the byte can continue a word.
  ///
  /// All bytes of characters outside of ASCII can continue a word.
  package var continuesWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether a name can contain the character: a letter, a mark, a number, or one of the two
  /// characters that join or separate letters in some scripts.
  fileprivate var isOfWords: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: self == "\u{200C}" || self == "\u{200D}"
    }
  }

  /// The character, or its code point if it is invisible.
  fileprivate var displayed: String {
    switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .privateUse,
      .unassigned, .surrogate:
      let digits = String(value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default: return String(self)
    }
  }
}

/// Runs only the lexer, for benchmarks.
public enum LexProbe {
  /// Returns the number of tokens in a source.
  public static func count(_ source: SourceFile) -> Int {
    var lexer = Lexer(source)
    var count = 1
    while lexer.next().kind != .endOfFile { count += 1 }
    return count
  }
}
