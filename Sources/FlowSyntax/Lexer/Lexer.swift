/// Cuts a source into tokens.
///
/// It can't fail: what it doesn't know becomes an `unknown` token and a problem, and the last token
/// is always one `endOfFile`.
///
/// Between two tokens stand only spaces, tabs, line ends and comments. A line's end is a token only
/// where it ends a statement: not after a comma or inside parentheses, and not where the words that
/// join lines (`or and then when with via`) stand before or after it.
struct Lexer {
  let source: SourceFile
  private let bytes: [UInt8]
  private let keywords = KeywordTable.shared
  private var position = 0
  private var parentheses = 0
  private(set) var tokens: [Token] = []
  private(set) var comments: [SourceRange] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ source: SourceFile) {
    self.source = source
    bytes = source.bytes
  }

  /// The tokens, comments and problems of a source that `SourceFile.bytesMax` admits.
  static func lex(_ source: SourceFile) -> Lexer {
    var lexer = Lexer(source)
    lexer.run()
    return lexer
  }

  private mutating func run() {
    tokens.reserveCapacity(bytes.count / 4 + 16)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case 0x20, 0x09, 0x0D:
        position += 1
      case 0x0A:
        endLine()
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
        word()
      case UInt8(ascii: "#"):
        comment()
      case UInt8(ascii: "\""):
        text()
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number(from: position)
      default:
        mark(byte)
      }
    }
    emit(.endOfFile, from: bytes.count)
  }

  private mutating func emit(_ kind: TokenKind, _ keyword: Keyword = .none, from start: Int) {
    tokens.append(
      Token(kind: kind, keyword: keyword, start: UInt32(start), end: UInt32(position)))
  }

  private mutating func report(_ problem: Problem, from start: Int, to end: Int) {
    diagnostics.append(
      Diagnostic(problem, at: Place(source, SourceRange(UInt32(start), UInt32(end)))))
  }

  /// Whether a byte goes on a word; bytes of letters outside ASCII do.
  static func continuesWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  private mutating func word() {
    let start = position
    let keyword = takeWord()
    if keyword != .none, let last = tokens.last {
      if keyword.joinsLines, last.kind == .endOfStatement, bytes[Int(last.start)] == 0x0A {
        tokens.removeLast()
      } else if parentheses > 0, keyword.beginsStatement, startsLine(start, after: Int(last.end)) {
        // An unclosed parenthesis must not swallow the rest of the file.
        parentheses = 0
        tokens.append(
          Token(kind: .endOfStatement, keyword: .none, start: last.end, end: last.end))
      }
    }
    emit(.word, keyword, from: start)
  }

  /// Goes past a word, and finds which keyword it is on the way.
  private mutating func takeWord() -> Keyword {
    var key: UInt64 = 0
    var all: UInt8 = 0
    let start = position
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      guard byte.isLowerCase || Lexer.continuesWord(byte) else { break }
      key = KeywordTable.extend(key, byte)
      all |= byte
      end += 1
    }
    position = end
    return end - start <= KeywordTable.lengthMax && all < 0x80 ? keywords.keyword(key) : .none
  }

  private func startsLine(_ start: Int, after end: Int) -> Bool {
    bytes[end..<start].contains(0x0A)
  }

  private mutating func comment() {
    let start = position
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    if position > start, bytes[position - 1] == 0x0D { position -= 1 }
    comments.append(SourceRange(UInt32(start), UInt32(position)))
  }

  private mutating func endLine() {
    let start = position
    position += 1
    guard parentheses == 0, let last = tokens.last else { return }
    switch last.kind {
    case .endOfStatement, .comma: return
    case .word where last.keyword.joinsLines: return
    default: emit(.endOfStatement, from: start)
    }
  }

  private mutating func mark(_ byte: UInt8) {
    let start = position
    position += 1
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"):
      parentheses = 0
      emit(byte == UInt8(ascii: "{") ? .leftBrace : .rightBrace, from: start)
    case UInt8(ascii: "("):
      parentheses += 1
      emit(.leftParenthesis, from: start)
    case UInt8(ascii: ")"):
      parentheses = max(0, parentheses - 1)
      emit(.rightParenthesis, from: start)
    case UInt8(ascii: ","): emit(.comma, from: start)
    case UInt8(ascii: ";"): emit(.endOfStatement, from: start)
    case UInt8(ascii: "?"): emit(.question, from: start)
    case UInt8(ascii: "=") where next != UInt8(ascii: "="): emit(.equal, from: start)
    case UInt8(ascii: "<"): emit(orEqual() ? .lessOrEqual : .less, from: start)
    case UInt8(ascii: ">"): emit(orEqual() ? .greaterOrEqual : .greater, from: start)
    case UInt8(ascii: "+") where next.isDigit, UInt8(ascii: "-") where next.isDigit:
      number(from: start)
    default: unknown(from: start)
    }
  }

  /// The byte that stands at the position, 0 at the end.
  private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func orEqual() -> Bool {
    guard next == UInt8(ascii: "=") else { return false }
    position += 1
    return true
  }

  private mutating func unknown(from start: Int) {
    // One problem for a run of marks: `!=` and `&&` are one mistake each.
    let marks = "!$%&*+-./:=@[\\]^`|~'".utf8
    while position < bytes.count, marks.contains(bytes[position]) { position += 1 }
    emit(.unknown, from: start)
    report(
      .unknownCharacter(source.text(tokens[tokens.count - 1].range)), from: start, to: position)
  }

  /// Digits, at most one point, and the unit of a duration; the sign before them, if any, is past.
  private mutating func number(from start: Int) {
    while next.isDigit { position += 1 }
    if next == UInt8(ascii: "."), position + 1 < bytes.count, bytes[position + 1].isDigit {
      position += 1
      while next.isDigit { position += 1 }
    }
    let unit = position
    while position < bytes.count, Lexer.continuesWord(bytes[position]) { position += 1 }
    switch (position - unit, unit < bytes.count ? bytes[unit] : 0) {
    case (0, _):
      emit(.number, from: start)
    case (1, UInt8(ascii: "s")), (1, UInt8(ascii: "m")), (1, UInt8(ascii: "h")):
      emit(.duration, from: start)
    case (2, UInt8(ascii: "m")) where bytes[unit + 1] == UInt8(ascii: "s"):
      emit(.duration, from: start)
    default:
      emit(.unknown, from: start)
      report(.malformedNumber, from: start, to: position)
    }
  }

  private mutating func text() {
    let start = position
    if position + 2 < bytes.count, bytes[position + 1] == UInt8(ascii: "\""),
      bytes[position + 2] == UInt8(ascii: "\"")
    {
      linesText(from: start)
    } else {
      lineText(from: start)
    }
  }

  private mutating func lineText(from start: Int) {
    var isPlain = true
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        emit(isPlain ? .text : .richText, from: start)
        return
      case UInt8(ascii: "\\"):
        isPlain = false
        position += position + 1 < bytes.count && bytes[position + 1] != 0x0A ? 2 : 1
      case 0x0A:
        unterminated(from: start)
        return
      default:
        position += 1
      }
    }
    unterminated(from: start)
  }

  private mutating func unterminated(from start: Int) {
    if bytes[position - 1] == 0x0D { position -= 1 }
    emit(.unknown, from: start)
    report(.unterminatedText, from: start, to: position)
  }

  private mutating func linesText(from start: Int) {
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
          emit(.richText, from: start)
          return
        }
      } else {
        quotes = 0
      }
    }
    emit(.unknown, from: start)
    report(.unterminatedText, from: start, to: start + 3)
  }
}

extension UInt8 {
  /// Whether it is an ASCII digit.
  var isDigit: Bool { self >= 48 && self <= 57 }

  /// Whether it is a lower-case ASCII letter, as most bytes of a script are.
  var isLowerCase: Bool { self >= 97 && self <= 122 }
}

/// Lexes without parsing, for measuring.
public enum LexProbe {
  /// The number of tokens of a source.
  public static func count(_ source: SourceFile) -> Int { Lexer.lex(source).tokens.count }
}
