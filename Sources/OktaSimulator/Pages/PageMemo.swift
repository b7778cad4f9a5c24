import FlowLock

/// Stores the factors that pages show for each user, because a user sees the same factors in every
/// sign-in.
///
/// All servers of an org share it. It never changes a response, because its contents depend only on
/// the org, the account and the offers.
public final class PageMemo: Sendable {
  private struct Entry {
    var account: Account
    var offers: [Offer]
    var origin: String
    var factors: Transaction.Factors
  }

  /// The entries for each account id.
  ///
  /// The latest entry is last.
  private let entries = Mutex<[String: [Entry]]>([:])

  /// The maximum number of users, and of entries for each user.
  ///
  /// A sign-in needs two or three entries.
  private static let limits = (people: 1024, offers: 4)

  /// Creates a memo for the servers of an org.
  public init() {}

  /// Returns the factors of a user, and makes them if they aren't stored.
  ///
  /// - Parameters:
  ///   - account: The user's account.
  ///   - offers: The factors that the user can choose.
  ///   - origin: The address of the org in the pages.
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
