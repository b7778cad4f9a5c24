import SimulatorKit
import FlowEngine
import FlowHTTP

/// Reads what `interact` and `authorize` ask for, and begins a transaction with it.
struct InteractParameters: TurnPart {
  let turn: Turn

  /// Reads the parameters that change how a transaction goes.
  func read(_ form: OAuthForm, into interaction: inout Interaction.Parts) throws(HTTPRefusal) {
    interaction.state = try form.value("state")
    interaction.loginHint = try form.value("login_hint")
    if let values = try form.value("acr_values") {
      // The first that is known counts, for they stand in the order of preference; what isn't known
      // is a wish that is not met, and no error (OpenID Connect Core 1.0, section 3.1.2.1).
      interaction.assurance =
        values.split(separator: " ").lazy.compactMap { Assurance(rawValue: String($0)) }.first
    }
    if let age = try form.value("max_age") {
      // More seconds than any clock has had are as good as none.
      guard let seconds = Int64(age), seconds >= 0 else {
        throw .invalidRequest("The 'max_age' parameter is invalid.")
      }
      interaction.maxAge = .seconds(min(seconds, ContextHeaders.farthest.components.seconds))
    }
    let prompt = try form.value("prompt") ?? ""
    interaction.asksForLogin = prompt.split(separator: " ").contains("login")
  }

  /// Puts a transaction where its token leads: to what is enrolled first, or to a new password.
  ///
  /// - Returns: whether there was a token.
  func open(
    _ form: OAuthForm, _ transaction: inout Transaction
  ) throws(HTTPRefusal) -> Bool {
    if let token = try form.value("activation_token") {
      guard let index = state.people.firstIndex(where: { $0.activationToken?.reveal() == token }),
        state.people[index].canActivate
      else { throw .invalidRequest("The activation token is invalid") }
      transaction.person = .known(index)
      transaction.identifier = state.people[index].login
      transaction.isActivating = true
      _ = signOn.advance(&transaction)
      return true
    }
    if let token = try form.value("recovery_token") {
      guard let index = state.people.firstIndex(where: { $0.recoveryToken?.reveal() == token })
      else { throw .invalidRequest("The recovery token is invalid") }
      transaction.person = .known(index)
      transaction.identifier = state.people[index].login
      transaction.purpose = .recover
      _ = signOn.advance(&transaction)
      return true
    }
    return false
  }
}
