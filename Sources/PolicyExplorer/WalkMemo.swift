import OktaSimulator

/// The explorations that were made, for other users and apps for which they are the same.
///
/// An org with many apps has few different rules. So most explorations of an app are the same as
/// one of another app, of another version of the org, or of another part of the command.
package struct WalkMemo {
  private struct Entry {
    var exploration: Exploration
    var deciders: WalkDeciders
    /// Whether the exploration recorded what users can enroll.
    var hasGains: Bool
  }

  private var known: [WalkSubject: Entry] = [:]
  /// The number of explorations that were made, because no earlier one was the same.
  package private(set) var count = 0

  package init() {}

  /// Returns an exploration, which is made only if no earlier one is the same.
  ///
  /// - Parameters:
  ///   - explorer: The explorer of the org. Those of all explorations must have the same limits and
  ///     the same time.
  ///   - planned: The exploration.
  ///   - goesOn: Called before each act. Returns whether to continue.
  /// - Returns: The exploration.
  mutating func exploration(
    _ explorer: Explorer, _ planned: Explorer.Planned, while goesOn: () -> Bool
  ) -> Exploration {
    var exploration = made(explorer, planned, while: goesOn)
    exploration.base = planned.base
    return exploration
  }

  private mutating func made(
    _ explorer: Explorer, _ planned: Explorer.Planned, while goesOn: () -> Bool
  ) -> Exploration {
    func explore() -> Exploration {
      count += 1
      return explorer.explore(planned.kind, planned.start, planned.circumstance, while: goesOn)
    }
    // Events name the rules of one app.
    guard !explorer.notesPoints, let own = explorer.org.walkSubject(of: planned.start) else {
      return explore()
    }
    if let entry = known[own.subject], entry.hasGains || !explorer.notesGains {
      return Exploration(
        entry.exploration, of: planned.kind, planned.start, planned.circumstance,
        deciders: (entry.deciders, own.deciders))
    }
    let exploration = explore()
    if exploration.isComplete, exploration.canMove(from: own.deciders) {
      known[own.subject] = Entry(
        exploration: exploration, deciders: own.deciders, hasGains: explorer.notesGains)
    }
    return exploration
  }
}
