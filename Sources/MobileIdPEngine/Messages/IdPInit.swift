public import FlowEngine

/// `idpinit`: the identity provider names a user to the client (mobile-idp.md, section 5.4).
public struct IdPInit: Sendable, Hashable {
  /// The user; if `nil`, the client asks the user how to log in.
  public var userHint: UserHint?
  /// The host of the user; always present under the strict profile.
  public var loginHost: LoginHost?
  /// The absolute URI that the client opens after the sign-in.
  public var startURL: CallbackURI?

  /// Makes a message.
  public init(userHint: UserHint?, loginHost: LoginHost?, startURL: CallbackURI? = nil) {
    self.userHint = userHint
    self.loginHost = loginHost
    self.startURL = startURL
  }

  /// Reads a message.
  ///
  /// - Parameter envelope: The command with unchecked parameters.
  /// - Throws: The fault of the first wrong parameter.
  init(_ envelope: Envelope) throws(MessageFault) {
    try envelope.checkAll()
    userHint = try envelope.userHint()
    loginHost = try envelope.loginHost()
    guard loginHost != nil || envelope.profile.isLenient else {
      throw MessageFault(.missing, .loginHost, rule: "section 5.4")
    }
    startURL = try envelope.optional(
      .startURL, max: MessageLimits.uriBytes, wanted: "an absolute URI without a fragment",
      rule: "section 5.4", CallbackURI.init)
  }
}

/// `idpauthcodeinit`: the identity provider sends a code to the client (mobile-idp.md, section
/// 5.5).
public struct IdPAuthCodeInit: Sendable, Hashable {
  /// The keychain item of a verifier that the provider and the client share.
  public struct KeychainItem: Sendable, Hashable {
    /// The keychain group whose apps can read the item.
    public var group: String
    /// The item's name in the keychain.
    public var reference: String

    /// Makes a reference to a keychain item.
    public init(group: String, reference: String) {
      self.group = group
      self.reference = reference
    }
  }

  /// The user that the code is for.
  public var userHint: UserHint
  /// The keychain item of the code's verifier.
  public var verifier: KeychainItem
  /// The code.
  public var code: Secret

  /// Makes a message.
  public init(userHint: UserHint, verifier: KeychainItem, code: Secret) {
    self.userHint = userHint
    self.verifier = verifier
    self.code = code
  }

  /// Reads a message.
  ///
  /// - Parameter envelope: The command with unchecked parameters.
  /// - Throws: The fault of the first wrong parameter.
  init(_ envelope: Envelope) throws(MessageFault) {
    try envelope.checkAll()
    guard let hint = try envelope.userHint() else {
      throw MessageFault(.missing, .userHint, rule: "section 5.5")
    }
    userHint = hint
    verifier = KeychainItem(
      group: try envelope.required(
        .keychainGroup, max: MessageLimits.textBytes, rule: "section 5.5"
      ) { $0 },
      reference: try envelope.required(
        .keychainReference, max: MessageLimits.textBytes, rule: "section 5.5"
      ) { $0 })
    code = try envelope.required(
      .code, max: MessageLimits.handleBytes, rule: "section 5.5", Secret.init)
  }
}
