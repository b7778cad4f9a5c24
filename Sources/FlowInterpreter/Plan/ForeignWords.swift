public import FlowEngine

/// The words that other engines have and a flow's engine doesn't.
///
/// A rule that needs one of these words can't apply in the flow, so the values that it needs aren't
/// required before the first request.
///
/// Words that no engine lists aren't included, because an engine may offer unlisted steps and
/// fields. If a word is wrongly included, the value is still required when a rule uses it.
public struct ForeignWords: Sendable {
  let steps: Set<String>
  let subjects: Set<String>
  let fields: Set<String>
  /// The names of facts, and the first parts of such names (`token`).
  let facts: Set<String>

  /// An empty set of words, with which every rule may apply.
  public static let none = ForeignWords()

  private init() {
    steps = []
    subjects = []
    fields = []
    facts = []
  }

  /// Collects the words of the other engines that the flow's engine doesn't have.
  ///
  /// - Parameters:
  ///   - own: The words of the flow's engine, and of each engine that can do a part of the flow.
  ///   - others: The words of the other engines.
  ///   - users: The names of the engines that use this engine for a part of their flows. These
  ///     engines use the same names of fields.
  public init(
    of own: EngineVocabulary, among others: [EngineVocabulary], usedBy users: Set<String> = []
  ) {
    steps = ForeignWords.difference(own, others, ForeignWords.steps)
    subjects = ForeignWords.difference(own, others, ForeignWords.subjects)
    facts = ForeignWords.difference(own, others, ForeignWords.facts)
    let names = ForeignWords.fields(own)
    let aliases = ForeignWords.aliases(own).subtracting(names)
    var fields: Set<String> = []
    for other in others {
      let proper = ForeignWords.fields(other)
      fields.formUnion(proper.union(ForeignWords.aliases(other)).subtracting(aliases))
      // Another engine's own name of a field, such as `pin`, may be an alias here.
      if !users.contains(other.engine) { fields.formUnion(proper.intersection(aliases)) }
    }
    self.fields = fields.subtracting(names)
  }

  private static func difference(
    _ own: EngineVocabulary, _ others: [EngineVocabulary],
    _ words: (EngineVocabulary) -> Set<String>
  ) -> Set<String> {
    var found: Set<String> = []
    for other in others { found.formUnion(words(other)) }
    return found.subtracting(words(own))
  }

  private static func steps(_ words: EngineVocabulary) -> Set<String> {
    Set(words.steps.flatMap { [$0.name] + $0.prefixes }.map(Naming.normalized))
      .union(words.oldSpellings.words)
  }

  private static func subjects(_ words: EngineVocabulary) -> Set<String> {
    let known = words.subjects + words.methods
    return Set(known.flatMap { $0.naming.words + [$0.key] }.map(Naming.normalized))
      .union(words.oldSpellings.words)
  }

  private static func fields(_ words: EngineVocabulary) -> Set<String> {
    Set(words.steps.flatMap(\.fields).map(lastPart))
  }

  private static func aliases(_ words: EngineVocabulary) -> Set<String> {
    Set(words.fieldAliases.values.flatMap(\.self).map(lastPart))
  }

  private static func facts(_ words: EngineVocabulary) -> Set<String> {
    Set(words.facts + words.knownFacts.map(\.name))
  }

  private static func lastPart(_ name: String) -> String {
    Naming.normalized(name.split(separator: ".").last.map(String.init) ?? name)
  }
}

extension ForeignWords {
  /// Whether a rule can't apply, because no pattern can fit, the condition can't hold, or the first
  /// action isn't possible.
  func exclude(_ rule: PlannedRule) -> Bool {
    if !rule.patterns.isEmpty, rule.patterns.allSatisfy(exclude) { return true }
    if let condition = rule.condition, exclude(condition) { return true }
    guard case .choose(let options)? = rule.actions.first?.kind else { return false }
    return options.allSatisfy { exclude($0.name) }
  }

  /// Whether only other engines ask for a field of this name.
  func exclude(field: Word) -> Bool { fields.contains(ForeignWords.lastPart(field.text)) }

  private func exclude(_ pattern: PlannedPattern) -> Bool {
    if let step = pattern.step, steps.contains(step.text) { return true }
    return pattern.subject.map(exclude) ?? false
  }

  private func exclude(_ label: PlannedLabel) -> Bool {
    // A quoted name may be the name of an account.
    label.made == nil && label.words.quoted == nil && subjects.contains(label.words.word.text)
  }

  private func exclude(_ condition: PlannedCondition) -> Bool {
    switch condition {
    case .or(let parts): parts.allSatisfy(exclude)
    case .and(let parts): parts.contains(where: exclude)
    case .not: false
    case .test(let test):
      switch test.subject {
      case .fact(let name): exclude(fact: name)
      case .offers(let option): exclude(option.name)
      default: false
      }
    }
  }

  /// Whether only other engines have a fact of this name.
  func exclude(fact name: String) -> Bool {
    if facts.contains(name) { return true }
    return name.split(separator: ".").first.map { facts.contains(String($0)) } ?? false
  }
}
