import FlowEngine

/// The messages between the two apps, whose parameters have the names of the protocol (section 5).
enum KnownMessages {
  static let all: [EngineVocabulary.Intent] = MessageCommand.allCases.map { command in
    .init(
      command.rawValue, parameters: command.parameters.map(\.rawValue),
      meaning: meaning(of: command), example: example(of: command))
  }

  private static func meaning(of command: MessageCommand) -> String {
    switch command {
    case .authRequest: "The client asks the provider for an authorization code."
    case .authResponse: "The provider returns the code."
    case .error: "The provider reports that a request failed."
    case .idpInit: "The provider starts: it names a user to the client."
    case .idpAuthCodeInit:
      "The provider starts with a code, whose verifier is in a shared keychain."
    }
  }

  private static func example(of command: MessageCommand) -> String {
    switch command {
    case .authRequest: "expect sent authrequest and authrequest.scopes contains \"api\""
    case .authResponse: "expect authresponse.state is authrequest.state"
    case .error: "expect failure and error.error_code is \"user_cancelled\""
    case .idpInit: "expect sent idpinit and not sent authrequest"
    case .idpAuthCodeInit: "expect idpauthcodeinit.keychain_group is \"acme.shared\""
    }
  }
}
