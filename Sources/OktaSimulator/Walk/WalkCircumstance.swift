/// What is known of a sign-in beside its person, and all that comes to the same.
package struct WalkCircumstance: Sendable, Hashable {
  /// What comes to the same, the plainest first.
  private(set) var alike: [SignInContext]

  init(_ context: SignInContext) { alike = [context] }

  mutating func add(_ context: SignInContext) { alike.append(context) }

  /// Puts the contexts first that rely on few unknown facts.
  mutating func sort() {
    alike = alike.enumerated().sorted {
      ($0.element.unknowns.relevant.nonzeroBitCount, $0.offset)
        < ($1.element.unknowns.relevant.nonzeroBitCount, $1.offset)
    }.map(\.element)
  }

  /// The one that stands for all of them.
  var context: SignInContext { alike[0] }

  /// How many circumstances are told of by this one.
  package var count: Int { alike.count }

  /// A way to begin under each of these circumstances.
  ///
  /// - Parameter start: the way to begin under the one that stands for them.
  /// - Returns: the ways to begin, that one first.
  package func starts(like start: WalkStart) -> [WalkStart] { starts(like: start, alike) }

  /// The same of those circumstances alone that have to be told: another that only has more to it
  /// goes without saying.
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
  /// Whether other answers say all that these do.
  fileprivate func isPart(of other: UnknownAnswers) -> Bool {
    relevant & ~other.relevant == 0 && relevant & (holding ^ other.holding) == 0
  }
}

extension SignInContext {
  /// Whether all that is to be said of it is to be said of another context too.
  func isPart(of other: SignInContext) -> Bool {
    zones & ~other.zones == 0 && other.device.isSuperset(of: device)
      && other.risk.isSuperset(of: risk) && other.platform.isSuperset(of: platform)
      && (clock == .zero || clock == other.clock)
      && unknowns.isPart(of: other.unknowns)
  }
}
