import FlowDiagnostics

/// Reads tokens into a syntax tree, by recursive descent.
///
/// The names of methods follow a rule: `at` tests the current token, `accept` consumes a token if
/// it is present, and `expect` consumes a token or reports an error and throws. A method that is
/// named after a production returns its node. Its doc comment begins with the production, and
/// `Grammar.md` has the same text.
///
/// After an error, parsing continues at the next statement. So one pass reports all independent
/// errors of a file.
struct Parser {
  let source: SourceFile
  let bytes: [UInt8]
  private(set) var lexer: Lexer
  /// The current token.
  private(set) var token: Token
  /// The token after the current token.
  ///
  /// At the end of the file, it is always `endOfFile`.
  private(set) var following: Token
  /// The end of the previous token.
  private(set) var previousEnd: UInt32 = 0
  private var expected = Expected()
  /// The problems that the parser found.
  ///
  /// The problems of the lexer are separate.
  var diagnostics: [Diagnostic] = []
  private var depth = 0
  /// The names that flows declare with `let`.
  var namesOfLets: [Name] = []
  /// The names that the rows of flows give values to.
  var namesOfRows: [Name] = []

  /// The number of blocks that were reported as unclosed, minus the closing braces that followed.
  var unclosedCount = 0

  /// The opening braces of blocks whose closing brace is indented less than the block.
  var dedented: [Token] = []
  /// The maximum number of braces in `dedented`.
  static let dedentedMax = 64
  /// The maximum distance of a brace from the start of its line at which indentation counts.
  ///
  /// The work for a long line must not grow with its square.
  static let indentedLineMax = 256

  /// The maximum depth of parentheses, `not`, `totp` and blocks.
  ///
  /// Real scripts use three levels. The limit protects the stack.
  static let depthMax = 64

  /// The maximum number of problems that are reported for a file, because users don't read more.
  static let problemsMax = 100

  init(_ source: SourceFile) {
    self.source = source
    bytes = source.bytes
    lexer = Lexer(source)
    token = lexer.next()
    following = lexer.next()
  }

  /// Thrown to stop reading a statement.
  ///
  /// The error was already reported.
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

  /// Whether a statement may end at the current token.
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

  /// Returns the range from a position to the end of the latest consumed token.
  @inline(__always)
  func range(from start: UInt32) -> SourceRange {
    SourceRange(start, max(start, previousEnd))
  }

  /// Whether a line break precedes the current token.
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

  /// Skips to a token of this kind on the same line.
  ///
  /// Returns `false` and stays if there is none.
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

  /// Reports the current token as unexpected, with everything that is accepted instead.
  ///
  /// If something is missing at the end of a line, the location is the end of that line.
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

  /// Returns the help for a unit after a space, as in `60 days`; `nil` if the token isn't a unit.
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

  /// Enters a nested level.
  ///
  /// Throws if the nesting is too deep.
  ///
  /// Each call needs a call of `leave`.
  mutating func enter() throws(Abandon) {
    depth += 1
    guard depth > Parser.depthMax else { return }
    depth -= 1
    report(.nestedTooDeep(limit: Parser.depthMax), token.range)
    skipNested()
    throw Abandon()
  }

  mutating func leave() { depth -= 1 }

  /// Skips everything that is nested too deeply, so that it is reported only once.
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
