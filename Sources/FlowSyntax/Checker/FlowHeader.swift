/// The statements of a flow that stand once, found in one pass.
struct FlowHeader {
  private(set) var engine: EngineStatement?
  private(set) var against: Against?
  private(set) var otherwise: Otherwise?
  private(set) var uses: [Use] = []
  private(set) var lets = 0
  private(set) var rules = 0
  /// Whether the flow expects to be refused.
  private(set) var expectsFailure = false
  /// Statements that stand again: their word, the first and the second.
  private(set) var duplicates: [(name: String, first: SourceRange, second: SourceRange)] = []
  private var start: Start?

  init(_ body: [Statement], _ bytes: [UInt8]) {
    for statement in body {
      switch statement {
      case .engine(let node):
        note("engine", engine?.range, node.range)
        engine = engine ?? node
      case .start(let node):
        note("start", start?.range, node.range)
        start = start ?? node
      case .against(let node):
        note("against", against?.range, node.range)
        against = against ?? node
      case .otherwise(let node):
        note("otherwise", otherwise?.range, node.range)
        otherwise = otherwise ?? node
      case .use(let node): uses.append(node)
      case .constant: lets += 1
      case .rule: rules += 1
      case .expect(let node):
        guard let outcome = node.outcome?.range else { continue }
        let word = bytes[Int(outcome.start)..<Int(outcome.end)]
        if word.elementsEqual("failure".utf8) { expectsFailure = true }
      case .answer, .preference: continue
      }
    }
  }

  private mutating func note(_ name: String, _ first: SourceRange?, _ second: SourceRange) {
    if let first { duplicates.append((name, first, second)) }
  }
}
