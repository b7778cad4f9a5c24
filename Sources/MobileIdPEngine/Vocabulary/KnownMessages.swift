import FlowEngine

/// What the apps say to one another, with the parameters by the wire's own names.
enum KnownMessages {
  static let all: [EngineVocabulary.Intent] = [
    message(
      .authRequest,
      [
        .clientID, .codeChallenge, .redirectURI, .scopes, .userHint, .loginHost, .state, .appName,
        .codeChallengeMethod,
      ], "The client asks the provider for an authorization code."),
    message(
      .authResponse, [.code, .state, .loginHost], "The provider hands the code over.",
      example: "expect authresponse.login_host is \"login.salesforce.com\""),
    message(
      .error, [.errorCode, .errorDescription, .errorReason, .state],
      "The provider says that nothing comes of a request.",
      example: "expect sent error and error.error_code is \"access_denied\""),
    message(
      .idpInit, [.userHint, .loginHost, .startURL], "The provider begins, and names a user."),
    message(
      .idpAuthCodeInit, [.userHint, .keychainReference, .keychainGroup, .code],
      "The provider begins with a code, whose verifier is in a shared keychain."),
  ]

  private static func message(
    _ command: MessageCommand, _ parameters: [MessageParameter], _ meaning: String,
    example: String? = nil
  ) -> EngineVocabulary.Intent {
    EngineVocabulary.Intent(
      command.rawValue, parameters: parameters.map(\.rawValue), meaning: meaning,
      example: example ?? "expect sent \(command.rawValue)")
  }
}
