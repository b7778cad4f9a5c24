import NextAuthEngine
import TestSupport

/// A random sequence of moves, which a seed reproduces.
struct MoveSequence: Sendable, CustomStringConvertible {
  var setup = WorldSetup()
  var moves: [WorldMove] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    setup = WorldSetup(&random)
    let count = 2 + random.below(11)
    for _ in 0..<count { moves.append(WorldMove(&random)) }
  }

  /// The invariant that is broken after the sequence, or within it; `nil` if there is none.
  func fault(_ wrong: Wrong? = nil) -> String? {
    var world = World(setup)
    for move in moves {
      if let fault = world.make(move, wrong) { return fault }
    }
    return nil
  }

  /// A smallest sequence that fails in the same way: no part of it can be removed.
  ///
  /// - Parameters:
  ///   - fault: The fault, by its first word.
  ///   - wrong: The distortion of each step.
  /// - Returns: The sequence.
  func shrunk(_ fault: String, _ wrong: Wrong? = nil) -> MoveSequence {
    let kind = fault.prefix { $0 != ":" }
    func fails(_ sequence: MoveSequence) -> Bool {
      sequence.fault(wrong)?.prefix { $0 != ":" } == kind
    }
    var smallest = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      // Large parts first, then single moves.
      var size = max(smallest.moves.count / 2, 1)
      while size >= 1 {
        var start = 0
        while start < smallest.moves.count {
          var candidate = smallest
          candidate.moves.removeSubrange(start..<min(start + size, smallest.moves.count))
          if fails(candidate) {
            smallest = candidate
            isSmaller = true
          } else {
            start += size
          }
        }
        size /= 2
      }
      for candidate in smallest.simpler where fails(candidate) {
        smallest = candidate
        isSmaller = true
        break
      }
    }
    return smallest
  }

  /// The same sequence with one setting or one move at its default.
  private var simpler: [MoveSequence] {
    var all: [MoveSequence] = []
    for setup in setup.simpler {
      var other = self
      other.setup = setup
      all.append(other)
    }
    for index in moves.indices {
      for move in moves[index].simpler {
        var other = self
        other.moves[index] = move
        all.append(other)
      }
    }
    return all
  }

  var description: String {
    "with \(setup)\n" + moves.map { "  \($0)" }.joined(separator: "\n")
  }
}

extension SeededGenerator {
  mutating func below(_ end: Int) -> Int { Int(next() % UInt64(end)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

extension WorldSetup {
  init(_ random: inout SeededGenerator) {
    startsManually = random.chance(50)
    bypasses = random.chance(40)
    accounts = random.below(3)
    hasPIN = random.chance(75)
    hasBiometric = random.chance(50)
    isBlocked = random.chance(10)
    policy = random.below(3)
    isPinged = random.chance(70)
    requiresWithoutAppLogin = random.chance(20)
    blocksAll = random.chance(30)
    isSingleAccount = random.chance(15)
    idle = random.chance(30) ? 50 : 0
    inputTimeout = random.chance(20) ? 40 : 0
  }

  /// This setup with one setting at its default.
  fileprivate var simpler: [WorldSetup] {
    let usual = WorldSetup()
    func reset<Value>(_ path: WritableKeyPath<WorldSetup, Value>) -> WorldSetup {
      var other = self
      other[keyPath: path] = usual[keyPath: path]
      return other
    }
    return [
      reset(\.startsManually), reset(\.bypasses), reset(\.accounts), reset(\.hasPIN),
      reset(\.hasBiometric), reset(\.isBlocked), reset(\.policy), reset(\.isPinged),
      reset(\.requiresWithoutAppLogin), reset(\.blocksAll), reset(\.isSingleAccount),
      reset(\.idle), reset(\.inputTimeout),
    ].filter { $0 != self }
  }
}

extension WorldMove {
  /// Two of three moves advance a session, so that sequences reach far.
  init(_ random: inout SeededGenerator) {
    let session = random.chance(75) ? 0 : random.below(3)
    switch random.below(100) {
    case ..<14:
      self = .start(
        nonce: random.below(4), kind: random.chance(70) ? .login : .enrol,
        demand: random.chance(70) ? 0 : random.below(3), isChosen: random.chance(15),
        isPush: random.chance(20))
    case ..<20: self = .startAppLogin(account: random.below(3))
    case ..<46:
      self = .call(
        session: session, what: 0, choice: random.chance(60) ? 0 : random.below(3))
    case ..<72:
      self = .answer(
        request: random.chance(85) ? 0 : 1, how: random.chance(70) ? 0 : random.below(8))
    case ..<81: self = .call(session: session, what: 1 + random.below(5), choice: random.below(3))
    case ..<89: self = .wait(seconds: [1, 30, 50, 120][random.below(4)])
    case ..<92: self = .logout(session: session)
    case ..<94: self = .delete(account: random.below(2), byServer: random.chance(50))
    case ..<96: self = .push(id: random.below(3), what: random.below(4))
    case ..<98: self = .stray(session: session, what: random.below(6))
    case 98: self = .biometricsRemoved
    default: self = .garbage
    }
  }

  /// Simpler moves of the same kind.
  fileprivate var simpler: [WorldMove] {
    let all: [WorldMove] =
      switch self {
      case .start(_, let kind, let demand, _, let isPush):
        [
          .start(nonce: 0, kind: .login, demand: 0, isChosen: false, isPush: false),
          .start(nonce: 0, kind: kind, demand: demand, isChosen: false, isPush: isPush),
          .start(nonce: 0, kind: kind, demand: 0, isChosen: false, isPush: false),
        ]
      case .startAppLogin: [.startAppLogin(account: 0)]
      case .call(let session, let what, _):
        [
          .call(session: 0, what: 0, choice: 0), .call(session: 0, what: what, choice: 0),
          .call(session: session, what: what, choice: 0),
        ]
      case .answer: [.answer(request: 0, how: 0)]
      case .logout: [.logout(session: 0)]
      default: []
      }
    // The first that equals this move ends the descent, so that shrinking ends.
    return Array(all.prefix { $0 != self })
  }
}
