import FlowDiagnostics

/// Reads tokens into a tree, by recursive descent.
///
/// Each verb has one meaning: `at` tests, `accept` consumes a token if it is present, and `expect`
/// consumes a token or reports and unwinds. A function that is named for a production returns its
/// node. A doc comment that begins with a production's name is that production, and `Grammar.md`
/// has the same text.
///
/// A mistake unwinds to the statement loop, which continues at the next statement. So one pass
/// reports every independent mistake of a file.
struct Parser {
  let source: SourceFile
  let bytes: [UInt8]
  private(set) var lexer: Lexer
  /// The current token.
  private(set) var token: Token
  /// The token after this one.
  ///
  /// The last token repeats forever.
  private(set) var following: Token
  /// The end of the previous token.
  private(set) var previousEnd: UInt32 = 0
  private var expected = Expected()
  /// The problems that the parser itself has found.
  var diagnostics: [Diagnostic] = []
  private var depth = 0
  /// The names that flows declare with `let`.
  var namesOfLets: [Name] = []
  /// The names that receive values from the rows of flows.
  var namesOfRows: [Name] = []

  /// The number of blocks that were reported as unclosed and whose closing brace hasn't followed
  /// since.
  var unclosedCount = 0

  /// The opening braces of blocks whose closing brace is indented less than the block.
  var dedented: [Token] = []
  /// The maximum number of them that are kept.
  static let dedentedMax = 64
  /// The maximum distance of a brace from the start of its line at which indentation counts.
  ///
  /// The work for a long line must not grow with its square.
  static let indentedLineMax = 256

  /// The maximum depth of parentheses, `not`, `totp` and blocks.
  ///
  /// Real scripts use three levels, and the parser's own stack must not overflow.
  static let depthMax = 64

  /// The maximum number of reported mistakes per file, because users don't read more.
  static let problemsMax = 100

  init(_ source: SourceFile) {
    self.source = source
    bytes = source.bytes
    lexer = Lexer(source)
    token = lexer.next()
    following = lexer.next()
  }

  /// Unwinds to the statement loop.
  ///
  /// The mistake is already reported.
  struct Abandon: Error {}

  // MARK: Asking

  @inline(__always)
  mutating func at(_ kind: TokenKind) -> Bool {
    expected.insert(kind)
    return token.kind == kind
  }

  @inline(__always)
  mutating func at(_ keyword: Keyword) -> Bool {
    expected.insert(keyword)
    return token.keyword == keyword
  }

  mutating func at(_ thing: Expected.Thing) {
    expected.insert(thing)
  }

  /// Whether a statement may end here.
  ///
  /// The token isn't consumed.
  mutating func atEnd() -> Bool {
    switch token.kind {
    case .endOfStatement, .rightBrace, .endOfFile: return true
    default:
      expected.insert(.endOfStatement)
      return false
    }
  }

  /// The range from a start to the end of the last consumed token.
  @inline(__always)
  func range(from start: UInt32) -> SourceRange {
    SourceRange(start, max(start, previousEnd))
  }

  /// Whether a line break separates this token from the last one.
  var startsLine: Bool {
    bytes[Int(previousEnd)..<Int(token.start)].contains(0x0A)
  }

  // MARK: Taking

  @discardableResult
  mutating func advance() -> Token {
    let taken = token
    expected.clear()
    if taken.kind != .endOfFile {
      previousEnd = taken.end
      token = following
      following = lexer.next()
    }
    return taken
  }

  @inline(__always)
  mutating func accept(_ kind: TokenKind) -> Token? {
    at(kind) ? advance() : nil
  }

  @inline(__always)
  mutating func accept(_ keyword: Keyword) -> Token? {
    at(keyword) ? advance() : nil
  }

  @discardableResult
  mutating func expect(_ kind: TokenKind) throws(Abandon) -> Token {
    guard let token = accept(kind) else { throw unexpected() }
    return token
  }

  @discardableResult
  mutating func expect(_ keyword: Keyword) throws(Abandon) -> Token {
    guard let token = accept(keyword) else { throw unexpected() }
    return token
  }

  /// Consumes a word, whether it is a keyword or not.
  mutating func expectName(_ thing: Expected.Thing = .name) throws(Abandon) -> Name {
    expected.insert(thing)
    guard token.kind == .word else { throw unexpected() }
    return Name(advance())
  }

  mutating func acceptText() -> Text? {
    expected.insert(.text)
    guard token.kind == .text || token.kind == .richText else { return nil }
    let token = advance()
    return Text(range: token.range, isPlain: token.kind == .text)
  }

  mutating func expectText() throws(Abandon) -> Text {
    guard let text = acceptText() else { throw unexpected() }
    return text
  }

  /// Consumes a word or a text.
  mutating func expectLabel(_ thing: Expected.Thing) throws(Abandon) -> Label {
    expected.insert(thing)
    if let text = acceptText() { return .text(text) }
    return .word(try expectName(thing))
  }

  /// Skips to a token on this line, or stays if there isn't one.
  mutating func skip(to kind: TokenKind) -> Bool {
    let before = previousEnd
    var passed: [Token] = []
    while token.kind != kind {
      guard token.kind != .endOfFile, token.kind != .endOfStatement else {
        passed += [token, following]
        token = passed[0]
        following = passed[1]
        lexer.putBack(passed[2...])
        previousEnd = before
        expected.clear()
        return false
      }
      passed.append(advance())
    }
    return true
  }

  // MARK: Reporting

  /// Reports the current token as unexpected, and everything that is accepted instead.
  ///
  /// If something is missing at the end of a line, the report points there, not at the next line.
  mutating func unexpected(besides words: [String] = []) -> Abandon {
    let here = token
    let all = expected.descriptions + words.sorted().map { "`\($0)`" }
    switch here.kind {
    case .unknown:
      // The lexer has already reported it.
      break
    case .endOfStatement where bytes[Int(here.start)] == 0x0A, .endOfFile:
      let end = previousEnd
      report(
        .unexpected(found: here.kind.description, expected: all),
        SourceRange(end, end))
    default:
      let found = here.kind == .word ? "`\(source.text(here.range))`" : here.kind.description
      report(.unexpected(found: found, expected: all), here.range, help: spacedUnit(here))
    }
    return Abandon()
  }

  /// The correction of `60 days`; `nil` if a token isn't a unit after a number.
  private func spacedUnit(_ token: Token) -> String? {
    guard token.kind == .word, previousEnd > 0, (0x30...0x39).contains(bytes[Int(previousEnd) - 1])
    else { return nil }
    let units = [
      ("day", "d"), ("hour", "h"), ("minute", "m"), ("min", "m"), ("second", "s"), ("sec", "s"),
    ]
    let word = source.text(token.range).lowercased()
    guard let unit = units.first(where: { [$0.0, $0.0 + "s", $0.1].contains(word) })?.1 else {
      return nil
    }
    var start = Int(previousEnd)
    while start > 0, (0x30...0x39).contains(bytes[start - 1]) { start -= 1 }
    let number = String(decoding: bytes[start..<Int(previousEnd)].suffix(9), as: UTF8.self)
    return "write a duration without a space, such as `\(number)\(unit)`"
  }

  mutating func report(_ problem: Problem, _ range: SourceRange, help: String? = nil) {
    diagnostics.append(Diagnostic(problem, at: Place(source, range), help: help))
  }

  // MARK: Guarding

  /// Enters a nested level, or reports that it is too deep.
  ///
  /// Balance it with `leave`.
  mutating func enter() throws(Abandon) {
    depth += 1
    guard depth > Parser.depthMax else { return }
    depth -= 1
    report(.nestedTooDeep(limit: Parser.depthMax), token.range)
    skipNested()
    throw Abandon()
  }

  mutating func leave() { depth -= 1 }

  /// Skips everything that is nested more deeply, so that it is reported once.
  private mutating func skipNested() {
    var open = 0
    while true {
      switch token.kind {
      case .leftParenthesis, .leftBrace: open += 1
      case .rightParenthesis, .rightBrace: open -= 1
      case .endOfFile: return
      case .endOfStatement where open <= 0: return
      default: break
      }
      if open < 0 { return }
      advance()
    }
  }
}
