extension WalkEnding {
  /// The number of kinds of factors that the user has to show for this ending.
  ///
  /// What an earlier sign-in verified isn't asked for, and what is set up on the way proves
  /// nothing. A password that was reset counts as the methods that the reset asked for. The link of
  /// a mail counts as a possession.
  ///
  /// - Parameter entry: The way in which the user reaches the first page.
  /// - Returns: From 0 to 3.
  package func askedKinds(by entry: WalkStart.Entry) -> Int {
    var kinds: Kinds =
      switch entry {
      case .activation, .recoveryLink: .possession
      case .identifier, .session: []
      }
    for use in asked {
      kinds.formUnion(Verification(method: use.method, traits: use.traits).kinds)
    }
    for method in proved {
      kinds.formUnion(Verification(method: method, traits: method.traits).kinds)
    }
    return kinds.count
  }

  /// The verifications with something that the user had before, without those of an earlier
  /// sign-in.
  package var asked: [Use] { uses.filter { $0.isHeld && !$0.isOfSession } }

  /// Whether a verification can't be passed on to another site.
  package var resistsPhishing: Bool {
    asked.contains { $0.traits.isSuperset(of: .phishingResistant) }
  }
}

extension WalkStart {
  /// The circumstances of a start, without its user and its time.
  ///
  /// Two users can have them in common.
  package var circumstances: WalkStart {
    var start = self
    start.index = nil
    start.context.clock = .zero
    return start
  }

  /// The start of a user in these circumstances.
  ///
  /// - Parameters:
  ///   - index: The user, by index in the org's people; `nil` for a user who signs up.
  ///   - clock: How far the user's time is ahead of the org's.
  /// - Returns: The start.
  package func start(of index: Int?, at clock: Duration) -> WalkStart {
    var start = self
    start.index = index
    start.context.clock = clock
    return start
  }
}
