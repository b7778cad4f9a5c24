/// The profile in which messages are read and written (D1).
public enum MessageProfile: String, Sendable, Hashable, CaseIterable {
  /// Exactly as in the flow's own documents; the default.
  case strict
  /// As the real iOS SDK sends messages.
  ///
  /// It has its own names for an error's parts, its own order of a user's hint, no `state`, and
  /// unescaped commas and slashes. Reading accepts the documents' forms too.
  case ios

  /// Whether deviations from the documents are accepted.
  var isLenient: Bool { self == .ios }
}

/// The command of a message: the third part of its path (mobile-idp.md, section 5).
public enum MessageCommand: String, Sendable, Hashable, CaseIterable {
  /// The client asks the identity provider for an authorization code.
  case authRequest = "authrequest"
  /// The identity provider returns the code.
  case authResponse = "authresponse"
  /// The identity provider reports that a request failed.
  case error
  /// The identity provider starts: it names a user to the client.
  case idpInit = "idpinit"
  /// The identity provider starts with a code, whose verifier is in a shared keychain.
  case idpAuthCodeInit = "idpauthcodeinit"
}

/// The parameters of messages, by the documents' names (mobile-idp.md, section 5).
public enum MessageParameter: String, Sendable, Hashable, CaseIterable {
  case clientID = "oauth_client_id"
  case codeChallenge = "code_challenge"
  /// Never sent; `S256` is ignored, any other value is refused (section 6).
  case codeChallengeMethod = "code_challenge_method"
  case redirectURI = "oauth_redirect_uri"
  case scopes
  case userHint = "user_hint"
  case loginHost = "login_host"
  case state
  case appName = "app_name"
  case code
  case errorCode = "error_code"
  case errorDescription = "error_desc"
  case errorReason = "error_reason"
  case startURL = "start_url"
  case keychainReference = "keychain_reference"
  case keychainGroup = "keychain_group"

  /// Reads a name; a lenient profile also accepts the SDK's names.
  init?(name: String, _ profile: MessageProfile) {
    if let known = MessageParameter(rawValue: name) {
      self = known
    } else if profile.isLenient, let known = MessageParameter.ofSDK[name] {
      self = known
    } else {
      return nil
    }
  }

  private static let ofSDK: [String: MessageParameter] = [
    "errorCode": .errorCode, "errorDescription": .errorDescription, "errorReason": .errorReason,
  ]

  /// Its name in a profile.
  func name(_ profile: MessageProfile) -> String {
    guard profile == .ios else { return rawValue }
    return switch self {
    case .errorCode: "errorCode"
    case .errorDescription: "errorDescription"
    case .errorReason: "errorReason"
    default: rawValue
    }
  }
}
