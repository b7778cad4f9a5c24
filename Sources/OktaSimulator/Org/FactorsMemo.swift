import Synchronization

/// What pages have shown of people's factors: the same person is offered the same ones in sign-in
/// after sign-in.
///
/// It changes no answer: what is kept follows from the org, the account and the offers alone.
final class FactorsMemo: Sendable {
  private struct Entry {
    var account: Account
    var offers: [Offer]
    var factors: Transaction.Factors
  }

  /// By the accounts' ids, the newest last.
  private let entries = Mutex<[String: [Entry]]>([:])

  /// How many people are kept, and how many sets of offers for each: a sign-in has two or three.
  private static let limits = (people: 1024, offers: 4)

  /// The factors of somebody, made where they are not kept.
  func factors(
    of account: Account?, _ offers: [Offer], _ make: () -> Transaction.Factors
  ) -> Transaction.Factors {
    guard let account else { return make() }
    let id = account.id
    let kept = entries.withLock { entries in
      entries[id]?.first { $0.offers == offers && $0.account == account }?.factors
    }
    if let kept { return kept }
    let factors = make()
    entries.withLock { entries in
      if entries[id] == nil, entries.count >= FactorsMemo.limits.people { entries = [:] }
      var own = entries[id] ?? []
      if own.count >= FactorsMemo.limits.offers { own.removeFirst() }
      own.append(Entry(account: account, offers: offers, factors: factors))
      entries[id] = own
    }
    return factors
  }
}
