import SimulatorKit
import FlowEngine
import FlowHTTP

/// Reads the parameters of `interact` and `authorize`, and applies tokens in them.
struct InteractParameters: TurnPart {
  let turn: Turn

  /// Reads the parameters that affect the transaction.
  func read(_ form: OAuthForm, into interaction: inout Interaction.Parts) throws(HTTPRefusal) {
    interaction.state = try form.value("state")
    interaction.loginHint = try form.value("login_hint")
    if let values = try form.value("acr_values") {
      // The values are in order of preference, and the first known value counts. Unknown values are
      // ignored (OpenID Connect Core 1.0, section 3.1.2.1).
      interaction.assurance =
        values.split(separator: " ").lazy.compactMap { Assurance(rawValue: String($0)) }.first
    }
    if let age = try form.value("max_age") {
      // The age is limited, because a larger value has no effect.
      guard let seconds = Int64(age), seconds >= 0 else {
        throw .invalidRequest("The 'max_age' parameter is invalid.")
      }
      interaction.maxAge = .seconds(min(seconds, ContextHeaders.farthest.components.seconds))
    }
    let prompt = try form.value("prompt") ?? ""
    interaction.asksForLogin = prompt.split(separator: " ").contains("login")
  }

  /// Applies an activation or recovery token in a request to a transaction.
  ///
  /// The transaction then continues with the first enrollment or with a new password.
  ///
  /// - Returns: Whether the request contains a token.
  /// - Throws: `HTTPRefusal` if the token is invalid.
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
