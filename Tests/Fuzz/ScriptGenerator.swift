@testable import FlowSyntax

/// Writes scripts without a syntax error, with arbitrary words.
///
/// The words come from the parser's own tables: a new verb, lookup or comparison is used
/// automatically.
struct ScriptGenerator<Source: RandomNumberGenerator> {
  var random: Source

  /// Makes a generator.
  init(random: Source) { self.random = random }

  /// A whole script.
  mutating func script() -> [UInt8] {
    var text = chance(5) ? "\u{FEFF}" : ""
    for _ in 0..<below(7) { text += item() + pick(["\n", "\n\n", "\r\n", "  # note\n\n\n"]) }
    return Array(text.utf8)
  }

  // MARK: Randomness

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ all: [Element]) -> Element { all[below(all.count)] }

  mutating func maybe(_ percent: Int = 50, _ make: (inout Self) -> String) -> String {
    chance(percent) ? make(&self) : ""
  }

  /// One to a maximum of parts; the separators can be before or after a line's end.
  mutating func list(_ most: Int, by mark: String, _ make: (inout Self) -> String) -> String {
    var text = make(&self)
    for _ in 0..<below(most) {
      text +=
        mark == "," ? "," + gap(canBreak: true) : gap(canBreak: true) + mark + gap(canBreak: true)
      text += make(&self)
    }
    return text
  }

  /// The space between two words; a line's end only if the statement continues after it.
  mutating func gap(canBreak: Bool = false) -> String {
    guard canBreak, chance(8) else { return chance(6) ? pick(["  ", "\t", "     "]) : " " }
    return pick(["\n  ", "\n\n", " # why\n    ", "\r\n"])
  }

  // MARK: Words

  private static var plain: [String] {
    [
      "identify", "challenge-authenticator", "select", "email", "okta-verify", "userProfile.name",
      "passcode", "x", "code_2", "größe", "名", "site", "jane",
    ]
  }

  /// Words of the grammar that can be names in a name's position: none that joins lines.
  private static var keywords: [String] {
    Keyword.allCases.filter { $0 != .none && !$0.joinsLines && !$0.beginsStatement }
      .map(\.spelling)
  }

  mutating func name() -> String { pick(Self.plain) }

  mutating func anyName() -> String { chance(15) ? pick(Self.keywords) : name() }

  mutating func text() -> String {
    let pieces = [
      "", "a", "two words", #"\""#, #"\\"#, #"\n"#, #"\t"#, #"\u{e9}"#, #"\(site)"#, "é名😀", "#",
      "{", ";",
      "'q'", "\u{301}",
    ]
    if chance(6) {
      let lines = (0..<below(3)).map { _ in "    " + pick(pieces) + "\n" }
      return "\"\"\"\n" + lines.joined() + "    \"\"\""
    }
    return "\"" + (0..<below(4)).map { _ in pick(pieces) }.joined() + "\""
  }

  mutating func plainText() -> String { "\"" + pick(["a", "b/c.flow", "two words", "é"]) + "\"" }

  mutating func label() -> String { chance(30) ? text() : name() }

  mutating func number() -> String { pick(["0", "1", "7", "1.5", "-2", "120"]) }

  mutating func duration() -> String {
    pick(["1", "2", "30", "500"]) + pick(LanguageWords.units.filter { $0 != "d" })
  }

  mutating func value(_ depth: Int = 2) -> String {
    switch below(12) {
    case 0, 1, 2: text()
    case 3: number()
    case 4: duration()
    case 5: pick(LanguageWords.keywords(.constant))
    case 6, 7: pick(LanguageWords.lookups) + gap() + pick(["NAME", "x.y", "email"])
    case 8: pick(LanguageWords.calls) + gap() + text()
    case 9: depth > 0 ? totp(depth) : name()
    case 10: randomValue()
    default: name()
    }
  }

  private mutating func totp(_ depth: Int) -> String {
    let secret = chance(60) ? "secret SEED" : text()
    return "totp " + secret
      + maybe { " " + $0.pick(LanguageWords.algorithms) } + maybe { _ in " digits 8" }
      + maybe { _ in " every 60s" }
  }

  private mutating func randomValue() -> String {
    let kind = pick(LanguageWords.randomKinds)
    return "random " + kind + (kind == Random.Kind.digits.rawValue ? " 6" : "")
  }
}
