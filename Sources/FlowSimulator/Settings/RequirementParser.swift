import FlowEngine

/// Reads what a sign-on rule requires: `either = all {"or" all}`, `all = one {"and" one}`,
/// `one = "(" either ")" | "any" N | kind | authenticator ["via" method {"or" method}]`.
///
/// The result is a list of combinations, so that `and` over `or` is multiplied out.
struct RequirementParser {
  private let setting: Setting
  private let policy: OrgPolicy
  private let terms: [SettingTerm]
  private var position = 0
  private var depth = 0
  private var reader: SettingReader

  /// How deep parentheses may nest: each level takes a frame of the stack.
  static let maximumDepth = 32
  /// How many combinations there may be: more are no policy, and multiply at every `and`.
  static let maximumCombinations = 256

  private struct Malformed: Error {}

  /// Reads a `require`.
  ///
  /// - Parameters:
  ///   - setting: the setting.
  ///   - policy: the org, whose authenticators are known already.
  ///   - reader: where problems go.
  /// - Returns: the requirement, `nil` where something is wrong.
  static func parse(
    _ setting: Setting, policy: OrgPolicy, reader: inout SettingReader
  ) -> Requirement? {
    let terms = reader.terms(setting, Org.form("sign-on", "require"))
    guard !terms.isEmpty else {
      reader.malformed(setting, Org.form("sign-on", "require"))
      return nil
    }
    var parser = RequirementParser(
      setting: setting, policy: policy, terms: terms, reader: reader)
    let combinations = try? parser.whole()
    reader = parser.reader
    return combinations.map { Requirement(combinations: $0) }
  }

  private init(
    setting: Setting, policy: OrgPolicy, terms: [SettingTerm], reader: SettingReader
  ) {
    self.setting = setting
    self.policy = policy
    self.terms = terms
    self.reader = reader
  }

  private mutating func whole() throws(Malformed) -> [[Methods]] {
    let combinations = try either()
    if let extra = current {
      throw fail("`and` or `or` is expected between two demands", at: extra)
    }
    return combinations
  }

  private mutating func either() throws(Malformed) -> [[Methods]] {
    var combinations = try all()
    while take("or") { combinations += try all() }
    return try checked(combinations)
  }

  private mutating func all() throws(Malformed) -> [[Methods]] {
    var combinations = try one()
    while take("and") {
      let more = try one()
      guard combinations.count * more.count <= Self.maximumCombinations else {
        throw fail("this is more than \(Self.maximumCombinations) combinations", at: terms[0])
      }
      combinations = combinations.flatMap { left in more.map { left + $0 } }
    }
    return try checked(combinations)
  }

  private mutating func one() throws(Malformed) -> [[Methods]] {
    guard let term = current else {
      throw fail("an authenticator or a kind is missing", at: terms[terms.count - 1])
    }
    position += 1
    if term.mark == "(" { return try nested(term) }
    guard let word = term.word else {
      throw fail("this is no authenticator and no kind", at: term)
    }
    switch word {
    case "any": return [Array(repeating: .all, count: try count(after: term))]
    case "knowledge": return try kind(.knowledge, term)
    case "possession": return try kind(.possession, term)
    case "inherence": return try kind([], term)
    default: return [[try authenticator(term)]]
    }
  }

  private mutating func nested(_ open: SettingTerm) throws(Malformed) -> [[Methods]] {
    guard depth < Self.maximumDepth else {
      throw fail("parentheses nest deeper than \(Self.maximumDepth)", at: open)
    }
    depth += 1
    let combinations = try either()
    depth -= 1
    guard let close = current, close.mark == ")" else {
      throw fail("this parenthesis is never closed", at: open)
    }
    position += 1
    return combinations
  }

  private mutating func count(after term: SettingTerm) throws(Malformed) -> Int {
    let most = policy.authenticators.count
    guard let number = current, let count = number.whole(in: 1...max(most, 1)) else {
      throw fail(
        "after `any` comes a number from 1 to \(most), for this org has \(most) authenticators",
        at: current ?? term)
    }
    position += 1
    return count
  }

  /// A kind of factor, which one of the org's authenticators must have.
  private mutating func kind(
    _ methods: Methods, _ term: SettingTerm
  ) throws(Malformed) -> [[Methods]] {
    let offered = policy.authenticators.reduce(into: Methods()) { $0.formUnion($1.methods) }
    guard offered.isDisjoint(with: methods) else { return [[methods.intersection(offered)]] }
    let word = term.word ?? ""
    if methods.isEmpty {
      reader.report(
        SettingProblem(
          .later, "no authenticator of the kind `\(word)` can be simulated yet", at: term.place))
      // A demand that nothing meets: the rule must not become weaker than it is written.
      return [[[]]]
    }
    throw fail("no authenticator of this org is of the kind `\(word)`", at: term)
  }

  private mutating func authenticator(_ term: SettingTerm) throws(Malformed) -> Methods {
    if Authenticator.later.contains((term.word ?? "").normalizedWord) {
      _ = reader.namedAuthenticator(term)
      skipMethods()
      return []
    }
    guard let word = term.word?.normalizedWord,
      Authenticator.allCases.contains(where: { $0.words.contains(word) })
    else {
      let authenticators = policy.authenticators.map(\.authenticator.rawValue)
      let words = authenticators + ["any", "knowledge", "possession", "inherence"]
      reader.report(
        SettingProblem(
          .unknown, "there is no authenticator and no kind `\(term.word ?? "")`", at: term.place,
          word: term.word, candidates: words))
      throw Malformed()
    }
    guard let authenticator = reader.authenticator(term, of: policy) else { throw Malformed() }
    let start = position
    skipMethods()
    guard
      let methods = reader.methods(
        terms[start..<position], of: authenticator, allowed: policy.methods(of: authenticator))
    else { throw Malformed() }
    return methods
  }

  /// Goes past `via`, a method and every `or` that a method follows.
  private mutating func skipMethods() {
    guard take("via") else { return }
    if current?.word != nil { position += 1 }
    while current?.word == "or", position + 1 < terms.count, let word = terms[position + 1].word,
      Method(word: word) != nil,
      !Authenticator.allCases.contains(where: { $0.rawValue == word })
    {
      position += 2
    }
  }

  // MARK: Terms

  private var current: SettingTerm? {
    position < terms.count ? terms[position] : nil
  }

  private mutating func take(_ word: String) -> Bool {
    guard current?.word == word else { return false }
    position += 1
    return true
  }

  private mutating func checked(_ combinations: [[Methods]]) throws(Malformed) -> [[Methods]] {
    guard combinations.count <= Self.maximumCombinations else {
      throw fail("this is more than \(Self.maximumCombinations) combinations", at: terms[0])
    }
    let most = policy.authenticators.count
    // Every demand takes another authenticator, so a longer combination can never be met.
    guard combinations.contains(where: { $0.count <= most }) else {
      throw fail("this asks for more authenticators than the org's \(most)", at: terms[0])
    }
    return combinations.filter { $0.count <= most }
  }

  private mutating func fail(_ message: String, at term: SettingTerm) -> Malformed {
    reader.report(
      SettingProblem(
        .value, message, at: term.place,
        help: "write it as \(Org.form("sign-on", "require"))"))
    return Malformed()
  }
}
