import FlowDiagnostics

extension Parser {
  /// org = "org" name [ "for" name ] [ "at" text ] "{" { setting } "}" .
  mutating func org() throws(Abandon) -> Org {
    let start = advance().start
    let name = try expectName()
    let engine = try accept(.for) == nil ? nil : expectName()
    let address = try accept(.at) == nil ? nil : expectText()
    let settings = try settings()
    return Org(
      range: range(from: start), name: name, engine: engine, address: address, settings: settings)
  }

  private mutating func settings() throws(Abandon) -> [OrgSetting] {
    // This comes first, so that a block that is nested too deeply is skipped with its closing
    // brace.
    try enter()
    defer { leave() }
    let opener = try openBrace()
    var settings: [OrgSetting] = []
    items(after: opener) { parser throws(Abandon) in
      settings.append(try parser.setting())
      if !parser.startsSetting { try parser.endStatement() }
    }
    return settings
  }

  /// setting = name [ atoms { "," atoms } ] [ "{" { setting } "}" ] .
  private mutating func setting() throws(Abandon) -> OrgSetting {
    let name = try expectName(.setting)
    var values: [[SettingAtom]] = []
    if let first = try acceptAtoms() {
      values.append(first)
      while accept(.comma) != nil {
        guard let atoms = try acceptAtoms() else { throw unexpected() }
        values.append(atoms)
      }
    }
    let block = at(.leftBrace) ? try settings() : nil
    return OrgSetting(
      range: range(from: name.range.start), name: name, values: values, block: block)
  }

  /// atoms = atom { atom } .
  private mutating func acceptAtoms() throws(Abandon) -> [SettingAtom]? {
    var atoms: [SettingAtom] = []
    while !startsSetting, let atom = try acceptAtom() { atoms.append(atom) }
    return atoms.isEmpty ? nil : atoms
  }

  /// Parses the names in a line `for` of a claim.
  ///
  /// A word that begins another line isn't a name: the line isn't finished with `;`.
  private mutating func scopeAtoms() throws(Abandon) -> [SettingAtom] {
    var atoms: [SettingAtom] = []
    while true {
      if token.kind == .word, Parser.claimWords.contains(token.keyword), !atoms.isEmpty {
        let word = "`\(source.text(token.range))`"
        report(
          .unexpected(found: word, expected: ["`;`", "a line break"]), token.range,
          help: "write `;` before \(word), because it begins another line of the claim")
        throw Abandon()
      }
      guard let atom = try acceptAtom() else { break }
      atoms.append(atom)
    }
    guard !atoms.isEmpty else { throw unexpected() }
    return atoms
  }

  /// The keywords that begin a line of a claim.
  private static let claimWords: Set<Keyword> = [.for, .always, .never, .possible]

  /// Whether a line begins with `when` or `with` as the name of a setting.
  ///
  /// Outside of orgs, these words continue the previous line.
  private var startsSetting: Bool {
    (token.keyword == .when || token.keyword == .with) && startsLine
  }

  /// atom = name | text | number | duration | "env" name | "secret" name | "file" text
  ///      | "(" | ")" | "=" | "?" | "<" | "<=" | ">" | ">=" .
  private mutating func acceptAtom() throws(Abandon) -> SettingAtom? {
    at(.value)
    switch token.kind {
    case .text, .richText: return .text(try expectText())
    case .number, .duration:
      switch try expression() {
      case .number(let number): return .number(number)
      case .duration(let duration): return .duration(duration)
      default: return nil
      }
    case .word: return try wordAtom()
    case .leftParenthesis, .rightParenthesis, .equal, .question, .less, .lessOrEqual, .greater,
      .greaterOrEqual:
      return .mark(advance().range)
    case .comma, .leftBrace, .rightBrace, .endOfStatement, .endOfFile: return nil
    case .unknown: throw unexpected()
    }
  }

  private mutating func wordAtom() throws(Abandon) -> SettingAtom {
    switch (token.keyword, following.kind) {
    case (.env, .word), (.secret, .word), (.file, .text), (.file, .richText):
      return .value(try expression())
    default:
      return .word(Name(advance()))
    }
  }

  /// claim = "claim" text "{" { claim-line } "}" .
  mutating func claim() throws(Abandon) -> Claim {
    let start = advance().start
    let text = try expectText()
    let opener = try openBrace()
    var lines: [Claim.Line] = []
    var lacksLines = false
    while token.kind != .rightBrace {
      if token.kind == .endOfStatement {
        advance()
        continue
      }
      guard token.kind != .endOfFile, !beginsDeclaration else {
        unclosed(opener)
        return Claim(range: range(from: start), text: text, lines: lines, lacksLines: lacksLines)
      }
      let before = token.start
      do throws(Abandon) {
        lines.append(try claimLine())
        try endStatement()
      } catch {
        lacksLines = true
        synchronize(after: before)
      }
    }
    advance()
    return Claim(range: range(from: start), text: text, lines: lines, lacksLines: lacksLines)
  }

  /// claim-line = "for" name "in" atoms { "," atoms }
  ///            | ( "always" | "never" | "possible" ) expectation
  ///            | ( "source" | "help" ) text | "recommended" .
  private mutating func claimLine() throws(Abandon) -> Claim.Line {
    let start = token.start
    for (keyword, quantifier) in [
      (Keyword.always, Claim.Quantifier.always), (.never, .never), (.possible, .possible),
    ] where accept(keyword) != nil {
      return .rule(quantifier, try expectation(from: start))
    }
    if token.kind == .word, token.keyword != .for {
      let word = source.text(token.range)
      if word == "recommended" { return .recommended(advance().range) }
      if let remark = Claim.Remark(rawValue: word) {
        advance()
        let text = try expectText()
        return .remark(range(from: start), remark, text)
      }
    }
    guard accept(.for) != nil else {
      throw unexpected(besides: ["recommended"] + Claim.Remark.allCases.map(\.rawValue))
    }
    let name = try expectName()
    try expect(.in)
    var atoms = try scopeAtoms()
    while accept(.comma) != nil { atoms += try scopeAtoms() }
    return .scope(range(from: start), name: name, atoms: atoms)
  }
}
