import FlowDiagnostics
import FlowSyntax

/// Keys for a rule's first action.
///
/// The keys show whether another rule's action makes the rule's action unnecessary.
struct ActionKeys {
  /// The keys that this rule covers.
  ///
  /// If another rule needs one of these keys, this rule always answers when the other rule would
  /// answer.
  private(set) var covers = KeyList()
  /// The keys that the rule needs.
  ///
  /// The rule is unnecessary if an earlier rule covers one of these keys.
  private(set) var needs = KeyList()

  /// The key that a rule covers if its first action is always possible.
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
  /// The keys of the action's fields.
  ///
  /// This is a property so that its memory is reused.
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
    // These actions leave the step unchanged, or don't answer it.
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

  /// Adds a key for each beginning of the list of options, with all their details.
  ///
  /// A rule covers another rule if the other rule's options are the first options of this rule.
  /// Both then choose the same option if one of these options is offered.
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

  /// Returns the key of a field.
  ///
  /// The key includes the value if the field might accept only some values.
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

  /// Adds the keys of all fields together.
  ///
  /// One field is covered only by itself. Several fields are covered by the same fields, or by one
  /// of them.
  private mutating func close() {
    guard !fields.isEmpty else {
      needs.clear()
      return
    }
    if fields.count > 1 { fields.sort { $0.number < $1.number } }
    let all = fields.dropFirst().reduce(fields[0]) { numbers.pair($0, $1) }
    covers.append(all)
    needs.append(all)
    // A step that accepts answers can also be submitted without them.
    needs.append(ActionKeys.submit)
  }
}

/// A list of keys.
///
/// The list can be emptied without releasing its memory.
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
  /// Empties the array, and keeps its memory.
  ///
  /// If the array is already empty, as in most cases, nothing happens.
  mutating func clear() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}
