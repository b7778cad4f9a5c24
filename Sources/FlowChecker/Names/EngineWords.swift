public import FlowEngine
import FlowSyntax

/// An engine's vocabulary, prepared for fast look-ups.
///
/// This type is a class, because all checks of all scripts share it.
public final class EngineWords: Sendable {
  /// The vocabulary.
  public let vocabulary: EngineVocabulary
  private let steps: WordSet
  private let subjects: WordSet
  private let methods: WordSet
  private let oldWords: WordSet
  private let facts: WordSet
  private let plainFields: WordSet
  /// The last parts of the names of known fields, and the fields' aliases.
  private let fields: WordSet
  /// The words in `fields` as texts.
  let fieldWords: [String]
  /// The words after `start`.
  let intents: IntentTable
  /// The words after `meanwhile`.
  let events: IntentTable
  /// The index in the vocabulary of each parameter with known values.
  ///
  /// The key is the id of the name.
  private let parameters: NumberTable
  /// The raw `ValueType` of each known fact.
  ///
  /// The key is the id of the name.
  private let factTypes: NumberTable
  /// The facts that report errors as messages do.
  private let errorFacts: WordSet
  /// All possible values of the facts that have only certain values.
  ///
  /// The key is the id of the name.
  private let factValues: [WordID: [String]]
  /// The steps that each word can stand for, by the id of the word.
  ///
  /// The dictionary is empty for an engine whose steps can offer anything.
  private let stepsByWord: [WordID: [EngineVocabulary.KnownStep]]
  /// The names of the messages between apps, and `message`, which stands for the latest message.
  private let messages: WordSet
  /// The full names of the parts of messages that conditions can test.
  let messageFacts: [String]
  private let messageFactSet: WordSet
  /// All words for authenticators, accounts and other choices.
  let subjectWords: [String]
  /// All words that can follow `via`.
  let methodWords: [String]
  /// The names of the known steps, and the beginnings of these names that scripts can use.
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
      if let old = vocabulary.oldSpellings.oldWord(for: step.name) {
        let id = numbers.folded(old)
        steps.insert(id)
        if isLimited { byWord[id, default: []].append(step) }
      }
    }
    self.steps = steps
    stepsByWord = byWord
    subjectWords = vocabulary.subjects.flatMap(\.naming.words)
    methodWords = vocabulary.methods.flatMap(\.naming.words)
    methods = numbers.folded(methodWords)
    oldWords = numbers.folded(vocabulary.oldSpellings.words)
    subjects = numbers.folded(subjectWords + methodWords + vocabulary.oldSpellings.words)
    facts = numbers.exact(vocabulary.facts + vocabulary.knownFacts.map(\.name))
    plainFields = numbers.folded(vocabulary.plainFields)
    fieldWords = EngineWords.fieldWords(of: vocabulary)
    fields = numbers.folded(fieldWords)
    intents = IntentTable(vocabulary.intents, vocabulary.oldSpellings, &numbers)
    events = IntentTable(vocabulary.events, vocabulary.oldSpellings, &numbers)
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

  /// Returns the part of a field's name after its last dot.
  static func lastPart(_ name: String) -> String {
    String(name[(name.lastIndex(of: ".").map(name.index(after:)) ?? name.startIndex)...])
  }

  /// Returns the words for a step: its name, and each beginning of it that ends before a hyphen.
  private static func words(for step: EngineVocabulary.KnownStep) -> [String] {
    let name = step.name.utf8.map(WordHash.fold)
    let ends = name.indices.filter { name[$0] == UInt8(ascii: "-") } + [name.count]
    return ends.map { String(decoding: name[..<$0], as: UTF8.self) }
  }

  /// Whether the engine has steps that can offer only certain choices or fields.
  var isLimited: Bool { !stepsByWord.isEmpty }

  /// Returns the known steps that a word stands for, by the word's folded id; `nil` if there are
  /// none, or if the engine's steps can offer anything.
  func limitedSteps(_ word: WordID) -> [EngineVocabulary.KnownStep]? { stepsByWord[word] }

  /// Returns the parameter with known values, by the id of its name; `nil` if there is none.
  func parameter(_ name: WordID) -> EngineVocabulary.KnownParameter? {
    parameters.value(name).map { vocabulary.parameters[Int($0)] }
  }

  /// Returns the names of the facts about messages: `authrequest.state` for each part of each
  /// message, and `message.state` for the latest message.
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

  /// Whether a word is the name of a message, or `message` itself.
  ///
  /// The argument is the word's id.
  func isMessage(_ word: WordID) -> Bool { messages.contains(word) }

  /// Whether a name is a part of a message.
  ///
  /// The argument is the name's id.
  func knowsMessageFact(_ name: WordID) -> Bool { messageFactSet.contains(name) }

  /// Whether a word is a known step, the beginning of a known step, or `any`.
  ///
  /// The argument is the word's folded id.
  func knowsStep(_ word: WordID) -> Bool {
    vocabulary.steps.isEmpty || steps.contains(word)
  }

  /// Whether a word is a known subject or choice.
  ///
  /// The argument is the word's folded id.
  func knowsSubject(_ word: WordID) -> Bool {
    vocabulary.subjects.isEmpty || subjects.contains(word)
  }

  /// Whether a word is a known method.
  ///
  /// The argument is the word's folded id.
  func knowsMethod(_ word: WordID) -> Bool {
    vocabulary.methods.isEmpty || methods.contains(word)
  }

  /// Whether a word, by its folded number, is an old spelling of another.
  func isOld(_ word: WordID) -> Bool { oldWords.contains(word) }

  /// Whether a field or a parameter, by the folded number of its last part, is known not to be a
  /// secret.
  func isPlain(_ field: WordID) -> Bool { plainFields.contains(field) }

  /// Whether a field is known.
  ///
  /// The argument is the folded id of the last part of the field's name.
  func knowsField(_ field: WordID) -> Bool { fields.contains(field) }

  /// Whether conditions can test facts that begin with a word.
  ///
  /// The argument is the word's id.
  func knowsFact(_ word: WordID) -> Bool {
    vocabulary.facts.isEmpty || facts.contains(word)
  }

  /// Returns the type of a fact by the id of its name; `nil` if the type is unknown.
  func factType(_ name: WordID) -> ValueType? {
    factTypes.value(name).flatMap { ValueType(rawValue: $0) }
  }

  /// Whether a fact, by the number of its full name, reports errors like a message.
  func reportsErrors(_ name: WordID) -> Bool { errorFacts.contains(name) }

  /// All possible values of a fact, by the number of its full name; `nil` if the set is open.
  func factValues(_ name: WordID) -> [String]? { factValues[name] }

  /// Returns the names of the known steps and the beginnings that scripts can use, without
  /// duplicates.
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
