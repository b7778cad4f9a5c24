public import FlowEngine
import FlowSyntax

/// A vocabulary that is prepared for look-ups.
///
/// A class, because every check of every script shares it.
public final class EngineWords: Sendable {
  /// The vocabulary.
  public let vocabulary: EngineVocabulary
  private let steps: WordSet
  private let subjects: WordSet
  private let methods: WordSet
  private let facts: WordSet
  private let plainFields: WordSet
  /// The last parts of the fields that the engine is known to ask for, and of other words for them.
  private let fields: WordSet
  /// The same as they are written.
  let fieldWords: [String]
  /// The kinds of `start`.
  let intents: IntentTable
  /// The events outside of a run.
  let events: IntentTable
  /// The numbers of the parameters with restricted values, by the numbers of their names.
  private let parameters: NumberTable
  /// The raw values of the types of the known facts, by the numbers of their names.
  private let factTypes: NumberTable
  /// The facts that report errors like messages.
  private let errorFacts: WordSet
  /// All possible values of the facts with a closed set of values, by the numbers of their names.
  private let factValues: [WordID: [String]]
  /// The steps by the numbers of their words, if a step can offer only few things.
  ///
  /// It is empty for an engine whose steps may offer anything.
  private let stepsByWord: [WordID: [EngineVocabulary.KnownStep]]
  /// The names of messages, and `message` for the latest one.
  private let messages: WordSet
  /// Every part of a message that conditions may test, by its full name.
  let messageFacts: [String]
  private let messageFactSet: WordSet
  /// Every word for an authenticator, an account or another choice.
  let subjectWords: [String]
  /// Every word after `via`.
  let methodWords: [String]
  /// The known steps and their prefixes, as scripts may write them.
  let stepWords: [String]

  /// Prepares a vocabulary.
  init(_ vocabulary: EngineVocabulary, _ numbers: inout WordNumbers) {
    self.vocabulary = vocabulary
    var steps = WordSet()
    steps.insert(numbers.folded("any"))
    var byWord: [WordID: [EngineVocabulary.KnownStep]] = [:]
    let isLimited = vocabulary.steps.contains { $0.isClosed || !$0.choices.isEmpty }
    for step in vocabulary.steps {
      for word in EngineWords.words(for: step) {
        let id = numbers.exact(word)
        steps.insert(id)
        if isLimited { byWord[id, default: []].append(step) }
      }
    }
    self.steps = steps
    stepsByWord = byWord
    subjectWords = vocabulary.subjects.flatMap(\.naming.words)
    methodWords = vocabulary.methods.flatMap(\.naming.words)
    methods = numbers.folded(methodWords)
    subjects = numbers.folded(subjectWords + methodWords)
    facts = numbers.exact(vocabulary.facts + vocabulary.knownFacts.map(\.name))
    plainFields = numbers.folded(vocabulary.plainFields)
    fieldWords = EngineWords.fieldWords(of: vocabulary)
    fields = numbers.folded(fieldWords)
    intents = IntentTable(vocabulary.intents, &numbers)
    events = IntentTable(vocabulary.events, &numbers)
    var parameters = NumberTable()
    for (number, parameter) in vocabulary.parameters.enumerated() {
      parameters.insert(numbers.exact(parameter.name), .none, Int32(truncatingIfNeeded: number))
    }
    self.parameters = parameters
    var types = NumberTable()
    for fact in vocabulary.knownFacts {
      types.insert(numbers.exact(fact.name), .none, ValueType(fact.kind).rawValue)
    }
    factTypes = types
    errorFacts = numbers.exact(vocabulary.knownFacts.filter(\.reportsErrors).map(\.name))
    let closed = vocabulary.knownFacts.filter { !$0.values.isEmpty }
    var values: [WordID: [String]] = [:]
    for fact in closed where values[numbers.exact(fact.name)] == nil {
      values[numbers.exact(fact.name)] = fact.values
    }
    factValues = values
    let names = vocabulary.messages.map(\.name)
    messages = numbers.exact(names.isEmpty ? [] : names + ["message"])
    messageFacts = EngineWords.facts(of: vocabulary.messages)
    messageFactSet = numbers.exact(messageFacts)
    stepWords = EngineWords.stepWords(of: vocabulary)
  }

  private static func fieldWords(of vocabulary: EngineVocabulary) -> [String] {
    let all =
      vocabulary.plainFields + vocabulary.flags + vocabulary.steps.flatMap(\.fields)
      + vocabulary.fieldAliases.flatMap { [$0.key] + $0.value }
    return Set(all.map(lastPart)).sorted()
  }

  /// The part of a field's name after its last dot, as it is written.
  static func lastPart(_ name: String) -> String {
    String(name[(name.lastIndex(of: ".").map(name.index(after:)) ?? name.startIndex)...])
  }

  /// The words for a step: its name, and every prefix that ends at a hyphen.
  private static func words(for step: EngineVocabulary.KnownStep) -> [String] {
    let name = step.name.utf8.map(WordHash.fold)
    let ends = name.indices.filter { name[$0] == UInt8(ascii: "-") } + [name.count]
    return ends.map { String(decoding: name[..<$0], as: UTF8.self) }
  }

  /// Whether the engine has steps that can offer only few things.
  var isLimited: Bool { !stepsByWord.isEmpty }

  /// The steps with restricted offers that match a word, by its folded number; `nil` if there
  /// aren't any.
  func limitedSteps(_ word: WordID) -> [EngineVocabulary.KnownStep]? { stepsByWord[word] }

  /// The parameter with restricted values, by the number of its name.
  func parameter(_ name: WordID) -> EngineVocabulary.KnownParameter? {
    parameters.value(name).map { vocabulary.parameters[Int($0)] }
  }

  /// The facts of messages: `authrequest.state` for each part of each message, and `message.state`
  /// for the latest one.
  private static func facts(of messages: [EngineVocabulary.Intent]) -> [String] {
    guard !messages.isEmpty else { return [] }
    var facts: [String] = []
    var parts = ["command", "from", "to"]
    for message in messages {
      for part in message.parameters {
        facts.append("\(message.name).\(part)")
        if !parts.contains(part) { parts.append(part) }
      }
    }
    return facts + parts.map { "message.\($0)" }
  }

  /// Whether a word, by its number, is the name of a message, or `message` itself.
  func isMessage(_ word: WordID) -> Bool { messages.contains(word) }

  /// Whether a name, by its number, names a part of a message.
  func knowsMessageFact(_ name: WordID) -> Bool { messageFactSet.contains(name) }

  /// Whether a word, by its folded number, is a known step, a prefix of one, or `any`.
  func knowsStep(_ word: WordID) -> Bool {
    vocabulary.steps.isEmpty || steps.contains(word)
  }

  /// Whether a word, by its folded number, is known as a subject or a choice.
  func knowsSubject(_ word: WordID) -> Bool {
    vocabulary.subjects.isEmpty || subjects.contains(word)
  }

  /// Whether a word, by its folded number, is known as a method.
  func knowsMethod(_ word: WordID) -> Bool {
    vocabulary.methods.isEmpty || methods.contains(word)
  }

  /// Whether a field or a parameter, by the folded number of its last part, is known not to be a
  /// secret.
  func isPlain(_ field: WordID) -> Bool { plainFields.contains(field) }

  /// Whether a field, by the folded number of its last part, is one that the engine asks for.
  func knowsField(_ field: WordID) -> Bool { fields.contains(field) }

  /// Whether conditions may test facts whose names begin with a word, by its number.
  func knowsFact(_ word: WordID) -> Bool {
    vocabulary.facts.isEmpty || facts.contains(word)
  }

  /// The type of a fact, by the number of its full name, if it is known.
  func factType(_ name: WordID) -> ValueType? {
    factTypes.value(name).flatMap { ValueType(rawValue: $0) }
  }

  /// Whether a fact, by the number of its full name, reports errors like a message.
  func reportsErrors(_ name: WordID) -> Bool { errorFacts.contains(name) }

  /// All possible values of a fact, by the number of its full name; `nil` if the set is open.
  func factValues(_ name: WordID) -> [String]? { factValues[name] }

  /// Every known step and each of its prefixes, without duplicates.
  private static func stepWords(of vocabulary: EngineVocabulary) -> [String] {
    var words: [String] = []
    var seen: Set<String> = []
    for step in vocabulary.steps {
      if seen.insert(step.name).inserted { words.append(step.name) }
      var end = step.name.utf8.startIndex
      while let hyphen = step.name.utf8[end...].firstIndex(of: UInt8(ascii: "-")) {
        let word = String(step.name[..<hyphen])
        if seen.insert(word).inserted { words.append(word) }
        end = step.name.utf8.index(after: hyphen)
      }
    }
    return words
  }
}
