import FlowEngine

/// Assigns compact keys to the positions of an exploration.
///
/// From positions with equal keys, the user can do the same. Common parts of positions are stored
/// only once, under a number. Random values and values that depend only on the time are ignored.
package struct WalkKeys {
  /// The key of a position.
  package struct Key: Hashable, Sendable {
    fileprivate var stage: UInt32
    fileprivate var account: UInt32
    fileprivate var proofs: UInt32
    fileprivate var choices: UInt32
    fileprivate var flags: UInt64

    /// What the user has enrolled and verified.
    package var holdings: UInt64 { UInt64(account) << 32 | UInt64(proofs) }

    package func hash(into hasher: inout Hasher) {
      // Combines the four numbers into two words, because hashing takes time for each word.
      hasher.combine(UInt64(stage) << 32 | UInt64(account))
      hasher.combine(UInt64(proofs) << 32 | UInt64(choices))
      hasher.combine(flags)
    }
  }

  private var stages: [Transaction.Stage: UInt32] = [:]
  private var accounts: [Account?: UInt32] = [:]
  private var proofs: [Proofs: UInt32] = [:]
  private var choices: [Choices: UInt32] = [:]

  /// The key of a position, and the values that its numbers stand for.
  ///
  /// The next position usually has most of the same values.
  package struct Numbered: Sendable {
    package let key: Key
    fileprivate let account: Account?
    fileprivate let proofs: Proofs
    fileprivate let choices: Choices
  }

  fileprivate struct Proofs: Hashable {
    var proofs: [Proof]
    var verified: Methods
    var proved: Methods
    var recovery: Methods?
  }

  fileprivate struct Choices: Hashable {
    var offers: [Offer]
    var enrollments: Transaction.EnrollmentOffer
  }

  /// Whether a rule requires verifications in a sequence, so that their order matters.
  private let isOrdered: Bool

  /// Prepares to assign keys to the positions of an exploration.
  package init(_ walk: Walk) {
    let policy = walk.org.policy
    isOrdered = (policy.rules + policy.accountRules).contains { rule in
      rule.requirement.combinations.contains { !$0.chain.isEmpty }
    }
  }

  private func proofs(_ transaction: Transaction) -> [Proof] {
    guard !isOrdered, transaction.proofs.count > 1 else { return transaction.proofs }
    func order(_ proof: Proof) -> (UInt32, UInt8, Int) {
      (
        Methods(proof.verification.method).rawValue, proof.verification.traits.rawValue,
        proof.isOfSession ? 1 : 0
      )
    }
    return transaction.proofs.sorted { order($0) < order($1) }
  }

  /// Returns the key of a position.
  ///
  /// - Parameters:
  ///   - position: The position.
  ///   - before: The key of the previous position. Equal values aren't looked up again.
  /// - Returns: The key, with the values of the position.
  package mutating func number(
    _ position: WalkPosition, after before: Numbered? = nil
  ) -> Numbered {
    let transaction = position.transaction
    let account = position.account
    let own = Proofs(
      proofs: transaction.proofs, verified: transaction.verified, proved: transaction.proved,
      recovery: position.recovery)
    let choice = Choices(offers: transaction.offers, enrollments: transaction.enrollments)
    let key = Key(
      stage: WalkKeys.number(of: transaction.stage.plain, in: &stages),
      account: before?.account == account
        ? before?.key.account ?? 0 : WalkKeys.number(of: account, in: &accounts),
      proofs: before?.proofs == own
        ? before?.key.proofs ?? 0
        : WalkKeys.number(
          of: Proofs(
            proofs: proofs(transaction), verified: own.verified, proved: own.proved,
            recovery: own.recovery),
          in: &proofs),
      choices: before?.choices == choice
        ? before?.key.choices ?? 0 : WalkKeys.number(of: choice, in: &choices),
      flags: transaction.flags)
    return Numbered(key: key, account: account, proofs: own, choices: choice)
  }

  private static func number<Value: Hashable>(
    of value: Value, in numbers: inout [Value: UInt32]
  ) -> UInt32 {
    if let known = numbers[value] { return known }
    let number = UInt32(numbers.count)
    numbers[value] = number
    return number
  }
}

extension Transaction {
  /// The remaining state of the transaction, packed into bits.
  fileprivate var flags: UInt64 {
    var flags: UInt64 = 0
    func add(_ value: Int, _ bits: Int) { flags = flags << UInt64(bits) | UInt64(value) }
    let purpose =
      switch self.purpose {
      case .signIn: 0
      case .recover: 1
      case .unlock: 2
      }
    add(purpose, 2)
    let person =
      switch self.person {
      case .nobody: 0
      case .known: 1
      case .registered: 2
      case .draft: 3
      case .stranger: 4
      }
    add(person, 3)
    add(self.ignoresSession ? 1 : 0, 1)
    add(self.resumes ? 1 : 0, 1)
    add(self.remembersDevice ? 1 : 0, 1)
    add(self.staysSignedIn ? 1 : 0, 1)
    add(self.isActivating ? 1 : 0, 1)
    add(self.hasSignedUp ? 1 : 0, 1)
    add((self.provider ?? -1) + 1, 16)
    // Most transactions have no settled questions, so lookups aren't necessary.
    guard !self.settled.isEmpty else { return flags << UInt64(Transaction.questions.count) }
    for question in Transaction.questions { add(self.settled.contains(question) ? 1 : 0, 1) }
    return flags
  }

  private static let questions: [Question] = [
    .passwordWarning, .grace, .profile, .keepMeSignedIn, .consent,
  ]
}

extension Transaction.Stage {
  /// The stage without random values and times.
  fileprivate var plain: Transaction.Stage {
    switch self {
    case .challenge(var challenge):
      challenge.code = nil
      challenge.nonce = ""
      return .challenge(challenge)
    case .push(var push):
      push.sent = .zero
      push.number = nil
      return .push(push)
    case .enroll(var enrolling):
      enrolling.code = nil
      enrolling.key = nil
      enrolling.nonce = ""
      return .enroll(enrolling)
    case .enrollApp(var enrolling):
      enrolling.token = Secret("")
      enrolling.began = enrolling.began.map { _ in .zero }
      return .enrollApp(enrolling)
    case .succeeded: return .succeeded(code: Secret(""), expires: .zero)
    default: return self
    }
  }
}
