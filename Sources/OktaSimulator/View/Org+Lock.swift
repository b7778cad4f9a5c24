import SimulatorKit

extension Org {
  /// Locks a user out until somebody ends that, or ends the user's lock, as an administrator does.
  ///
  /// - Parameters:
  ///   - login: The user's login, in capitals or not.
  ///   - isLocked: Whether the user is locked out.
  ///   - state: What is changed by it.
  ///   - now: The time since the start of 1970, UTC.
  /// - Returns: Whether there is such a user.
  public func setLock(
    of login: String, to isLocked: Bool, state: inout OrgState, now: Duration
  ) -> Bool {
    let login = login.lowercased()
    func change(_ account: inout Account) {
      account.unlockIfDue(at: now)
      if isLocked { account.lock(until: nil) } else { account.unlock() }
    }
    if let index = logins[login], state.people.indices.contains(index) {
      change(&state.people[index])
      return true
    }
    guard let number = state.registeredLogins[login], var account = state.registered[number] else {
      return false
    }
    change(&account)
    state.registered[number] = account
    return true
  }
}
