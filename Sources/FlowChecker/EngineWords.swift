public import FlowEngine
import FlowSyntax

/// A vocabulary made ready for looking words up; shared, for a check hands it about with every word,
/// and it serves every script.
public final class EngineWords: Sendable {
  /// The vocabulary.
  public let vocabulary: EngineVocabulary
  private let steps: WordSet
  private let subjects: WordSet
  private let methods: WordSet
  private let facts: WordSet
  private let plainFields: WordSet
  /// What `start` may ask for.
  let intents: IntentTable
  /// What may happen outside of a run.
  let events: IntentTable
  /// The numbers of the parameters that are held to something, by the hashes of their names.
  private let parameters: HashTable
  /// The raw values of the types of the known facts, by the hashes of their names.
  private let factTypes: HashTable
  /// All that those facts can be whose values are closed, by the hashes of their names.
  private let factValues: [UInt64: [String]]
  /// The steps by the hashes of the words that mean them, where a step can offer few things alone;
  /// empty for an engine whose steps may offer anything.
  private let stepsByWord: [UInt64: [EngineVocabulary.KnownStep]]
  /// The names of messages, and `message` for the latest of them.
  private let messages: WordSet
  /// Every part of a message that conditions may ask for, by its whole name.
  let messageFacts: [String]
  private let messageFactSet: WordSet
  /// Every word for an authenticator, an account or another choice.
  let subjectWords: [String]
  /// Every word after `via`.
  let methodWords: [String]
  /// The known steps and their beginnings, as scripts may write them.
  let stepWords: [String]

  /// Makes a vocabulary ready.
  public init(_ vocabulary: EngineVocabulary) {
    self.vocabulary = vocabulary
    var steps = WordSet()
    steps.insert(WordHash.folded("any"))
    var byWord: [UInt64: [EngineVocabulary.KnownStep]] = [:]
    let isLimited = vocabulary.steps.contains { $0.isClosed || !$0.choices.isEmpty }
    for step in vocabulary.steps {
      for word in EngineWords.words(for: step) {
        steps.insert(word)
        if isLimited { byWord[word, default: []].append(step) }
      }
    }
    self.steps = steps
    stepsByWord = byWord
    subjectWords = vocabulary.subjects.flatMap(\.naming.words)
    methodWords = vocabulary.methods.flatMap(\.naming.words)
    methods = WordSet(methodWords.map { WordHash.folded($0) })
    subjects = WordSet((subjectWords + methodWords).map { WordHash.folded($0) })
    facts = WordSet(
      (vocabulary.facts + vocabulary.knownFacts.map(\.name)).map { WordHash.exact($0) })
    plainFields = WordSet(vocabulary.plainFields.map { WordHash.folded($0) })
    intents = IntentTable(vocabulary.intents)
    events = IntentTable(vocabulary.events)
    var parameters = HashTable()
    for (number, parameter) in vocabulary.parameters.enumerated() {
      parameters.insert(WordHash.exact(parameter.name), Int32(truncatingIfNeeded: number))
    }
    self.parameters = parameters
    var types = HashTable()
    for fact in vocabulary.knownFacts {
      types.insert(WordHash.exact(fact.name), ValueType(fact.kind).rawValue)
    }
    factTypes = types
    let closed = vocabulary.knownFacts.filter { !$0.values.isEmpty }
    factValues = Dictionary(
      closed.map { (WordHash.exact($0.name), $0.values) }, uniquingKeysWith: { first, _ in first })
    let names = vocabulary.messages.map(\.name)
    messages = WordSet((names.isEmpty ? [] : names + ["message"]).map { WordHash.exact($0) })
    messageFacts = EngineWords.facts(of: vocabulary.messages)
    messageFactSet = WordSet(messageFacts.map { WordHash.exact($0) })
    stepWords = EngineWords.stepWords(of: vocabulary)
  }

  /// The folded hashes of the words that mean a step: a script's word matches one when it is its name,
  /// or a beginning of it that ends at a hyphen.
  private static func words(for step: EngineVocabulary.KnownStep) -> [UInt64] {
    var words: [UInt64] = []
    var hash = WordHash()
    for byte in step.name.utf8 {
      let byte = WordHash.fold(byte)
      if byte == UInt8(ascii: "-") { words.append(hash.value) }
      hash.add(byte)
    }
    return words + [hash.value]
  }

  /// Whether the engine has steps that can offer few things alone.
  var isLimited: Bool { !stepsByWord.isEmpty }

  /// The steps that a word, by its folded hash, means, where the engine has steps that can offer few
  /// things alone; `nil` for a word that means none.
  func limitedSteps(_ word: UInt64) -> [EngineVocabulary.KnownStep]? { stepsByWord[word] }

  /// The parameter of a name, by its hash, where its values are held to something.
  func parameter(_ name: UInt64) -> EngineVocabulary.KnownParameter? {
    parameters.value(name).map { vocabulary.parameters[Int($0)] }
  }

  /// `authrequest.state` for each part of each message, and `message.state` for the latest one.
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

  /// Whether a word, by its hash, is the name of a message, or means the latest one.
  func isMessage(_ word: UInt64) -> Bool { messages.contains(word) }

  /// Whether a name, by its hash, is that of a part that a message can have.
  func knowsMessageFact(_ name: UInt64) -> Bool { messageFactSet.contains(name) }

  /// Whether a word, by its folded hash, is a known step or a beginning of one; `any` is.
  func knowsStep(_ word: UInt64) -> Bool {
    vocabulary.steps.isEmpty || steps.contains(word)
  }

  /// Whether a word, by its folded hash, is known as a subject or a choice.
  func knowsSubject(_ word: UInt64) -> Bool {
    vocabulary.subjects.isEmpty || subjects.contains(word)
  }

  /// Whether a word, by its folded hash, is known as a method.
  func knowsMethod(_ word: UInt64) -> Bool {
    vocabulary.methods.isEmpty || methods.contains(word)
  }

  /// Whether a field or a parameter, by the folded hash of its last part, is known to be no secret.
  func isPlain(_ field: UInt64) -> Bool { plainFields.contains(field) }

  /// Whether conditions may ask for facts whose names begin with a word, by its hash.
  func knowsFact(_ word: UInt64) -> Bool {
    vocabulary.facts.isEmpty || facts.contains(word)
  }

  /// The type of a fact whose kind is known, by the hash of its whole name.
  func factType(_ name: UInt64) -> ValueType? {
    factTypes.value(name).flatMap { ValueType(rawValue: $0) }
  }

  /// All that a fact can be, by the hash of its whole name; `nil` where that is open.
  func factValues(_ name: UInt64) -> [String]? { factValues[name] }
}
