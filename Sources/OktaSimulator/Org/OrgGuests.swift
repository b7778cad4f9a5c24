extension Org {
  /// Returns two versions of an org with the users of both.
  ///
  /// Users that only one version has are guests of the other one. They show what its policies let
  /// such users do. Otherwise nothing could be compared if all members of a group were replaced.
  ///
  /// - Parameters:
  ///   - old: The org before the change.
  ///   - new: The org after the change.
  /// - Returns: Both orgs.
  package static func sharingUsers(_ old: Org, _ new: Org) -> (old: Org, new: Org) {
    func others(_ org: Org, _ other: Org) -> [Account] {
      other.people.filter { org.logins[$0.login.lowercased()] == nil }
    }
    return (old.hosting(others(old, new)), new.hosting(others(new, old)))
  }

  /// Returns the same org with guests.
  private func hosting(_ guests: [Account]) -> Org {
    guests.isEmpty
      ? self : inhabited(by: people + guests, guests: Set(guests.map { $0.login.lowercased() }))
  }

  /// Whether a login is that of a guest.
  func isGuest(_ login: String) -> Bool { guests.contains(login.lowercased()) }
}
