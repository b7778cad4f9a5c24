import FlowEngine
public import MobileIdPEngine

extension SignInResult {
  /// The tokens of a client's sign-in as the client keeps them, for the `accounts` of its next run.
  ///
  /// - Parameter host: The login host that gave them.
  /// - Returns: The tokens with their user; `nil` where nobody has signed in to a client.
  public func tokenSet(of host: LoginHost) -> TokenSet? {
    guard let tokens, case .text(let text)? = facts.first(where: { $0.name == "user.hint" })?.value,
      let user = UserHint(text)
    else { return nil }
    return TokenSet(
      user: user, host: host, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken,
      scopes: ScopeList(server: tokens.scope ?? ""))
  }
}
