import FlowText

/// A user of two orgs whose groups or attributes differ.
struct ChangedUser: Sendable {
  let login: String
  private let hasOtherGroups: Bool
  /// The names of the attributes that differ, in lowercase.
  private let attributes: Set<String>

  /// Compares the accounts of a user in both orgs; `nil` if their groups and attributes are the same.
  init?(_ old: Account, _ new: Account) {
    // Most users are the same, and comparing arrays is faster than making sets.
    guard
      old.groups != new.groups || old.profile != new.profile || old.email != new.email
        || old.userType != new.userType
    else { return nil }
    login = new.login
    hasOtherGroups = Set(old.groups) != Set(new.groups)
    var attributes = Set(
      Set(old.profile).symmetricDifference(new.profile).map { $0.name.lowercased() })
    if old.email != new.email { attributes.insert("email") }
    if old.userType != new.userType { attributes.insert("type") }
    self.attributes = attributes
    guard hasOtherGroups || !attributes.isEmpty else { return nil }
  }

  /// Whether an unknown condition, in lowercase, may test what differs.
  func mayDecide(_ condition: String) -> Bool {
    if hasOtherGroups, condition.contains("group") || condition.contains("memberof") { return true }
    return ["user", "profile", "attribute"].contains(where: condition.contains)
      && attributes.contains(where: condition.contains)
  }
}

extension WalkPair {
  /// The maximum number of users that a sentence names.
  private static let namedMost = 3

  /// The unknown conditions that users may fulfill in only one of the orgs, one sentence each.
  ///
  /// A comparison assumes that an unknown condition holds in both orgs or in neither. That is wrong
  /// for a user whose groups or attributes differ if the condition tests them.
  package var shiftedUnknowns: [String] {
    guard !users.changed.isEmpty else { return [] }
    let before = Set(old.policy.unknowns.filter(\.isUnknown).map(\.name))
    let shared = new.policy.unknowns.filter { $0.isUnknown && before.contains($0.name) }.map(\.name)
    return shared.compactMap { name -> String? in
      let text = name.lowercased()
      let logins = users.changed.filter { $0.mayDecide(text) }.map(\.login)
      guard !logins.isEmpty else { return nil }
      let more = logins.count - WalkPair.namedMost
      let named = Array(logins.prefix(WalkPair.namedMost))
      let list = Prose.list(named + (more > 0 ? ["\(more) more"] : []), "and")
      return "groups or attributes of \(list) changed, which `\(name)` may test (unknown)"
    }
  }
}
