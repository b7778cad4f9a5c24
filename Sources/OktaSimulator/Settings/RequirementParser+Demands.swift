import FlowEngine
import SimulatorKit

// Kinds and authenticators, what they have to be, and what is excluded.
extension RequirementParser {
  /// The best that the org's authenticators can do.
  var offered: Evidence {
    var evidence = Evidence()
    for (method, set) in Methods.each where methods.contains(set) {
      evidence.insert(
        Verification(method: method, traits: method.traits.union(method.conditionalTraits)))
    }
    return evidence
  }

  private var methods: Methods {
    policy.authenticators.reduce(into: Methods()) { $0.formUnion($1.methods) }
  }

  /// A kind or an authenticator, and what it has to be.
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
      // What comes later is reported already, and nothing meets it.
      guard !methods.isEmpty else { return Combination(demands: [Demand(methods: [])]) }
      return Combination(demands: [try checked(Demand(methods: methods, traits: traits), term)])
    }
  }

  /// A kind of factor, which one of the org's authenticators must have.
  private mutating func kind(
    _ kind: Methods, _ traits: Traits, _ term: SettingTerm
  ) throws(SettingProblem) -> Demand {
    try checked(Demand(methods: kind.intersection(methods), traits: traits), term)
  }

  /// A demand, where one of the org's authenticators can meet it.
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
      let authenticators = policy.authenticators.map(\.authenticator.rawValue)
      let words =
        authenticators + ["any", "knowledge", "possession", "inherence"]
        + Traits.adjectives.map(\.word)
      throw SettingProblem(
        .unknown, "unknown authenticator or kind `\(term.word ?? "")`", at: term.place,
        word: term.word, candidates: words)
    }
    let authenticator = try Authenticator(term, of: policy)
    let start = position
    skipMethods()
    return try Methods(
      terms[start..<position], of: authenticator, allowed: policy.methods(of: authenticator))
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

  /// The list after `without`.
  mutating func excluded() throws(SettingProblem) -> Methods {
    var methods = Methods()
    repeat {
      guard let term = current, term.word != nil else {
        throw fail(
          "after `without` come authenticators", at: current ?? terms[terms.count - 1])
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
