import FlowHTTP

/// Answers the engine's requests to cause events outside of the app.
struct OutsideEvents: NextAuthPart {
  let turn: NextAuthTurn

  /// Answers `/outside/server-logout` and `/outside/ping-lost`: logs out all sessions, or an
  /// account's.
  func logOut(_ body: NextAuthBody, isByPing: Bool) throws(HTTPRefusal) -> JSON {
    let given = try OfferParameters(
      body, of: isByPing ? "ping-lost" : "server-logout", taking: ["account", "server"])
    for session in try loggedIn(given) {
      state.endSession(session.nonce)
      state.tell(.logout(session.nonce, isByPing: isByPing))
    }
    return [:]
  }

  /// The logged-in sessions, limited to a given account or server; throws if there is none.
  func loggedIn(
    _ given: OfferParameters
  ) throws(HTTPRefusal) -> [NextAuthState.LiveSession] {
    let server = try given.text("server")
    let ids = try given.text("account").map { name in
      Set(named(name, at: server).map(\.id))
    }
    let sessions = state.sessions.filter { session in
      guard let account = session.account else { return false }
      return ids?.contains(account) ?? true && (server ?? session.server) == session.server
    }
    guard !sessions.isEmpty else { throw .parameter("no such session is logged in") }
    return sessions
  }

  /// Answers `/outside/account-deleted`.
  func loseAccount(_ body: NextAuthBody) throws(HTTPRefusal) -> JSON {
    let given = try OfferParameters(body, of: "account-deleted", taking: ["account", "server"])
    let account = try account(toDelete: given)
    deviceRequests.remove(account.id)
    state.tell(.accountDeleted(account.id))
    return [:]
  }

  /// The account that a script names, or the only account.
  func account(
    toDelete given: OfferParameters
  ) throws(HTTPRefusal) -> NextAuthOrg.Account {
    let (name, server) = (try given.text("account"), try given.text("server"))
    let found =
      name.map { named($0, at: server) }
      ?? state.accounts.filter { server == nil || $0.server == server }
    guard let account = found.first, found.count == 1 else {
      let names = state.accounts.map { "`\($0.name)`" }.joined(separator: ", ")
      throw .parameter(
        names.isEmpty
          ? "the device has no account" : "name the `account`, and its `server`: \(names)")
    }
    return account
  }

  /// Answers `/outside/biometrics-removed`: the device's own set of biometrics has changed.
  func loseBiometrics(_ body: NextAuthBody) throws(HTTPRefusal) -> JSON {
    _ = try OfferParameters(body, of: "biometrics-removed", taking: [])
    guard state.factors.hasBiometric else { throw .parameter("no biometric is registered") }
    state.factors.biometric = .lost
    state.tell(.biometricsRemoved)
    return [:]
  }
}
