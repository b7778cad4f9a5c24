/// The rules with which messages are read and written (D1).
public enum MessageProfile: String, Sendable, Hashable, CaseIterable {
  /// The rules of the flow's documents; the default.
  case strict
  /// The rules of the real iOS SDK.
  ///
  /// The SDK has its own names for an error's parts, puts the user before the org in a hint, sends
  /// no `state`, and doesn't escape commas and slashes. A reader with this profile also accepts the
  /// documents' forms.
  case ios

  /// Whether a reader accepts deviations from the documents.
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
  /// Messages never have this parameter; a reader ignores `S256` and refuses any other value
  /// (section 6).
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

  /// Reads a parameter's name; a lenient profile also accepts the SDK's names.
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

  /// The parameter's name in a profile.
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
