import FlowEngine
import FlowHTTP
import SimulatorKit

/// Simulates a sign-in at an external identity provider: the browser returns at once.
struct ProviderRedirect: TurnPart {
  let turn: Turn

  /// Answers a request to the address in `redirect-idp` by redirecting the browser to the client.
  func authorize(_ form: OAuthForm) throws(HTTPRefusal) -> HTTPResponse {
    let handle = try form.required("request_uri")
    guard handle.hasPrefix(Site.requestPrefix),
      let number = Handle.number(in: handle, behind: Site.requestPrefix),
      var transaction = state.transactions[number],
      Site.requestPrefix + transaction.interactionHandle == handle,
      transaction.expires > turn.time(of: transaction)
    else { throw .invalidRequest("The 'request_uri' is invalid or has expired.") }
    guard let index = Int(try form.required("idp")), policy.providers.indices.contains(index),
      transaction.offers(policy.providers[index], index)
    else { throw .invalidRequest("The 'idp' parameter is invalid.") }
    now = turn.time(of: transaction)
    let answer = comeBack(from: index, &transaction).parameters
    state.transactions[number] = transaction
    if let response = transaction.backToClient { return response }
    // In an authorization-code flow, the sign-in continues on the org's own page.
    if transaction.interaction.isCodeFlow, transaction.provider != nil {
      return .redirect(to: org.site.login(transaction))
    }
    return .redirect(to: transaction.interaction.address(with: answer))
  }

  /// Returns from an identity provider.
  ///
  /// The result is the parameters for the client: a code, `interaction_required` if the sign-in
  /// must continue, or an error if it failed. The reply is that of the sign-in.
  func comeBack(
    from index: Int, _ transaction: inout Transaction
  ) -> (parameters: [FormPair], reply: Reply) {
    func denied(_ text: String) -> [FormPair] {
      [FormPair("error", "access_denied"), FormPair("error_description", text)]
    }
    guard let login = login(signedInBy: policy.providers[index], transaction),
      let person = turn.person(login)
    else {
      return (denied("The user turned back at the identity provider."), .next)
    }
    transaction.restart()
    transaction.person = person
    transaction.identifier = login
    guard let account = turn.account(of: transaction), account.canSignIn else {
      transaction.restart()
      return (denied("User is not assigned to the client application."), .next)
    }
    transaction.provider = index
    // In a sign-on rule, a sign-in at an identity provider counts as a password.
    let reply = signOn.verify(.password, &transaction)
    switch transaction.stage {
    case .succeeded(let code, _):
      return ([FormPair("interaction_code", code.reveal())], reply)
    case .ended: return (denied(reply.messages.first?.text ?? "Access is denied."), reply)
    default:
      let text = "Your client is configured to use the interaction code flow."
      return (
        [FormPair("error", "interaction_required"), FormPair("error_description", text)], reply
      )
    }
  }

  /// Returns the login of the user that a provider signs in; `nil` if the user turns back there.
  ///
  /// That is the user who entered a login, or the first user that the provider signs in.
  private func login(
    signedInBy provider: IdentityProvider, _ transaction: Transaction
  ) -> String? {
    func signsIn(_ account: Account) -> Bool { provider.signsIn(account, in: transaction.context) }
    if let person = transaction.identifier.flatMap({ turn.person($0) }),
      let account = turn.account(of: person), signsIn(account)
    {
      return account.login
    }
    return state.people.first(where: signsIn)?.login
  }
}

extension Transaction {
  /// Whether the current page offers an identity provider.
  fileprivate func offers(_ provider: IdentityProvider, _ index: Int) -> Bool {
    switch self.stage {
    case .identify: provider.isOffered
    case .redirect(let shown): shown.contains(index)
    default: false
    }
  }
}

extension Interaction {
  /// Returns the redirect address of the client with parameters and the `state`.
  func address(with answer: [FormPair]) -> String {
    var pairs = answer
    if let state = self.state { pairs.append(FormPair("state", state)) }
    return self.redirect.with(pairs)
  }
}

extension Site {
  /// The prefix of the `request_uri` that identifies a transaction (RFC 9126, section 2.2).
  static let requestPrefix = "urn:okta:"

  /// Returns the address of the org that sends a browser to an identity provider.
  func authorize(for interaction: Interaction, handle: String, provider: Int) -> String {
    let query = FormEncoding.encode([
      FormPair("client_id", interaction.clientID),
      FormPair("request_uri", Site.requestPrefix + handle), FormPair("idp", String(provider)),
    ])
    return oauth(interaction.server) + "authorize?" + query
  }
}
