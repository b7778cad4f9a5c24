import FlowEngine
import SimulatorKit

/// Parses the requirement of a sign-on rule.
///
/// ```
/// either = all {"or" all} ["without" excluded {"," excluded}]
/// all    = one ({"and" one} | {"then" one})
/// one    = "(" either ")" | "any" N | N "factors" ["with" either] | {adjective} what
/// what   = kind | authenticator ["via" method {"or" method}]
/// ```
///
/// `and` binds tighter than `or`. The result is a list of alternative combinations, so an `or`
/// inside an `and` is expanded.
struct RequirementParser {
  private let line: SettingLine
  let policy: OrgPolicy
  let terms: [SettingTerm]
  var position = 0
  private var depth = 0
  /// Whether the requirement mixes `and` and `or` without parentheses.
  private var isMixed = false
  /// Whether the current level of parentheses contains an `and` or a `then`.
  private var hasAnd = false
  var reader: SettingReader { line.reader }

  /// The maximum nesting depth of parentheses, because each level uses a stack frame.
  static let maximumDepth = 32
  /// The maximum number of combinations, because each `and` multiplies them.
  static let maximumCombinations = 256
  /// The maximum number of chains, and of steps in a chain, as in the real engine.
  static let maximumChains = (chains: 5, steps: 3)

  /// Parses the value of a `require` setting.
  ///
  /// - Parameters:
  ///   - line: The setting.
  ///   - count: The number of terms before the requirement.
  ///   - policy: The policies of the org, including the authenticators.
  ///   - noteMixed: Called if the requirement mixes `and` and `or` without parentheses.
  /// - Returns: The requirement; `nil` if it isn't valid.
  static func parse(
    _ line: SettingLine, after count: Int = 0, policy: OrgPolicy, noteMixed: () -> Void
  ) -> Requirement? {
    let terms = Array(line.values.joinedByCommas.dropFirst(count))
    guard !terms.isEmpty else {
      line.malformed()
      return nil
    }
    // Commas become terms, because only `without` accepts a list. Other commas are reported later.
    var parser = RequirementParser(line, policy: policy, terms: terms)
    let requirement = line.reader.value { () throws(SettingProblem) in
      Requirement(combinations: try parser.whole())
    }
    if parser.isMixed { noteMixed() }
    return requirement
  }

  private init(_ line: SettingLine, policy: OrgPolicy, terms: [SettingTerm]) {
    self.line = line
    self.policy = policy
    self.terms = terms
  }

  private mutating func whole() throws(SettingProblem) -> [Combination] {
    let before = reader.problems.count
    let combinations = try either()
    if let extra = current {
      throw fail("expected `and` or `or` between two demands", at: extra, allowing: joints)
    }
    let chains = combinations.count { !$0.chain.isEmpty }
    guard chains <= Self.maximumChains.chains else {
      throw fail("this is more than \(Self.maximumChains.chains) chains", at: terms[0])
    }
    guard reader.problems.count == before else { return combinations }
    let reachable = combinations.filter { $0.isReachable(Evidence(), offered, all: offered) }
    guard !reachable.isEmpty else {
      throw fail("the authenticators of this org can never meet this", at: terms[0])
    }
    return reachable
  }

  private mutating func either() throws(SettingProblem) -> [Combination] {
    let outside = hasAnd
    hasAnd = false
    defer { hasAnd = outside }
    var combinations = try all()
    var hasOr = false
    while take("or") {
      hasOr = true
      combinations += try all()
    }
    if hasOr, hasAnd { isMixed = true }
    if take("without") {
      let excluded = try excluded()
      combinations = combinations.map { $0.without(excluded) }
    }
    return try checked(combinations)
  }

  private mutating func all() throws(SettingProblem) -> [Combination] {
    let start = current ?? terms[terms.count - 1]
    var combinations = try one()
    if current?.word == "then" { return try chain(combinations, start) }
    while take("and") {
      hasAnd = true
      let next = current
      let more = try one()
      guard combinations.count * more.count <= Self.maximumCombinations else {
        throw fail("this is more than \(Self.maximumCombinations) combinations", at: terms[0])
      }
      guard (combinations + more).allSatisfy({ $0.chain.isEmpty }) else {
        throw fail("a chain can't be joined by `and`", at: next ?? start)
      }
      combinations = combinations.flatMap { left in more.map { left.and($0) } }
    }
    return try checked(combinations)
  }

  /// Parses a chain, whose steps must be verified in order: `password then (email or phone)`.
  private mutating func chain(
    _ first: [Combination], _ start: SettingTerm
  ) throws(SettingProblem) -> [Combination] {
    var steps = [try step(first, start)]
    while take("then") {
      hasAnd = true
      let term = current ?? start
      steps.append(try step(try one(), term))
      guard steps.count <= Self.maximumChains.steps else {
        throw fail("a chain has at most \(Self.maximumChains.steps) steps", at: term)
      }
    }
    return [Combination(chain: steps)]
  }

  private mutating func step(
    _ combinations: [Combination], _ term: SettingTerm
  ) throws(SettingProblem) -> [Demand] {
    var demands: [Demand] = []
    for combination in combinations {
      guard combination.size == 1, combination.factors == 0, combination.chain.isEmpty else {
        throw fail("a step of a chain is one authenticator, or several joined by `or`", at: term)
      }
      demands += combination.demands + combination.shared
    }
    return demands
  }

  private mutating func one() throws(SettingProblem) -> [Combination] {
    guard let term = current else {
      throw fail("an authenticator or a kind is missing", at: terms[terms.count - 1])
    }
    position += 1
    if term.mark == "(" { return try nested(term) }
    if case .number = term.kind { return try factors(term) }
    guard let word = term.word else {
      throw fail("expected an authenticator or a kind", at: term)
    }
    if word == "any" {
      return [Combination(Array(repeating: .all, count: try count(after: term)))]
    }
    guard let adjective = Traits.adjectives.first(where: { $0.word == word }) else {
      return [try what(term, [])]
    }
    var traits = adjective.traits
    while let next = Traits.adjectives.first(where: { $0.word == current?.word }) {
      traits.formUnion(next.traits)
      position += 1
    }
    guard let next = current, next.word != nil else {
      throw fail(
        "after `\(terms[position - 1].word ?? word)` comes an authenticator or a kind", at: term)
    }
    position += 1
    return [try what(next, traits)]
  }

  private mutating func nested(_ open: SettingTerm) throws(SettingProblem) -> [Combination] {
    guard depth < Self.maximumDepth else {
      throw fail("parentheses nest deeper than \(Self.maximumDepth)", at: open)
    }
    depth += 1
    let combinations = try either()
    depth -= 1
    guard let close = current else { throw fail("this parenthesis is never closed", at: open) }
    guard close.mark == ")" else {
      throw fail("expected `and`, `or` or `)`", at: close, allowing: joints)
    }
    position += 1
    return combinations
  }

  /// Parses `2 factors [with …]`: the number of kinds of factors, and demands on these factors.
  private mutating func factors(_ term: SettingTerm) throws(SettingProblem) -> [Combination] {
    let rule = "a number is `1 factor` or `2 factors`"
    guard let count = term.whole(in: 1...2) else { throw fail(rule, at: term) }
    guard let word = current?.word, word == "factor" || word == "factors" else {
      throw fail(rule, at: current ?? term, allowing: [count == 1 ? "factor" : "factors"])
    }
    position += 1
    let factors = Combination(factors: count)
    guard let with = current, take("with") else { return [factors] }
    var constraints = try all()
    while take("or") { constraints += try all() }
    guard constraints.allSatisfy({ $0.chain.isEmpty }) else {
      throw fail("a chain can't be used after `with`", at: with)
    }
    return constraints.map { factors.and($0) }
  }

  private mutating func count(after term: SettingTerm) throws(SettingProblem) -> Int {
    let most = policy.authenticators.count
    guard let number = current, let count = number.whole(in: 1...max(most, 1)) else {
      throw fail(
        "after `any` comes a number from 1 to \(most), because this org has \(most) authenticators",
        at: current ?? term, allowing: (1...max(most, 1)).map(String.init))
    }
    position += 1
    return count
  }

  // MARK: Terms

  var current: SettingTerm? {
    position < terms.count ? terms[position] : nil
  }

  mutating func take(_ word: String) -> Bool {
    guard current?.word == word else { return false }
    position += 1
    return true
  }

  private mutating func checked(
    _ combinations: [Combination]
  ) throws(SettingProblem) -> [Combination] {
    guard combinations.count <= Self.maximumCombinations else {
      throw fail("this is more than \(Self.maximumCombinations) combinations", at: terms[0])
    }
    let most = policy.authenticators.count
    // Each demand needs a different authenticator. So a combination with more demands than
    // authenticators can't be met.
    guard combinations.contains(where: { $0.demands.count <= most }) else {
      throw fail("this asks for more authenticators than the org's \(most)", at: terms[0])
    }
    return combinations.filter { $0.demands.count <= most }
  }

  /// Makes a problem.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - term: The term that has the problem.
  ///   - words: The words that are possible instead.
  /// - Returns: The problem.
  func fail(
    _ message: String, at term: SettingTerm, allowing words: [String] = []
  ) -> SettingProblem {
    var problem = SettingProblem(
      .value, message, at: term.place, help: "write it as \(line.form)")
    problem.syntax = words
    return problem
  }

  /// Every verification that the org's authenticators allow, with all possible traits.
  var offered: Evidence {
    var evidence = Evidence()
    for (method, set) in Methods.each where methods.contains(set) {
      evidence.insert(
        Verification(method: method, traits: method.traits.union(method.conditionalTraits)))
    }
    return evidence
  }

  private var methods: Methods {
    policy.authenticators.filter { $0.purpose.contains(.signIn) }
      .reduce(into: Methods()) { $0.formUnion($1.methods) }
  }

  /// Parses a kind of factor or an authenticator, which must have some traits.
  mutating func what(_ term: SettingTerm, _ traits: Traits) throws(SettingProblem) -> Combination {
    switch term.word {
    case "knowledge":
      return Combination(demands: [try kind(.knowledge, traits, term)])
    case "possession":
      return Combination(demands: [try kind(.possession, traits, term)])
    case "inherence":
      return Combination(shared: [try kind(.possession, traits.union(.biometrics), term)])
    default:
      let methods = try authenticator(term)
      // An authenticator that can't be simulated has already been reported. No verification meets a
      // demand without methods.
      guard !methods.isEmpty else { return Combination(demands: [Demand(methods: [])]) }
      return Combination(demands: [try checked(Demand(methods: methods, traits: traits), term)])
    }
  }

  /// Returns a demand for a kind of factor.
  ///
  /// Throws a problem if no authenticator of the org can meet the demand.
  private mutating func kind(
    _ kind: Methods, _ traits: Traits, _ term: SettingTerm
  ) throws(SettingProblem) -> Demand {
    try checked(Demand(methods: kind.intersection(methods), traits: traits), term)
  }

  /// Returns a demand.
  ///
  /// Throws a problem if no authenticator of the org can meet the demand.
  private mutating func checked(
    _ demand: Demand, _ term: SettingTerm
  ) throws(SettingProblem) -> Demand {
    guard !offered.verifications.contains(where: { demand.isMet(by: $0) }) else { return demand }
    let word = term.word ?? ""
    let words = Traits.adjectives.filter { demand.traits.isSuperset(of: $0.traits) }.map(\.word)
    let isKind = ["knowledge", "possession", "inherence"].contains(word)
    guard isKind, words.isEmpty || word == "inherence" else {
      throw fail(
        "no `\(word)` of this org is \(words.map { "`\($0)`" }.joined(separator: " and "))",
        at: term)
    }
    throw fail("no authenticator of this org is of the kind `\(word)`", at: term)
  }

  private mutating func authenticator(_ term: SettingTerm) throws(SettingProblem) -> Methods {
    if Authenticator.later.contains((term.word ?? "").normalizedWord) {
      _ = reader.namedAuthenticator(term)
      skipMethods()
      return []
    }
    guard let word = term.word?.normalizedWord,
      Authenticator.allCases.contains(where: { $0.words.contains(word) })
    else {
      throw unknown(term)
    }
    let authenticator = try Authenticator(term, of: policy)
    let start = position
    skipMethods()
    return try Methods(
      terms[start..<position], of: authenticator, allowed: policy.methods(of: authenticator))
  }

  /// Skips `via`, its first method, and every further `or` that is followed by a method.
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

  /// Parses the list after `without`, and returns the methods in it.
  mutating func excluded() throws(SettingProblem) -> Methods {
    var methods = Methods()
    repeat {
      guard let term = current, term.word != nil else {
        throw fail(
          "expected authenticators after `without`", at: current ?? terms[terms.count - 1])
      }
      position += 1
      methods.formUnion(try authenticator(term))
    } while takeComma()
    return methods
  }

  private mutating func takeComma() -> Bool {
    guard current?.mark == "," else { return false }
    position += 1
    return true
  }
}

extension [[SettingTerm]] {
  /// The terms of a list in one array, with a comma between the elements.
  var joinedByCommas: [SettingTerm] {
    var terms: [SettingTerm] = []
    for (index, part) in enumerated() {
      if index > 0, let first = part.first {
        terms.append(SettingTerm(.mark(","), place: first.place))
      }
      terms += part
    }
    return terms
  }
}
