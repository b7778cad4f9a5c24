import FlowText

/// The unknown conditions of two orgs that a user may fulfill in only one of them.
///
/// A comparison assumes that an unknown condition holds in both orgs or in neither. That is wrong
/// for a user whose groups or attributes differ if the condition tests them.
struct ShiftedUnknowns {
  /// The sentences, one for each condition.
  let sentences: [String]

  /// The maximum number of users that a sentence names.
  private static let namedMost = 3

  /// The facts about a user that can differ.
  private struct Differences {
    var login: String
    var groups = false
    /// The names of attributes, in lowercase.
    var attributes: Set<String> = []

    init?(_ old: Account, _ new: Account) {
      login = new.login
      groups = Set(old.groups) != Set(new.groups)
      attributes = Set(
        Set(old.profile).symmetricDifference(new.profile).map { $0.name.lowercased() })
      if old.email != new.email { attributes.insert("email") }
      if old.userType != new.userType { attributes.insert("type") }
      guard groups || !attributes.isEmpty else { return nil }
    }

    /// Whether a condition, in lowercase, may test one of the facts.
    func mayDecide(_ condition: String) -> Bool {
      if groups, condition.contains("group") || condition.contains("memberof") { return true }
      return attributes.contains { attribute in
        condition.contains(attribute)
          && ["user", "profile", "attribute"].contains {
            condition.contains($0)
          }
      }
    }
  }

  init(_ old: Org, _ new: Org) {
    let before = Set(old.policy.unknowns.filter(\.isUnknown).map(\.name))
    let shared = new.policy.unknowns.filter { $0.isUnknown && before.contains($0.name) }.map(\.name)
    guard !shared.isEmpty else {
      sentences = []
      return
    }
    let differences = new.people.compactMap { account -> Differences? in
      guard !new.isGuest(account.login), let index = old.index(ofLogin: account.login) else {
        return nil
      }
      return Differences(old.people[index], account)
    }
    sentences = shared.compactMap { name -> String? in
      let text = name.lowercased()
      let logins = differences.filter { $0.mayDecide(text) }.map(\.login)
      guard !logins.isEmpty else { return nil }
      let more = logins.count - Self.namedMost
      let named = Array(logins.prefix(Self.namedMost))
      let list = Prose.list(named + (more > 0 ? ["\(more) more"] : []), "and")
      return "groups or attributes of \(list) changed, which `\(name)` may test (unknown)"
    }
  }
}

extension Org {
  /// Returns the unknown conditions that users may fulfill in only one of two orgs, because their
  /// groups or attributes differ, one sentence each.
  package func shiftedUnknowns(since other: Org) -> [String] {
    ShiftedUnknowns(other, self).sentences
  }
}
