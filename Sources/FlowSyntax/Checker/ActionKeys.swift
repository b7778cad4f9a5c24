/// The hashes of a rule's first action: what it makes possible, and what would make it needless.
struct ActionKeys {
  /// Under each of these the rule answers always when a rule with that need would.
  private(set) var covers: [UInt64] = []
  /// The rule is needless when of each group one is covered.
  private(set) var needs: [UInt64] = []
  /// Where each group of `needs` ends.
  private(set) var groupEnds: [Int] = []

  /// What a rule covers that ends the run.
  static let ending = WordHash.folded("= ends")

  private static let prompted = WordHash.folded("= prompted")
  private static let credentials = HashTable(
    Checker.credentialWords.map { WordHash.folded($0) })

  /// Reads an action.
  mutating func read(_ action: Action, _ bytes: [UInt8]) {
    covers.removeAll(keepingCapacity: true)
    needs.removeAll(keepingCapacity: true)
    groupEnds.removeAll(keepingCapacity: true)
    switch action {
    case .choose(let node): read(node, bytes)
    case .answer(let node): read(node, bytes)
    case .prompt(let node): read(node, bytes)
    case .poll: both(ActionKeys.verb(0))
    case .fail: covers.append(ActionKeys.ending)
    case .plain(let node):
      if node.verb == .stop {
        covers.append(ActionKeys.ending)
      } else {
        both(ActionKeys.verb(UInt64(ActionKeys.number(node.verb))))
      }
    case .expect, .say: break
    }
    // What nothing but an end of the run can cover has one need that nothing meets.
    if groupEnds.isEmpty { need(WordHash.mix(ActionKeys.ending, 1)) }
  }

  private static func verb(_ number: UInt64) -> UInt64 { WordHash.mix(2, number) }

  private static func number(_ verb: PlainAction.Verb) -> Int {
    switch verb {
    case .submit: 1
    case .skip: 2
    case .cancel: 3
    case .resend: 4
    case .recover: 5
    case .send: 6
    case .follow: 7
    case .stop: 8
    }
  }

  private mutating func both(_ key: UInt64) {
    covers.append(key)
    need(key)
  }

  private mutating func need(_ key: UInt64) {
    needs.append(key)
    groupEnds.append(needs.count)
  }

  // MARK: Options

  private mutating func read(_ node: Choose, _ bytes: [UInt8]) {
    for option in node.options {
      guard let name = PatternKeys.label(option.name, bytes) else {
        need(WordHash.mix(ActionKeys.ending, 1))
        continue
      }
      let anyMethod = WordHash.mix(WordHash.mix(3, name), 0)
      var own: UInt64? = anyMethod
      if let method = option.method {
        own = PatternKeys.label(method, bytes).map { WordHash.mix(WordHash.mix(3, name), $0) }
      }
      if let own, option.fields.isEmpty { covers.append(own) }
      needs.append(anyMethod)
      if let own, option.method != nil { needs.append(own) }
      groupEnds.append(needs.count)
    }
  }

  // MARK: Fields

  private mutating func read(_ node: AnswerAction, _ bytes: [UInt8]) {
    var sum: UInt64 = 0
    var count: UInt64 = 0
    for field in node.fields where !field.mayBeAbsent {
      let name = WordHash.folded(bytes, field.field.range)
      let key = ActionKeys.field(name, given: field, bytes)
      needs.append(key)
      needs.append(WordHash.mix(name, ActionKeys.prompted))
      sum = sum &+ key
      count += 1
    }
    close(sum, count)
  }

  private mutating func read(_ node: Prompt, _ bytes: [UInt8]) {
    var sum: UInt64 = 0
    var count: UInt64 = 0
    for field in node.fields where !field.mayBeAbsent {
      let name = WordHash.folded(bytes, field.field.range)
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
    return WordHash.mix(name, WordHash.exact(bytes, value.range))
  }

  /// One field is covered by itself; several by the same several, or by one of them alone.
  private mutating func close(_ sum: UInt64, _ count: UInt64) {
    guard count > 0 else {
      needs.removeAll(keepingCapacity: true)
      return
    }
    let all = count == 1 ? sum : WordHash.mix(sum, count)
    covers.append(all)
    needs.append(all)
    groupEnds.append(needs.count)
  }
}
