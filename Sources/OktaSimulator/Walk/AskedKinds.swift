extension WalkEnding {
  /// Returns the number of kinds of factors that the user must verify to reach this ending.
  ///
  /// Verifications from an earlier sign-in and authenticators enrolled on the way don't count. A
  /// password that was reset counts as the methods that the reset asked for. The link in a mail
  /// counts as possession.
  ///
  /// - Parameter entry: How the user gets to the first page.
  /// - Returns: A number from 0 to 3.
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

  /// The verifications with authenticators that the user had before the sign-in, without
  /// verifications from an earlier sign-in.
  package var asked: [Use] { uses.filter { $0.isHeld && !$0.isOfSession } }

  /// Whether one of these verifications is phishing-resistant.
  package var resistsPhishing: Bool {
    asked.contains { $0.traits.isSuperset(of: .phishingResistant) }
  }
}

extension WalkStart {
  /// The circumstances of the start, without the user and the time.
  ///
  /// Starts of different users can have equal circumstances.
  package var circumstances: WalkStart {
    var start = self
    start.index = nil
    start.context.clock = .zero
    // The time determines which grace periods last.
    start.context.unknowns.holding &= start.context.unknowns.relevant
    return start
  }

  /// Returns the same start of another user.
  package func start(of index: Int) -> WalkStart {
    var start = self
    start.index = index
    return start
  }

  /// Whether a user is in the circumstances of this start whenever they are in those of another
  /// one, apart from the org's facts.
  package func isAsLikely(as other: WalkStart) -> Bool {
    entry == other.entry && (!isRemembered || other.isRemembered)
      && (!isGivenCode || other.isGivenCode)
      && context.zones & ~other.context.zones == 0
      && other.context.device.isSuperset(of: context.device)
      && other.context.risk.isSuperset(of: context.risk)
      && other.context.platform.isSuperset(of: context.platform)
      && (context.clock == .zero || context.clock == other.context.clock)
  }

  /// Returns the start of a user in these circumstances.
  ///
  /// - Parameters:
  ///   - index: The index of the user in the org's `people`; `nil` for a user who signs up.
  ///   - clock: The offset of the sign-in's time from the org's time.
  /// - Returns: The start.
  package func start(of index: Int?, at clock: Duration) -> WalkStart {
    var start = self
    start.index = index
    start.context.clock = clock
    return start
  }
}
