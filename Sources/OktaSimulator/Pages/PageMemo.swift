import Synchronization

/// What the pages of an org have shown of users' factors: the same user is offered the same factors
/// in sign-in after sign-in.
///
/// The servers of an org share it. It changes no answer: what it keeps follows from the org, the
/// account and the offers.
public final class PageMemo: Sendable {
  private struct Entry {
    var account: Account
    var offers: [Offer]
    var origin: String
    var factors: Transaction.Factors
  }

  /// By the ids of the accounts, the latest last.
  private let entries = Mutex<[String: [Entry]]>([:])

  /// How many users are kept, and how many sets of offers for each: a sign-in has two or three.
  private static let limits = (people: 1024, offers: 4)

  /// Makes a memo for the servers of an org.
  public init() {}

  /// The factors of a user, made if they aren't kept.
  ///
  /// - Parameters:
  ///   - account: The user's account.
  ///   - offers: What the user can choose from.
  ///   - origin: The address of the org that the pages are for.
  ///   - make: Makes the factors.
  /// - Returns: The factors.
  func factors(
    of account: Account, _ offers: [Offer], at origin: String, _ make: () -> Transaction.Factors
  ) -> Transaction.Factors {
    let id = account.id
    let kept = entries.withLock { entries in
      entries[id]?.first { entry in
        entry.offers == offers && entry.account == account && entry.origin == origin
      }?.factors
    }
    if let kept { return kept }
    let factors = make()
    entries.withLock { entries in
      if entries[id] == nil, entries.count >= PageMemo.limits.people { entries = [:] }
      var own = entries[id] ?? []
      if own.count >= PageMemo.limits.offers { own.removeFirst() }
      own.append(Entry(account: account, offers: offers, origin: origin, factors: factors))
      entries[id] = own
    }
    return factors
  }
}
