import FlowText
import FlowDiagnostics

extension Parser {
  /// The block that contains a statement.
  ///
  /// The container decides which statements are allowed.
  enum Container {
    case file, flow, profile

    var description: String {
      switch self {
      case .file, .flow: "a flow"
      case .profile: "a profile"
      }
    }
  }

  /// script = { import | profile | org | flow | claim | statement } .
  mutating func script() -> [Item] {
    var items: [Item] = []
    while token.kind != .endOfFile {
      if token.kind == .endOfStatement {
        advance()
        continue
      }
      if token.kind == .rightBrace {
        closeUnopened()
        continue
      }
      let before = token.start
      do throws(Abandon) {
        if let item = try item() { items.append(item) }
        if !beginsDeclaration { try endStatement() }
      } catch {
        synchronize(after: before)
      }
    }
    return items
  }

  private mutating func item() throws(Abandon) -> Item? {
    if following.kind != .equal {
      if at(.import) { return .importing(try importStatement()) }
      if at(.profile) { return .profile(try profile()) }
      if at(.org) { return .org(try org()) }
      if at(.flow) { return .flow(try flow()) }
      if at(.claim) { return .claim(try claim()) }
      if let meant = misspeltDeclaration() { return try declaration(meant) }
    }
    return try statement(in: .file).map { .statement($0) }
  }

  /// Reports a misspelled declaration, and returns the correct keyword; `nil` if there is none.
  ///
  /// A brace on the same line shows that the word begins a declaration.
  private mutating func misspeltDeclaration() -> Keyword? {
    let declarations: [Keyword] = [.flow, .profile, .org, .claim]
    guard token.kind == .word, token.keyword == .none, following.kind != .leftBrace else {
      return nil
    }
    let rest = bytes[Int(token.end)...].prefix { $0 != 0x0A }
    guard rest.contains(UInt8(ascii: "{")) else { return nil }
    let nearest = Suggestion.nearest(
      source.text(token.range), among: declarations.map(\.spelling))
    guard let meant = declarations.first(where: { $0.spelling == nearest.first }) else {
      return nil
    }
    _ = noStatement(in: .file)
    return meant
  }

  /// Reads a declaration whose first word is, or stands for, a keyword.
  private mutating func declaration(_ keyword: Keyword) throws(Abandon) -> Item {
    switch keyword {
    case .profile: .profile(try profile())
    case .org: .org(try org())
    case .claim: .claim(try claim())
    default: .flow(try flow())
    }
  }

  /// Reports a closing brace without an opening brace, unless an earlier block was reported as
  /// unclosed.
  private mutating func closeUnopened() {
    if unclosedCount > 0 {
      unclosedCount -= 1
    } else {
      report(.unopenedBrace, token.range)
    }
    advance()
  }

  /// import = "import" text .
  private mutating func importStatement() throws(Abandon) -> Import {
    let start = advance().start
    let path = try expectText()
    return Import(range: range(from: start), path: path)
  }

  /// profile = "profile" name "{" { statement } "}" .
  private mutating func profile() throws(Abandon) -> Profile {
    let start = advance().start
    let name = try expectName()
    let body = try body(of: .profile)
    return Profile(range: range(from: start), name: name, body: body)
  }

  /// flow = "flow" text { tags | rows } "{" { statement } "}" .
  ///
  /// tags = "tagged" name { "," name } .
  private mutating func flow() throws(Abandon) -> Flow {
    let start = advance().start
    var name = Text(range: SourceRange(start, start), isPlain: true)
    var tags: [Name] = []
    var clauses: [ForClause] = []
    do throws(Abandon) {
      name = try expectText()
      while beginsClause {
        if accept(.tagged) != nil { tags += try names() } else { clauses.append(try rows()) }
      }
      if !at(.leftBrace), token.kind != .endOfStatement { throw unexpected() }
    } catch {
      // The header has an error, but the contents of the braces can still be read.
      guard skip(to: .leftBrace) else { throw error }
    }
    let body = try body(of: .flow)
    return Flow(range: range(from: start), name: name, tags: tags, rows: clauses, body: body)
  }

  /// Whether a clause of a flow's header follows, on the same line or on the next.
  private var beginsClause: Bool {
    mutating get {
      if token.kind == .endOfStatement, bytes[Int(token.start)] == 0x0A,
        following.keyword == .tagged || following.keyword == .for
      {
        advance()
      }
      return at(.tagged) || at(.for)
    }
  }

  /// rows = "for" name { "," name } "in" row { "," row } .
  private mutating func rows() throws(Abandon) -> ForClause {
    let start = advance().start
    let names = try names()
    namesOfRows += names
    try expect(.in)
    var rows = [try row()]
    while accept(.comma) != nil { rows.append(try row()) }
    return ForClause(range: range(from: start), names: names, rows: rows)
  }

  /// row = value | "(" value { "," value } ")" .
  private mutating func row() throws(Abandon) -> ForClause.Row {
    let start = token.start
    guard accept(.leftParenthesis) != nil else {
      let value = try expression()
      return ForClause.Row(range: value.range, values: [value])
    }
    var values = [try expression()]
    while accept(.comma) != nil { values.append(try expression()) }
    try expect(.rightParenthesis)
    return ForClause.Row(range: range(from: start), values: values)
  }

  mutating func names() throws(Abandon) -> [Name] {
    var names = [try expectName()]
    while accept(.comma) != nil { names.append(try expectName()) }
    return names
  }

  // MARK: Blocks

  /// Reads the statements between braces.
  ///
  /// The opening brace may be on the same line or on the next.
  private mutating func body(of container: Container) throws(Abandon) -> [Statement] {
    let opener = try openBrace()
    try enter()
    defer { leave() }
    var statements: [Statement] = []
    statements.reserveCapacity(container == .flow ? 15 : 6)
    items(after: opener) { parser throws(Abandon) in
      if let statement = try parser.statement(in: container) { statements.append(statement) }
      try parser.endStatement()
    }
    return statements
  }

  /// Reads everything up to the closing brace.
  ///
  /// Items that can't be read are skipped.
  @inline(__always)
  mutating func items(
    after opener: Token, _ item: (inout Parser) throws(Abandon) -> Void
  ) {
    while token.kind != .rightBrace {
      if token.kind == .endOfStatement {
        advance()
        continue
      }
      guard token.kind != .endOfFile, !beginsDeclaration else { return unclosed(opener) }
      let before = token.start
      do throws(Abandon) { try item(&self) } catch { synchronize(after: before) }
    }
    if dedented.count < Parser.dedentedMax, isDedented(token, below: opener) {
      dedented.append(opener)
    }
    advance()
  }

  /// Consumes the brace that opens a block.
  ///
  /// A brace that is missing at the end of a line is reported, and the indented lines after it are
  /// read as the block.
  ///
  /// - Returns: The brace, or the end of the line without one.
  mutating func openBrace() throws(Abandon) -> Token {
    if token.kind == .endOfStatement, following.kind == .leftBrace { advance() }
    guard !at(.leftBrace), token.kind == .endOfStatement, following.kind == .word,
      following.start > 0,
      bytes[Int(following.start) - 1] == UInt8(ascii: " ")
        || bytes[Int(following.start) - 1] == UInt8(ascii: "\t")
    else { return try expect(.leftBrace) }
    _ = unexpected()
    return advance()
  }

  /// Whether a closing brace begins a line with less indentation than the line of its opening brace.
  private func isDedented(_ closer: Token, below opener: Token) -> Bool {
    guard let own = indentation(of: Int(closer.start), mustBegin: true),
      let first = indentation(of: Int(opener.start), mustBegin: false)
    else { return false }
    return own < first
  }

  /// Returns the number of spaces and tabs at the start of a line.
  ///
  /// - Parameters:
  ///   - position: A byte in the line.
  ///   - mustBegin: Whether nothing else may be before the byte.
  /// - Returns: The number; `nil` if something else is there, or the line is very long.
  private func indentation(of position: Int, mustBegin: Bool) -> Int? {
    let least = max(0, position - Parser.indentedLineMax)
    var start = position
    while start > least, bytes[start - 1] != 0x0A { start -= 1 }
    if start > 0, bytes[start - 1] != 0x0A { return nil }
    let width = bytes[start..<position].prefix { $0 == UInt8(ascii: " ") || $0 == 0x09 }.count
    return mustBegin && start + width < position ? nil : width
  }

  /// Reports a brace that is never closed, at the brace.
  ///
  /// If a block in it ends with a brace that is indented less than the block, the brace of that
  /// block is the missing one.
  mutating func unclosed(_ outer: Token) {
    // The missing opening brace is already reported.
    guard outer.kind == .leftBrace else { return }
    let opener = dedented.first { $0.start > outer.start } ?? outer
    unclosedCount += 1
    var diagnostic = Diagnostic(.unclosedBrace, at: Place(source, opener.range))
    if token.kind != .endOfFile {
      diagnostic.labels = [
        Diagnostic.PlaceLabel(Place(source, token.range), "this begins before it is closed")
      ]
    }
    diagnostics.append(diagnostic)
  }

  /// Whether the current token begins a declaration.
  ///
  /// Inside a block, a declaration shows that the block's closing brace is missing.
  @inline(__always)
  var beginsDeclaration: Bool {
    switch token.keyword {
    case .import, .flow, .claim: following.kind == .text || following.kind == .richText
    case .profile, .org: following.kind == .word && declares
    default: false
    }
  }

  /// Whether there is a `{` on the same line after `profile x` or `org x`.
  private var declares: Bool {
    // A line break before `with` or `when` isn't a token, so it is searched in the text.
    guard !bytes[Int(token.end)..<Int(following.start)].contains(0x0A) else { return false }
    var isText = false
    var position = Int(following.end)
    while position < bytes.count, bytes[position] != 0x0A {
      switch bytes[position] {
      case UInt8(ascii: "\\") where isText: position += 1
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "{"): return true
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: "#"): return false
      default: break
      }
      position += 1
    }
    return false
  }

  /// Reads the end of a statement: the end of the line, `;`, or the brace that closes the block.
  mutating func endStatement() throws(Abandon) {
    if token.kind == .endOfStatement {
      advance()
      return
    }
    guard atEnd() else { throw unexpected() }
  }

  // MARK: Recovering

  /// Skips the rest of a statement that can't be read.
  ///
  /// Afterwards, the current token is the first one after the statement, or the brace that closes
  /// the block. Braces inside the statement are skipped with their contents.
  mutating func synchronize(after before: UInt32) {
    var open = 0
    while token.kind != .endOfFile {
      switch token.kind {
      case .leftBrace: open += 1
      case .rightBrace where open == 0:
        if token.start == before { advance() }
        return
      case .rightBrace: open -= 1
      case .endOfStatement where open == 0:
        advance()
        return
      default: break
      }
      advance()
    }
  }
}
