import FlowDiagnostics
import FlowSyntax

/// The hashes of a rule's first action: what it makes possible, and what would make it needless.
struct ActionKeys {
  /// Under each of these the rule answers always when a rule with that need would.
  private(set) var covers = KeyList()
  /// The rule is needless when one of these is covered.
  private(set) var needs = KeyList()

  /// What a rule covers whose first action can always be done.
  static let always = WordHash.folded("= always")

  private static let submit = verb(.submit)
  private static let poll = WordHash.mix(2, 0)

  private static let prompted = WordHash.folded("= prompted")
  private static let credentials = WordSet(
    Checker.credentialWords.map { WordHash.folded($0) })

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
        both(ActionKeys.verb(node.verb))
      }
    // Time that passes and what happens outside leave the step as it is, or are not its answer.
    case .wait, .meanwhile, .expect, .say: break
    }
    needs.append(ActionKeys.always)
  }

  private static func verb(_ verb: PlainAction.Verb) -> UInt64 {
    let number: UInt64 =
      switch verb {
      case .submit: 1
      case .skip: 2
      case .cancel: 3
      case .resend: 4
      case .recover: 5
      case .send: 6
      case .follow: 7
      case .stop: 8
      case .deny: 9
      }
    return WordHash.mix(2, number)
  }

  private mutating func both(_ key: UInt64) {
    covers.append(key)
    needs.append(key)
  }

  // MARK: Options

  /// The options in their order, with all that is written of each: a rule covers those that list
  /// the first ones of its options, for the first that is offered must be the same for both.
  private mutating func read(_ node: Choose, _ bytes: [UInt8]) {
    var sequence: UInt64 = 3
    for option in node.options {
      guard let name = PatternKeys.label(option.name, bytes), option.fields.isEmpty else { return }
      var method: UInt64 = 0
      if let label = option.method {
        guard let hash = PatternKeys.label(label, bytes) else { return }
        method = hash
      }
      sequence = WordHash.mix(WordHash.mix(sequence, name), method)
      covers.append(sequence)
    }
    needs.append(sequence)
  }

  // MARK: Fields

  private mutating func read(_ node: AnswerAction, _ bytes: [UInt8]) {
    var sum: UInt64 = 0
    var count: UInt64 = 0
    for field in node.fields where !field.mayBeAbsent {
      let name = field.field.folded(bytes)
      let key = ActionKeys.field(name, given: field, bytes)
      needs.append(key)
      needs.append(WordHash.mix(name, ActionKeys.prompted))
      sum = sum &+ key
      count += 1
    }
    close(sum, count)
  }

  private mutating func read(_ node: Prompt, _ bytes: [UInt8]) {
    guard !node.fields.isEmpty else {
      covers.append(ActionKeys.always)
      return
    }
    var sum: UInt64 = 0
    var count: UInt64 = 0
    for field in node.fields where !field.mayBeAbsent {
      let name = field.field.folded(bytes)
      let isCredential = ActionKeys.credentials.contains(name)
      let key = isCredential ? name : WordHash.mix(name, ActionKeys.prompted)
      needs.append(key)
      sum = sum &+ key
      count += 1
    }
    close(sum, count)
  }

  /// A field, and its value where that may decide whether the field takes it.
  private static func field(_ name: UInt64, given: FieldAnswer, _ bytes: [UInt8]) -> UInt64 {
    if credentials.contains(name) { return name }
    guard let value = given.value else { return WordHash.mix(name, 4) }
    switch value {
    case .name(let word): return WordHash.mix(name, word.hash)
    case .lookup(let lookup) where lookup.kind == .inbox:
      return WordHash.mix(name, WordHash.mix(lookup.name.hash, 5))
    default: return WordHash.mix(name, WordHash.exact(bytes, value.range))
    }
  }

  /// One field is covered by itself; several by the same several, or by one of them alone.
  private mutating func close(_ sum: UInt64, _ count: UInt64) {
    guard count > 0 else {
      needs.clear()
      return
    }
    let all = count == 1 ? sum : WordHash.mix(sum, count)
    covers.append(all)
    needs.append(all)
    // A step that takes answers can be submitted as it is.
    needs.append(ActionKeys.submit)
  }
}

/// A list of hashes that is emptied without giving its memory back.
struct KeyList {
  private var keys: [UInt64] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(_ index: Int) -> UInt64 { keys[index] }

  mutating func append(_ key: UInt64) {
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
