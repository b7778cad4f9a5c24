public import FlowDiagnostics

extension Script {
  /// Parses one file.
  ///
  /// Parsing never fails. It reports all independent errors, and returns the tree of what it could
  /// read.
  ///
  /// - Parameter source: The text. If it is too long or isn't text, that is the only problem.
  /// - Returns: The tree, and the problems in the order of their locations.
  public static func parse(_ source: SourceFile) -> (script: Script, diagnostics: [Diagnostic]) {
    if let problem = TextCheck.refusal(of: source) {
      let empty = Script(source: source, items: [], comments: [], flowNames: FlowNames())
      return (empty, [problem])
    }
    var parser = Parser(source)
    let items = parser.script()
    let script = Script(
      source: source, items: items, comments: parser.lexer.comments,
      flowNames: FlowNames(lets: parser.namesOfLets, rows: parser.namesOfRows))
    return (script, parser.sortedDiagnostics())
  }
}

extension Parser {
  /// Returns the problems in the order of their locations.
  ///
  /// There is at most one problem for each location, and at most `problemsMax` problems in total.
  fileprivate func sortedDiagnostics() -> [Diagnostic] {
    let diagnostics = lexer.diagnostics + TextCheck.faults(of: source) + diagnostics
    guard diagnostics.count > 1 else { return diagnostics }
    var sorted: [Diagnostic] = []
    let byPlace = diagnostics.enumerated().sorted { left, right in
      let a = left.element.place?.range.start ?? 0
      let b = right.element.place?.range.start ?? 0
      return (a, left.offset) < (b, right.offset)
    }
    for (_, diagnostic) in byPlace {
      if sorted.count == Parser.problemsMax {
        sorted.append(
          Diagnostic(.tooManyProblems(limit: Parser.problemsMax), at: diagnostic.place))
        break
      }
      if let last = sorted.last, last.place == diagnostic.place, last.problem == diagnostic.problem
      {
        continue
      }
      sorted.append(diagnostic)
    }
    return sorted
  }
}
