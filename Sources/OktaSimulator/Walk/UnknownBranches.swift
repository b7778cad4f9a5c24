/// Finds the combinations of assumptions about unknown facts that make a difference.
///
/// It follows both possibilities for every fact that the policies evaluate. Facts of several orgs
/// with the same reason are the same fact.
struct UnknownBranches {
  /// A combination of assumptions, as bit sets of facts.
  struct Branch {
    var holding: UInt128 = 0
    /// The facts that make a difference.
    ///
    /// Each of the other facts may hold or not hold.
    var relevant: UInt128 = 0

    /// Whether two branches make opposite assumptions about one of the given facts.
    fileprivate func contradicts(_ other: Branch, in facts: UInt128) -> Bool {
      facts & other.relevant & (holding ^ other.holding) != 0
    }
  }

  /// The position of each org's facts in the list of all facts.
  private let numbers: [[Int]]
  /// The facts of each org that decide only which identity providers sign users in.
  let providerFacts: [UInt64]
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
    var known: [String: Int] = [:]
    numbers = policies.map { policy in
      policy.unknowns.map { fact in
        let number = known[fact.reason] ?? known.count
        known[fact.reason] = number
        return number
      }
    }
  }

  /// Whether no org has an unknown fact.
  var isEmpty: Bool { numbers.allSatisfy(\.isEmpty) }

  /// Returns the assumptions of a branch, with the numbers that an org gives its facts.
  func answers(_ branch: Branch, of org: Int = 0) -> UnknownAnswers {
    var answers = UnknownAnswers()
    for (fact, number) in numbers[org].enumerated() {
      let (shared, own): (UInt128, UInt64) = (1 << UInt128(number), 1 << UInt64(fact))
      if branch.holding & shared != 0 { answers.holding |= own }
      if branch.relevant & shared != 0 { answers.relevant |= own }
    }
    return answers
  }

  /// Follows both possibilities for every fact that the policies evaluate.
  ///
  /// - Parameter reads: Returns the facts that each org evaluates under the given assumptions, in
  ///   order.
  /// - Returns: The branches. Each combination of assumptions is covered by one branch, unless
  ///   there are too many.
  mutating func branches(reading reads: ([UnknownAnswers]) -> [[Int]]) -> [Branch] {
    guard !isEmpty else { return [Branch()] }
    var open = [Branch()]
    var next = 0
    let most = max(1, min(UnknownBranches.mostOfOne, room))
    while next < open.count {
      let facts = reads(numbers.indices.map { answers(open[next], of: $0) })
      for (org, own) in facts.enumerated() {
        for fact in own {
          let bit: UInt128 = 1 << UInt128(numbers[org][fact])
          guard open[next].relevant & bit == 0 else { continue }
          var other = open[next]
          open[next].relevant |= bit
          other.relevant |= bit
          other.holding |= bit
          if open.count < most { open.append(other) } else { isComplete = false }
        }
      }
      next += 1
    }
    room -= open.count - 1
    return open
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
      var rest = kept
      while rest != 0 {
        let bit = rest & (~rest &+ 1)
        rest &= ~bit
        let fewer = kept & ~bit
        if others.allSatisfy({ all[index].contradicts(all[$0], in: fewer) }) { kept = fewer }
      }
      branches[index].relevant = kept
      branches[index].holding &= kept
    }
  }
}
