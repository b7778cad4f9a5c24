/// The users of two versions of an org, grouped by everything that the conditions of policies in
/// either version can test, except logins and addresses.
///
/// The apps of both versions can share the value.
package struct PairedUsers: Sendable {
  /// The indices of the members of each group in both orgs, in the order of the old one.
  private let groups: [[WalkPair.Both<Int>]]
  /// The users whose groups or attributes differ, in the order of the old org.
  let changed: [ChangedUser]

  /// Groups the users of two versions of an org.
  ///
  /// - Parameters:
  ///   - old: The org before the change.
  ///   - new: The org after the change.
  package init(_ old: Org, _ new: Org) {
    let numbers = PairedUsers.numbers(AlikeUsers(new), count: new.people.count)
    let oldNumbers = PairedUsers.numbers(AlikeUsers(old), count: old.people.count)
    var groups: [[WalkPair.Both<Int>]] = []
    var places: [[Int]: Int] = [:]
    var changed: [ChangedUser] = []
    for (index, account) in old.people.enumerated() {
      guard let other = new.logins[account.login.lowercased()] else { continue }
      if let user = ChangedUser(account, new.people[other]) { changed.append(user) }
      let both = WalkPair.Both(old: index, new: other)
      let key = [oldNumbers[index], numbers[other]]
      if let place = places[key] {
        groups[place].append(both)
      } else {
        places[key] = groups.count
        groups.append([both])
      }
    }
    self.groups = groups
    self.changed = changed
  }

  private static func numbers(_ users: AlikeUsers, count: Int) -> [Int] {
    var numbers = [Int](repeating: 0, count: count)
    for (number, group) in users.groups.enumerated() {
      for index in group { numbers[index] = number }
    }
    return numbers
  }

  private struct Key: Hashable {
    /// The number of the traits.
    var traits: Int
    var ofLogin: [Bool]
    var mark: UInt64
  }

  /// Returns the classes of users between which two orgs with these users don't distinguish.
  ///
  /// - Parameters:
  ///   - old: The old org, or one of its apps.
  ///   - new: The new org, or one of its apps.
  ///   - mark: Returns a number that also distinguishes users.
  /// - Returns: The members of each class, in the order of the old org.
  func classes(
    _ old: Org, _ new: Org, _ mark: (WalkPair.Both<Int>) -> UInt64
  ) -> [[WalkPair.Both<Int>]] {
    func ofLogin(_ org: Org) -> [Condition] { org.policy.personConditions.filter(\.testsLogin) }
    func others(_ org: Org) -> [Condition] { org.policy.personConditions.filter { !$0.testsLogin } }
    let ofLogins = (ofLogin(old), ofLogin(new))
    let ofGroups = (others(old), others(new))
    var classes: [[WalkPair.Both<Int>]] = []
    var places: [Key: Int] = [:]
    var known: [[PersonTraits]: Int] = [:]
    for group in groups {
      let both = [
        PersonTraits(old.people[group[0].old], ofGroups.0, old.policy),
        PersonTraits(new.people[group[0].new], ofGroups.1, new.policy),
      ]
      let traits = known[both] ?? known.count
      known[both] = traits
      for both in group {
        let key = Key(
          traits: traits,
          ofLogin: ofLogins.0.map { $0.holds(for: old.people[both.old], in: .init()) }
            + ofLogins.1.map { $0.holds(for: new.people[both.new], in: .init()) },
          mark: mark(both))
        if let place = places[key] {
          classes[place].append(both)
        } else {
          places[key] = classes.count
          classes.append([both])
        }
      }
    }
    return classes.map { $0.sorted { $0.old < $1.old } }.sorted { $0[0].old < $1[0].old }
  }
}
