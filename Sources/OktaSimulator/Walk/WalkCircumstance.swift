/// The circumstances of a sign-in apart from its person, and all equivalent ones.
package struct WalkCircumstance: Sendable, Hashable {
  /// The equivalent contexts, the plainest first.
  private(set) var alike: [SignInContext]

  init(_ context: SignInContext) { alike = [context] }

  mutating func add(_ context: SignInContext) { alike.append(context) }

  /// Sorts the contexts: those that rely on few unknown facts come first.
  mutating func sort() {
    alike = alike.enumerated().sorted {
      ($0.element.unknowns.relevant.nonzeroBitCount, $0.offset)
        < ($1.element.unknowns.relevant.nonzeroBitCount, $1.offset)
    }.map(\.element)
  }

  /// The context that represents all of them.
  var context: SignInContext { alike[0] }

  /// The number of circumstances that this one represents.
  package var count: Int { alike.count }

  /// Returns a start under each of these circumstances.
  ///
  /// - Parameter start: The start under the representative context.
  /// - Returns: The starts; the given one is first.
  package func starts(like start: WalkStart) -> [WalkStart] { starts(like: start, alike) }

  /// Returns the starts under only the circumstances that must be listed.
  ///
  /// A circumstance that only adds to another one isn't listed.
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
  /// Whether other answers contain all of these.
  fileprivate func isPart(of other: UnknownAnswers) -> Bool {
    relevant & ~other.relevant == 0 && relevant & (holding ^ other.holding) == 0
  }
}

extension SignInContext {
  /// Whether everything that describes it also describes another context.
  func isPart(of other: SignInContext) -> Bool {
    zones & ~other.zones == 0 && other.device.isSuperset(of: device)
      && other.risk.isSuperset(of: risk) && other.platform.isSuperset(of: platform)
      && (clock == .zero || clock == other.clock)
      && unknowns.isPart(of: other.unknowns)
  }
}
