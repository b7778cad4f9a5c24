/// How messages are read and written (D1).
public enum MessageProfile: String, Sendable, Hashable, CaseIterable {
  /// What the flow's own documents say, to the letter; the default.
  case strict
  /// What the real iOS SDK sends: its names of an error's parts, its order of a user's hint, no
  /// `state`, commas and slashes as they are; read so that the documents' forms pass too.
  case ios

  /// Whether what departs from the documents is read.
  var isLenient: Bool { self == .ios }
}

/// What a message is for: the third part of its path (mobile-idp.md, section 5).
public enum MessageCommand: String, Sendable, Hashable, CaseIterable {
  /// The client asks the identity provider for an authorization code.
  case authRequest = "authrequest"
  /// The identity provider hands the code over.
  case authResponse = "authresponse"
  /// The identity provider says that nothing comes of a request.
  case error
  /// The identity provider begins: it names a user to the client.
  case idpInit = "idpinit"
  /// The identity provider begins with a code, whose verifier is in a shared keychain.
  case idpAuthCodeInit = "idpauthcodeinit"
}

/// The parameters of messages, by the documents' names (mobile-idp.md, section 5).
public enum MessageParameter: String, Sendable, Hashable, CaseIterable {
  case clientID = "oauth_client_id"
  case codeChallenge = "code_challenge"
  /// Never sent; `S256` is passed over where it stands, anything else refused (section 6).
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

  /// Reads a name; the SDK's names too where the profile is lenient.
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

  /// Its name as a profile writes it.
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
