/// The answers to unknown facts that make a difference, found by following both answers to every
/// fact that is read.
///
/// Facts of several orgs that have the same reason are the same fact.
struct UnknownBranches {
  /// A set of answers: a bit for each fact.
  struct Branch {
    var holding: UInt128 = 0
    /// The facts whose answer makes a difference; any other fact may hold or not.
    var relevant: UInt128 = 0

    /// Whether the two branches differ in the answer to one of some facts.
    fileprivate func contradicts(_ other: Branch, in facts: UInt128) -> Bool {
      facts & other.relevant & (holding ^ other.holding) != 0
    }
  }

  /// The number of each org's facts among the facts of all orgs.
  private let numbers: [[Int]]
  /// The remaining number of branches.
  private var room = UnknownBranches.most
  /// Whether every branch was followed.
  private(set) var isComplete = true

  /// The maximum number of branches of one user in one place.
  private static let mostOfOne = 256
  /// The maximum number of branches of all places.
  private static let most = 200_000

  init(_ policies: [OrgPolicy]) {
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

  /// The answers of a branch, as an org numbers its facts.
  func answers(_ branch: Branch, of org: Int = 0) -> UnknownAnswers {
    var answers = UnknownAnswers()
    for (fact, number) in numbers[org].enumerated() {
      let (shared, own): (UInt128, UInt64) = (1 << UInt128(number), 1 << UInt64(fact))
      if branch.holding & shared != 0 { answers.holding |= own }
      if branch.relevant & shared != 0 { answers.relevant |= own }
    }
    return answers
  }

  /// Follows both answers to every fact that is read.
  ///
  /// - Parameter reads: Returns the facts that each org reads, in order, if it has the given answers.
  /// - Returns: The branches, those in which fewer facts hold first. Every set of answers is in one
  ///   of them, unless there are too many.
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

  /// Removes from branches the facts whose answer makes no difference after all.
  ///
  /// - Parameters:
  ///   - branches: The branches.
  ///   - isSame: Returns whether two branches, by index, are equivalent.
  func simplify(_ branches: inout [Branch], where isSame: (Int, Int) -> Bool) {
    // A branch that is missing may be a different one.
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
