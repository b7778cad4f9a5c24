/// The ids of assertions and proofs that were used, so that none is used twice.
package struct UsedIDs: Sendable, Hashable {
  private var ends: [String: Int64] = [:]

  /// The maximum number of ids before those of expired tokens are removed.
  private static let countMax = 10_000

  package init() {}

  /// Records an id.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - end: The time from which the token with the id is invalid anyway, in seconds since 1970.
  ///   - now: The current time, in seconds since 1970.
  /// - Returns: Whether the id is new.
  package mutating func use(_ id: String, until end: Int64, now: Int64) -> Bool {
    if ends.count >= UsedIDs.countMax { ends = ends.filter { $0.value >= now } }
    guard ends[id] == nil, ends.count < UsedIDs.countMax else { return false }
    ends[id] = end
    return true
  }
}
