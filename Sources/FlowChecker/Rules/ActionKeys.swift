import FlowDiagnostics
import FlowSyntax

/// The numbers of a rule's first action: what it makes possible, and what would make it needless.
struct ActionKeys {
  /// Under each of these the rule answers always when a rule with that need would.
  private(set) var covers = KeyList()
  /// The rule is needless when one of these is covered.
  private(set) var needs = KeyList()

  /// What a rule covers whose first action can always be done.
  static let always = FixedWords.id(.always)

  private static let poll = FixedWords.id(.poll)
  private static let prompted = FixedWords.id(.prompted)
  private static let choice = FixedWords.id(.choice)
  private static let unnamed = FixedWords.id(.unnamed)
  private static let inbox = FixedWords.id(.inbox)
  private static let submit = verb(.submit)
  private static let verbs = Dictionary(
    uniqueKeysWithValues: PlainAction.Verb.allCases.map { ($0, verb($0)) })

  private let numbers: NameTable
  private let patterns: PatternKeys
  /// Room for the fields of an action.
  private var fields: [WordID] = []

  init(_ numbers: NameTable) {
    self.numbers = numbers
    patterns = PatternKeys(numbers)
  }

  /// Reads an action.
  mutating func read(_ action: Action, _ bytes: [UInt8]) {
    covers.clear()
    needs.clear()
    switch action {
    case .choose(let node): read(node, bytes)
    case .answer(let node): read(node, bytes)
    case .prompt(let node): read(node, bytes)
    case .poll: both(ActionKeys.poll)
    case .fail: covers.append(ActionKeys.always)
    case .plain(let node):
      if node.verb == .stop {
        covers.append(ActionKeys.always)
      } else {
        both(ActionKeys.verbs[node.verb] ?? .none)
      }
    // Time that passes and what happens outside leave the step as it is, or are not its answer.
    case .wait, .meanwhile, .expect, .say: break
    }
    needs.append(ActionKeys.always)
  }

  private static func verb(_ verb: PlainAction.Verb) -> WordID {
    FixedWords.id("= \(verb.rawValue)")
  }

  private mutating func both(_ key: WordID) {
    covers.append(key)
    needs.append(key)
  }

  // MARK: Options

  /// The options in their order, with all that is written of each: a rule covers those that list
  /// the first ones of its options, for the first that is offered must be the same for both.
  private mutating func read(_ node: Choose, _ bytes: [UInt8]) {
    var sequence = ActionKeys.choice
    for option in node.options {
      guard let name = patterns.label(option.name, bytes), option.fields.isEmpty else { return }
      var method = WordID.none
      if let label = option.method {
        guard let id = patterns.label(label, bytes) else { return }
        method = id
      }
      sequence = numbers.pair(numbers.pair(sequence, name), method)
      covers.append(sequence)
    }
    needs.append(sequence)
  }

  // MARK: Fields

  private mutating func read(_ node: AnswerAction, _ bytes: [UInt8]) {
    fields.clear()
    for field in node.fields where !field.mayBeAbsent {
      let name = numbers.folded(field.field, bytes)
      let key = key(of: name, given: field, bytes)
      needs.append(key)
      needs.append(numbers.pair(name, ActionKeys.prompted))
      fields.append(key)
    }
    close()
  }

  private mutating func read(_ node: Prompt, _ bytes: [UInt8]) {
    guard !node.fields.isEmpty else {
      covers.append(ActionKeys.always)
      return
    }
    fields.clear()
    for field in node.fields where !field.mayBeAbsent {
      let name = numbers.folded(field.field, bytes)
      let isCredential = FixedSets.credentials.contains(name)
      let key = isCredential ? name : numbers.pair(name, ActionKeys.prompted)
      needs.append(key)
      fields.append(key)
    }
    close()
  }

  /// A field, and its value where that may decide whether the field takes it.
  private func key(of name: WordID, given: FieldAnswer, _ bytes: [UInt8]) -> WordID {
    if FixedSets.credentials.contains(name) { return name }
    guard let value = given.value else { return numbers.pair(name, ActionKeys.unnamed) }
    switch value {
    case .name(let word): return numbers.pair(name, numbers.exact(word, bytes))
    case .lookup(let lookup) where lookup.kind == .inbox:
      return numbers.pair(name, numbers.pair(numbers.exact(lookup.name, bytes), ActionKeys.inbox))
    default: return numbers.pair(name, numbers.exact(bytes, value.range))
    }
  }

  /// One field is covered by itself; several by the same several, or by one of them alone.
  private mutating func close() {
    guard !fields.isEmpty else {
      needs.clear()
      return
    }
    if fields.count > 1 { fields.sort { $0.number < $1.number } }
    let all = fields.dropFirst().reduce(fields[0]) { numbers.pair($0, $1) }
    covers.append(all)
    needs.append(all)
    // A step that takes answers can be submitted as it is.
    needs.append(ActionKeys.submit)
  }
}

/// A list of numbers that is emptied without giving its memory back.
struct KeyList {
  private var keys: [WordID] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(_ index: Int) -> WordID { keys[index] }

  mutating func append(_ key: WordID) {
    if count < keys.count { keys[count] = key } else { keys.append(key) }
    count += 1
  }

  mutating func clear() { count = 0 }
}

extension Array {
  /// Empties the array and keeps its memory; an empty one, which is the usual case, costs nothing.
  mutating func clear() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}
