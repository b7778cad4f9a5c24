/// Finds the combinations of answers to an org's facts that make a difference.
///
/// It follows both possibilities for every fact that the policies evaluate. Facts of several orgs
/// with the same content are the same fact. Combinations that can't be true are left out: a device
/// with a later version of its system fulfills every lower minimum, and has one screen lock.
struct UnknownBranches {
  /// A combination of assumptions, as bit sets of facts.
  struct Branch {
    var holding: Bits128 = 0
    /// The facts that make a difference.
    ///
    /// Each of the other facts may hold or not hold.
    var relevant: Bits128 = 0

    /// Whether two branches make opposite assumptions about one of the given facts.
    fileprivate func contradicts(_ other: Branch, in facts: Bits128) -> Bool {
      facts & other.relevant & (holding ^ other.holding) != 0
    }
  }

  /// The position of each org's facts in the list of all facts.
  private let numbers: [[Int]]
  /// The facts of each org that decide only which identity providers sign users in.
  let providerFacts: [UInt64]
  /// For each fact, the facts that hold if it holds.
  private let implied: [Bits128]
  /// For each fact, the facts that don't hold if it doesn't.
  private let implying: [Bits128]
  /// The facts about the same value of a device.
  private let deviceValues: [DeviceValues<Bits128>]
  /// The ends of grace periods as time since 1970, each with its fact.
  private let graces: [(end: Duration, fact: Bits128)]
  /// The number of branches that can still be added.
  private var room = UnknownBranches.most
  /// Whether all branches were followed.
  ///
  /// If it is `false`, there were too many branches.
  private(set) var isComplete = true

  /// The maximum number of branches for one user in one place.
  private static let mostOfOne = 256
  /// The maximum number of branches for all users and places together.
  private static let most = 200_000

  init(_ policies: [OrgPolicy]) {
    providerFacts = policies.map(\.providerFacts)
    var known: [UnknownFact.Content: Int] = [:]
    var all: [UnknownFact.Content] = []
    numbers = policies.map { policy in
      policy.unknowns.map { fact in
        if let number = known[fact.content] { return number }
        known[fact.content] = all.count
        all.append(fact.content)
        return all.count - 1
      }
    }
    func bits(_ isPart: (UnknownFact.Content) -> Bool) -> Bits128 {
      all.enumerated().reduce(0) { isPart($1.element) ? $0 | 1 << $1.offset : $0 }
    }
    implied = all.map { fact in bits(fact.implies) }
    implying = all.map { fact in bits { $0.implies(fact) } }
    deviceValues = DeviceValues.groups(all)
    graces = all.enumerated().compactMap { number, fact in
      if case .grace(let end) = fact { (end, 1 << number) } else { nil }
    }
  }

  /// Whether no org has a fact.
  var isEmpty: Bool { numbers.allSatisfy(\.isEmpty) }

  /// Returns the assumptions of a branch, with the numbers that an org gives its facts.
  func answers(_ branch: Branch, of org: Int = 0) -> UnknownAnswers {
    var answers = UnknownAnswers()
    for (fact, number) in numbers[org].enumerated() {
      let (shared, own): (Bits128, UInt64) = (1 << number, 1 << UInt64(fact))
      if branch.holding & shared != 0 { answers.holding |= own }
      if branch.relevant & shared != 0 { answers.relevant |= own }
    }
    return answers
  }

  /// Follows both possibilities for every fact that the policies evaluate.
  ///
  /// - Parameters:
  ///   - time: The time since 1970, which determines the grace periods that last; `nil` for any
  ///     time.
  ///   - reads: Returns the facts that each org evaluates under the given assumptions, in order.
  /// - Returns: The branches. Each combination of assumptions is covered by one branch, unless
  ///   there are too many.
  mutating func branches(
    at time: Duration? = nil, reading reads: ([UnknownAnswers]) -> [[Int]]
  ) -> [Branch] {
    guard !isEmpty else { return [Branch()] }
    var first = Branch()
    var given: Bits128 = 0
    if let time {
      for (end, fact) in graces {
        given |= fact
        if time < end { first.holding |= fact }
      }
    }
    var open = [first]
    var next = 0
    let most = max(1, min(UnknownBranches.mostOfOne, room))
    while next < open.count {
      let facts = reads(numbers.indices.map { answers(open[next], of: $0) })
      let holding = open[next].holding
      for number in facts.enumerated().flatMap({ org, own in own.map { numbers[org][$0] } })
      where (open[next].relevant | given) & 1 << number == 0 {
        var other = open[next]
        open[next].relevant |= implying[number]
        other.relevant |= implied[number]
        other.holding |= implied[number]
        settle(&open[next])
        settle(&other)
        if open.count < most { open.append(other) } else { isComplete = false }
        // The policies read other facts if another fact follows.
        if open[next].holding != holding { break }
      }
      if open[next].holding == holding { next += 1 }
    }
    room -= open.count - 1
    return open.map(withOneValue)
  }

  /// Adds what follows for the values of a device.
  private func settle(_ branch: inout Branch) {
    for values in deviceValues { values.settle(&branch.relevant, &branch.holding) }
  }

  /// Returns the same branch in which the facts that make no difference are those of a device too.
  private func withOneValue(_ branch: Branch) -> Branch {
    var branch = branch
    for values in deviceValues {
      let example = values.example(branch.relevant, branch.holding)
      branch.holding = branch.holding & ~values.all | example
    }
    return branch
  }

  /// Removes facts from branches if they make no difference after all.
  ///
  /// - Parameters:
  ///   - branches: The branches.
  ///   - isSame: Returns whether two branches, given by their indices, have the same effect.
  func simplify(_ branches: inout [Branch], where isSame: (Int, Int) -> Bool) {
    // If branches are missing, one of them could have a different effect.
    guard isComplete, branches.count > 1 else { return }
    let all = branches
    for index in branches.indices {
      let others = all.indices.filter { !isSame(index, $0) }
      var kept = all[index].relevant
      // Among facts that follow from each other, those that follow from the others are removed.
      for bit in order(all[index]) {
        let fewer = kept & ~bit
        if others.allSatisfy({ all[index].contradicts(all[$0], in: fewer) }) { kept = fewer }
      }
      branches[index].relevant = kept
      // What follows from the kept facts still holds, and so do the grace periods.
      let given = all[index].holding & ~all[index].relevant
      branches[index].holding = all[index].holding & closure(of: kept & all[index].holding) | given
      branches[index] = withOneValue(branches[index])
    }
  }

  /// The relevant facts of a branch, those first that follow from others.
  private func order(_ branch: Branch) -> [Bits128] {
    implied.indices.map { (bit: 1 << $0, number: $0) }
      .filter { branch.relevant & $0.bit != 0 }
      .map { bit, number -> (bit: Bits128, count: Int) in
        let others =
          branch.holding & bit != 0
          ? implying[number] & branch.holding : implied[number] & ~branch.holding
        return (bit, (others & branch.relevant).nonzeroBitCount)
      }
      .enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element.bit)
  }

  /// Returns the facts that hold if some facts hold.
  private func closure(of facts: Bits128) -> Bits128 {
    implied.indices.reduce(facts) { facts >> $1 & 1 == 1 ? $0 | implied[$1] : $0 }
  }
}
