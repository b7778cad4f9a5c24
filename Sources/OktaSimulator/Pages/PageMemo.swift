import Synchronization

/// The factors of users on the pages of an org, because the same user gets the same factors in
/// every sign-in.
///
/// The servers of an org share it. It doesn't change an answer: its contents follow from the org,
/// the account and the offers.
public final class PageMemo: Sendable {
  private struct Entry {
    var account: Account
    var offers: [Offer]
    var origin: String
    var factors: Transaction.Factors
  }

  /// The entries by the ids of the accounts, latest last.
  private let entries = Mutex<[String: [Entry]]>([:])

  /// The maximum numbers of users and of offers for each.
  ///
  /// A sign-in has two or three.
  private static let limits = (people: 1024, offers: 4)

  /// Creates a memo for the servers of an org.
  public init() {}

  /// Returns the factors of a user, and makes them if they aren't kept.
  ///
  /// - Parameters:
  ///   - account: The user's account.
  ///   - offers: The choices of the user.
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
