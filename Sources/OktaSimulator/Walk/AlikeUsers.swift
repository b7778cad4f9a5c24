import FlowEngine

/// The users of an org, grouped by everything that the conditions of policies can test, except
/// logins and addresses.
///
/// Even an org with many thousands of users usually has few groups. All apps of the org can share
/// them.
package struct AlikeUsers: Sendable {
  /// The indices of the members of each group in the org's `people`, in ascending order.
  let groups: [[Int]]

  /// Groups the users of an org.
  ///
  /// - Parameter org: The org, or the org as the users of one of its apps see it.
  package init(_ org: Org) {
    var groups: [[Int]] = []
    var places: [Key: Int] = [:]
    for (index, account) in org.people.enumerated() {
      let key = Key(account, org.policy)
      if let place = places[key] {
        groups[place].append(index)
      } else {
        places[key] = groups.count
        groups.append([index])
      }
    }
    self.groups = groups
  }

  private struct Key: Hashable {
    private let traits: PersonTraits
    private let groups: Set<String>
    private let userType: String?
    private let profile: [Account.Attribute]

    init(_ account: Account, _ policy: OrgPolicy) {
      traits = PersonTraits(account, [], policy)
      groups = Set(account.groups)
      userType = account.userType
      profile = account.profile
    }
  }
}

extension Org {
  /// The classes of users, in the order of the settings.
  ///
  /// If users can sign up, they are the last class.
  package var walkKinds: [WalkKind] { walkKinds(among: AlikeUsers(self)) }

  /// Returns the classes of users, in the order of the settings.
  ///
  /// If users can sign up, they are the last class.
  ///
  /// - Parameter users: The users of this org, or of the whole org if this is the org of one app.
  /// - Returns: The classes.
  package func walkKinds(among users: AlikeUsers) -> [WalkKind] {
    let conditions = policy.personConditions
    let ofGroups = conditions.filter { !$0.testsLogin }
    let ofLogins = conditions.filter(\.testsLogin)
    var members: [[Int]] = []
    var places: [ClassKey: Int] = [:]
    for group in users.groups {
      let traits = PersonTraits(people[group[0]], ofGroups, policy)
      for index in ofLogins.isEmpty ? [group[0]] : group {
        let key = ClassKey(
          traits: traits, ofLogin: ofLogins.map { $0.holds(for: people[index], in: .init()) })
        let place = places[key] ?? members.count
        if place == members.count {
          places[key] = place
          members.append([])
        }
        if ofLogins.isEmpty { members[place] += group } else { members[place].append(index) }
      }
    }
    var kinds = members.map { indices in indices.sorted() }
      .sorted { $0[0] < $1[0] }
      .map { indices in WalkKind(index: indices[0], logins: logins(of: indices)) }
    if policy.isOpenToNewcomers { kinds.append(WalkKind(logins: [])) }
    return kinds
  }
}

extension Org {
  /// Returns the indices of the users of a class.
  package func users(of kind: WalkKind) -> [Int] {
    kind.logins.compactMap(index(ofLogin:))
  }

  /// Returns the logins of users.
  ///
  /// - Parameter indices: The indices of the users in the org's `people`.
  /// - Returns: The logins in the same order.
  package func logins(of indices: some Collection<Int>) -> UserLogins {
    UserLogins(userLogins, at: indices)
  }

  /// Whether another org has the same users, in the same groups and in the same order.
  package func hasSameGroups(as other: Org) -> Bool {
    people.count == other.people.count
      && zip(people, other.people).allSatisfy { $0.login == $1.login && $0.groups == $1.groups }
  }

  /// Whether users can sign up.
  package var isOpenToNewcomers: Bool { policy.isOpenToNewcomers }
}

/// What distinguishes the classes of users.
private struct ClassKey: Hashable {
  var traits: PersonTraits
  /// Whether each condition about logins and addresses holds.
  var ofLogin: [Bool]
}

extension Condition {
  /// Whether the condition can distinguish between users who differ only in logins and addresses.
  var testsLogin: Bool {
    switch subject {
    case .users, .logins, .attribute("login", _), .attribute("email", _): true
    default: false
    }
  }
}
