import FlowEngine
import FlowHTTP
import SimulatorKit

/// The authorization-code flow (RFC 6749, section 4.1), with a sign-in on a page of the org.
struct CodeFlow: TurnPart {
  let turn: Turn

  /// Begins the sign-in of a browser.
  ///
  /// The org shows errors about the client or the redirect address itself. It sends all other
  /// errors to the client (section 4.1.2.1).
  func beginCodeFlow(
    _ form: OAuthForm, _ said: ContextHeaders, _ server: AuthorizationServer
  ) throws(HTTPRefusal) -> HTTPResponse {
    let clientID = try form.required("client_id")
    try oauthRequests.checkClient(clientID)
    let redirect = try oauthRequests.redirectAddress(form)
    let state = try form.value("state")
    do throws(HTTPRefusal) {
      guard try form.value("response_type") == "code" else {
        throw HTTPRefusal(
          code: "unsupported_response_type", "The response type must be 'code'.")
      }
      guard try ["query", nil].contains(form.value("response_mode")) else {
        throw .invalidRequest("The response mode must be 'query'.")
      }
      var parts = Interaction.Parts(
        server: server, clientID: clientID, redirect: redirect,
        scope: try form.required("scope"), proof: try CodeProof(form),
        nonce: try form.value("nonce"))
      parts.isCodeFlow = true
      try interactParameters.read(form, into: &parts)
      let isSilent = try form.value("prompt") == "none"
      return try begin(Interaction(parts), said, isSilent: isSilent)
    } catch {
      var answer = [
        FormPair("error", error.code), FormPair("error_description", error.message),
      ]
      if let state { answer.append(FormPair("state", state)) }
      return .redirect(to: redirect.with(answer))
    }
  }

  private func begin(
    _ interaction: Interaction, _ said: ContextHeaders, isSilent: Bool
  ) throws(HTTPRefusal) -> HTTPResponse {
    now = clock + said.context.clock
    var transaction = idxRequests.begin(interaction)
    transaction.context = said.context
    transaction.context.unknowns.holding |= policy.graces(at: now)
    browserSession.joinSession(of: nil, &transaction)
    if transaction.resumes { _ = signOn.advance(&transaction) }
    state.transactions[transaction.number] = transaction
    if let response = transaction.backToClient { return response }
    guard !isSilent else {
      throw HTTPRefusal(code: "login_required", "The user isn't signed in.")
    }
    return .redirect(to: org.site.login(transaction))
  }

  /// Returns the sign-in page, after processing the submitted form if the request is a POST.
  func login(_ request: HTTPRequest) -> HTTPResponse {
    do throws(HTTPRefusal) {
      let form = try OAuthForm(request)
      let handle = try form.required("request")
      guard let number = Handle.number(in: handle), var transaction = state.transactions[number],
        transaction.interactionHandle == handle, transaction.interaction.isCodeFlow,
        transaction.expires > turn.time(of: transaction)
      else { throw .invalidRequest("This sign-in is over: begin again in the app.") }
      now = turn.time(of: transaction)
      var reply = Reply.next
      if request.method == .post {
        reply = try submit(form, &transaction)
        state.transactions[number] = transaction
      }
      if let response = transaction.backToClient { return response }
      let answer = idxRequests.page(transaction, reply)
      return LoginPage(answer.json, handle: handle).response(status: answer.status)
    } catch {
      return LoginPage.response(error.status, "Sign-in", "<p role=\"alert\">\(error.message)</p>")
    }
  }

  /// Processes a form of the current page.
  private func submit(
    _ form: OAuthForm, _ transaction: inout Transaction
  ) throws(HTTPRefusal) -> Reply {
    let forms = LoginForm.all(of: idxRequests.page(transaction, .next).json)
    guard let index = Int(try form.required("form")), forms.indices.contains(index) else {
      throw .invalidRequest("The page has changed: go back and load it again.")
    }
    let body = try forms[index].body { name throws(HTTPRefusal) in try form.value(name) }
    do throws(Refusal) {
      return try idxRequests.perform(forms[index].endpoint, FormBody(body), &transaction)
    } catch {
      return .say(error.status, error.message)
    }
  }
}

extension Transaction {
  /// The redirect to the client, if an authorization-code flow has succeeded; otherwise `nil`.
  var backToClient: HTTPResponse? {
    guard self.interaction.isCodeFlow, case .succeeded(let code, _) = self.stage else { return nil }
    return .redirect(to: self.interaction.address(with: [FormPair("code", code.reveal())]))
  }
}

extension Site {
  /// Returns the address of the sign-in page for a transaction.
  func login(_ transaction: Transaction) -> String {
    origin + LoginPage.path + "?"
      + FormEncoding.encode([FormPair("request", transaction.interactionHandle)])
  }
}
