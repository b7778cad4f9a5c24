// The requests of clients (I1–I8, I30).
extension ProviderReducer {
  mutating func receive(_ url: MessageURL, from sender: AppIdentity?) {
    let envelope: Envelope
    do throws(MessageFault) {
      envelope = try Envelope(url, configuration.profile)
    } catch {
      return stay(.i31, .unreadable(error))
    }
    guard envelope.scheme == configuration.scheme, envelope.command == .authRequest else {
      return stay(.i31, .dropped(envelope.command))
    }
    // The provider never answers without an address, to a browser, or to itself, which would be a
    // cycle (row 67).
    let address = envelope.returnAddress.flatMap { $0 == configuration.scheme ? nil : $0 }
    guard state.place == .idle else {
      return second(envelope, ProviderState.Waiting(url: url, sender: sender), address)
    }
    guard let address else { return stay(.i1, .noReturnAddress) }
    let request: AuthRequest
    do throws(MessageFault) {
      request = try AuthRequest(envelope)
    } catch {
      if error.parameter == .userHint { decisions.append(.screenMalformed) }
      effects.append(.note(.unreadable(error)))
      return refuse(.i2, .invalidRequest, error.description, envelope, address)
    }
    guard isTrusted(request, from: sender) else {
      return refuse(.i3, .untrustedApp, ErrorMessage.Code.untrustedApp.reason, envelope, address)
    }
    let host = request.loginHost ?? configuration.defaultHost
    guard configuration.hosts.contains(host) else {
      return refuse(.i4, .unknownLoginHost, host.name, envelope, address)
    }
    state.errand = ProviderState.Errand(
      clientID: request.clientID, callback: request.callback, scopes: request.scopes,
      challenge: request.challenge, host: host, state: request.state, appName: request.appName)
    serve(request, at: host)
  }

  /// Answers a request with an error and stays in the same state.
  private mutating func refuse(
    _ row: ProviderTransition.ID, _ code: ErrorMessage.Code, _ reason: String,
    _ envelope: Envelope, _ address: URLScheme
  ) {
    stay(row)
    send(ErrorMessage(code.rawValue, reason: reason, state: envelope.state), to: address)
  }

  private mutating func second(
    _ envelope: Envelope, _ waiting: ProviderState.Waiting, _ address: URLScheme?
  ) {
    guard let address else { return stay(.i30, .noReturnAddress) }
    if configuration.secondRequest == .queue, state.queue.count < ProviderState.queueMax {
      state.queue.append(waiting)
      return stay(.i30)
    }
    refuse(.i30, .invalidRequest, "another request is running", envelope, address)
  }

  private func isTrusted(_ request: AuthRequest, from sender: AppIdentity?) -> Bool {
    if let allowed = configuration.allowedClients, !allowed.contains(request.clientID) {
      return false
    }
    guard configuration.verifiesCaller else { return true }
    return sender?.schemes.contains(request.callback.scheme) ?? false
  }

  /// Shows the screen that table 8.2 determines for a request.
  private mutating func serve(_ request: AuthRequest, at host: LoginHost) {
    let accounts = state.users.filter { $0.account.host == host }
    let match = request.userHint.flatMap { hint in
      accounts.first { $0.account.user.isSameUser(as: hint) }
    }
    let decision = Decision.screen(
      hasHint: request.userHint != nil, accounts: accounts.count, match: match?.isUsable)
    decisions.append(decision)
    switch decision {
    case .screenNone, .screenDeadSession:
      if let match { go(.i5, with: match) }
    case .screenUnmatched where configuration.unmatchedHint == .selectAccount:
      select(.i6, accounts, request.appName)
    case .screenAccounts: select(.i7, accounts, request.appName)
    case .screenNobody: logIn(.i8, username: nil)
    default: logIn(.i6, username: nil)
    }
  }

  private mutating func select(
    _ row: ProviderTransition.ID, _ accounts: [ProviderUser], _ appName: String?
  ) {
    move(row, to: .selectAccount)
    show(.selectAccount(accounts.map(\.account), appName: appName))
  }
}
