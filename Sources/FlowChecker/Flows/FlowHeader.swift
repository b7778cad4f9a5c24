import FlowDiagnostics
import FlowSyntax

/// What must be known of a flow before its statements are checked, found in one pass.
struct FlowHeader {
  private let numbers: NameTable
  private(set) var engine: EngineStatement?
  private(set) var against: Against?
  /// The profiles that it uses.
  private(set) var uses: [Name] = []
  /// The values that it names.
  private(set) var lets: [Let] = []
  private(set) var hasRules = false
  /// Whether the flow expects to be refused.
  private(set) var expectsFailure = false
  /// Where its expectations stand.
  private(set) var expectations: [Int] = []
  /// Where what it needs of its org may stand: its starts with parameters, and its expectations.
  private(set) var needing: [Int] = []
  /// Whether it expects no other end than a good one, and asks nobody who may say something else.
  private(set) var isHopeful = true
  /// What it begins with.
  private(set) var intent: Name?
  /// Whether it begins with something that may lead to the end by itself, such as a session.
  private(set) var hasParameters = false
  /// Statements that stand again: their word, the first and the second.
  private(set) var duplicates: [(name: String, first: SourceRange, second: SourceRange)] = []
  private var start: SourceRange?
  private var otherwise: SourceRange?
  private var known: SourceRange?

  init(_ numbers: NameTable) { self.numbers = numbers }

  /// Whether the flow says what happens where no rule applies.
  var hasOtherwise: Bool { otherwise != nil }

  /// Reads another flow, in the memory of the last one.
  mutating func read(_ body: [Statement], _ bytes: [UInt8]) {
    (engine, against, start, otherwise, known) = (nil, nil, nil, nil, nil)
    (hasRules, expectsFailure, hasParameters, isHopeful) = (false, false, false, true)
    intent = nil
    expectations.clear()
    needing.clear()
    uses.clear()
    lets.clear()
    duplicates.clear()
    // By index: a loop over the statements would copy each of them, with all that it refers to.
    for index in body.indices {
      switch body[index] {
      case .engine(let node):
        note("engine", engine?.range, node.range)
        engine = engine ?? node
      case .start(let node):
        note("start", start, node.range)
        start = start ?? node.range
        intent = intent ?? node.intent
        if !node.parameters.isEmpty {
          hasParameters = true
          needing.append(index)
        }
      case .against(let node):
        note("against", against?.range, node.range)
        against = against ?? node
      case .otherwise(let node):
        note("otherwise", otherwise, node.range)
        otherwise = otherwise ?? node.range
        if node.asksPerson { isHopeful = false }
      case .known(let node):
        note("known", known, node.range)
        known = known ?? node.range
      case .use(let node): uses += node.profiles
      case .constant(let node): lets.append(node)
      case .rule: hasRules = true
      case .expect(let node):
        expectations.append(index)
        if node.condition != nil { needing.append(index) }
        guard let name = node.outcome else { continue }
        let outcome = numbers.exact(name, bytes)
        if outcome == FlowHeader.failure { expectsFailure = true }
        if !FixedSets.goodOutcomes.contains(outcome) { isHopeful = false }
      case .answer, .preference: continue
      }
    }
  }

  private static let failure = FixedWords.id("failure")

  private mutating func note(_ name: String, _ first: SourceRange?, _ second: SourceRange) {
    if let first { duplicates.append((name, first, second)) }
  }
}

extension Otherwise {
  /// Whether a person is asked for the step, who may say anything.
  fileprivate var asksPerson: Bool { if case .prompt = action { true } else { false } }
}
