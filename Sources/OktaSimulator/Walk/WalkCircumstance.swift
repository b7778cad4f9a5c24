/// The circumstances of a sign-in, together with equivalent circumstances.
package struct WalkCircumstance: Sendable, Hashable {
  /// The contexts with the equivalent circumstances, the simplest first.
  private(set) var alike: [SignInContext]

  init(_ context: SignInContext) { alike = [context] }

  mutating func add(_ context: SignInContext) { alike.append(context) }

  /// Sorts the contexts by the number of assumptions about unknown facts, the fewest first.
  mutating func sort() {
    alike = alike.enumerated().sorted {
      ($0.element.unknowns.relevant.nonzeroBitCount, $0.offset)
        < ($1.element.unknowns.relevant.nonzeroBitCount, $1.offset)
    }.map(\.element)
  }

  /// The first context, which represents all equivalent contexts.
  var context: SignInContext { alike[0] }

  /// The number of equivalent contexts.
  package var count: Int { alike.count }

  /// Returns a start for each of the equivalent contexts.
  ///
  /// - Parameter start: The start in the first context.
  /// - Returns: The starts, beginning with the given start.
  package func starts(like start: WalkStart) -> [WalkStart] { starts(like: start, alike) }

  /// Returns the starts in the contexts that a report must list.
  ///
  /// A context is omitted if it contains all facts of a listed context.
  package func toldStarts(like start: WalkStart) -> [WalkStart] {
    var told: [SignInContext] = []
    for context in alike where !told.contains(where: { $0.isPart(of: context) }) {
      told.append(context)
    }
    return starts(like: start, told)
  }

  private func starts(like start: WalkStart, _ contexts: [SignInContext]) -> [WalkStart] {
    contexts.map { context in
      var start = start
      start.context = context
      return start
    }
  }
}

extension UnknownAnswers {
  /// Whether other answers include every assumption of these answers.
  fileprivate func isPart(of other: UnknownAnswers) -> Bool {
    relevant & ~other.relevant == 0 && relevant & (holding ^ other.holding) == 0
  }
}

extension SignInContext {
  /// Whether everything that is known in this context also applies in another context.
  func isPart(of other: SignInContext) -> Bool {
    zones & ~other.zones == 0 && other.device.isSuperset(of: device)
      && other.risk.isSuperset(of: risk) && other.platform.isSuperset(of: platform)
      && (clock == .zero || clock == other.clock)
      && unknowns.isPart(of: other.unknowns)
  }
}
