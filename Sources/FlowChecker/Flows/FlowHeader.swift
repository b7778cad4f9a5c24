import FlowDiagnostics
import FlowSyntax

/// The facts about a flow that the checker needs before it checks the statements.
///
/// The header is found in one pass.
struct FlowHeader {
  private let numbers: NameTable
  private(set) var engine: EngineStatement?
  private(set) var against: Against?
  /// The names of the profiles that the flow uses.
  private(set) var uses: [Name] = []
  /// The values that the flow declares.
  private(set) var lets: [Let] = []
  private(set) var hasRules = false
  /// Whether the flow expects to be refused.
  private(set) var expectsFailure = false
  /// The indices of the flow's expectations in its body.
  private(set) var expectations: [Int] = []
  /// The indices of the statements that can require something of the org: starts with parameters,
  /// and expectations.
  private(set) var needing: [Int] = []
  /// Whether the flow expects only success, and doesn't ask the user, whose answers may lead
  /// elsewhere.
  private(set) var isHopeful = true
  /// The word after `start`; `nil` if there is none.
  private(set) var intent: Name?
  /// Whether the start has parameters that may lead to success without a rule, such as a session.
  private(set) var hasParameters = false
  /// Statements that appear twice: their first word, and both locations.
  private(set) var duplicates: [(name: String, first: SourceRange, second: SourceRange)] = []
  private var start: SourceRange?
  private var otherwise: SourceRange?
  private var known: SourceRange?

  init(_ numbers: NameTable) { self.numbers = numbers }

  /// Whether the flow has an `otherwise`.
  var hasOtherwise: Bool { otherwise != nil }

  /// Reads another flow.
  ///
  /// The memory of the previous flow is reused.
  mutating func read(_ body: [Statement], _ bytes: [UInt8]) {
    (engine, against, start, otherwise, known) = (nil, nil, nil, nil, nil)
    (hasRules, expectsFailure, hasParameters, isHopeful) = (false, false, false, true)
    intent = nil
    expectations.clear()
    needing.clear()
    uses.clear()
    lets.clear()
    duplicates.clear()
    // A loop over the elements would copy every statement. Indices avoid that.
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
  /// Whether the user is asked about the step, so that the answers are unknown.
  fileprivate var asksPerson: Bool { if case .prompt = action { true } else { false } }
}
