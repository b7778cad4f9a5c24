package import FlowDiagnostics

extension Program {
  /// Puts problems into the order of the files and of their places; those without one come first.
  ///
  /// - Parameter diagnostics: The problems; those at one place stay in their order.
  /// - Returns: The same problems.
  package func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard diagnostics.count > 1 else { return diagnostics }
    var order: [SourceFile: Int] = [:]
    for (index, script) in scripts.enumerated() { order[script.source] = index }
    func key(_ diagnostic: Diagnostic) -> (Int, UInt32) {
      guard let place = diagnostic.place else { return (-1, 0) }
      return (order[place.source] ?? 0, place.range.start)
    }
    let sorted = diagnostics.enumerated().sorted { left, right in
      let (a, b) = (key(left.element), key(right.element))
      return (a.0, a.1, left.offset) < (b.0, b.1, right.offset)
    }
    return sorted.map(\.element)
  }
}
