/// The statements of a flow that stand once, found in one pass.
struct FlowHeader {
  private(set) var engine: EngineStatement?
  private(set) var against: Against?
  private(set) var hasUses = false
  private(set) var lets = 0
  private(set) var rules = 0
  /// Whether the flow expects to be refused.
  private(set) var expectsFailure = false
  /// Statements that stand again: their word, the first and the second.
  private(set) var duplicates: [(name: String, first: SourceRange, second: SourceRange)] = []
  private var start: SourceRange?
  private var otherwise: SourceRange?

  /// Whether the flow says what happens where no rule applies.
  var hasOtherwise: Bool { otherwise != nil }

  init(_ body: [Statement]) {
    for statement in body {
      switch statement {
      case .engine(let node):
        note("engine", engine?.range, node.range)
        engine = engine ?? node
      case .start(let node):
        note("start", start, node.range)
        start = start ?? node.range
      case .against(let node):
        note("against", against?.range, node.range)
        against = against ?? node
      case .otherwise(let node):
        note("otherwise", otherwise, node.range)
        otherwise = otherwise ?? node.range
      case .use: hasUses = true
      case .constant: lets += 1
      case .rule: rules += 1
      case .expect(let node):
        if node.outcome?.hash == FlowHeader.failure { expectsFailure = true }
      case .answer, .preference: continue
      }
    }
  }

  private static let failure = WordHash.exact("failure")

  private mutating func note(_ name: String, _ first: SourceRange?, _ second: SourceRange) {
    if let first { duplicates.append((name, first, second)) }
  }
}
