public import FlowEngine

/// `authresponse`: the identity provider returns a code (mobile-idp.md, section 5.2).
public struct AuthResponse: Sendable, Hashable {
  /// The code.
  public var code: Secret
  /// The request's `state`; always present under the strict profile.
  public var state: Secret?
  /// The host of the request; the client sends the code there if it requested this host (D12).
  public var loginHost: LoginHost?

  /// Makes an answer.
  public init(code: Secret, state: Secret?, loginHost: LoginHost?) {
    self.code = code
    self.state = state
    self.loginHost = loginHost
  }

  /// Reads an answer.
  ///
  /// - Parameter envelope: The command with unchecked parameters.
  /// - Throws: The fault of the first wrong parameter; the state is read before all others.
  init(_ envelope: Envelope) throws(MessageFault) {
    if envelope.profile.isLenient {
      state = try envelope.secret(.state)
    } else {
      state = try envelope.required(
        .state, max: MessageLimits.handleBytes, rule: "section 5.2, row 43", Secret.init)
    }
    try envelope.checkAll()
    code = try envelope.required(
      .code, max: MessageLimits.handleBytes, rule: "section 5.2, row 46", Secret.init)
    loginHost = try envelope.loginHost()
  }
}
