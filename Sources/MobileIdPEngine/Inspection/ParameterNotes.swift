import FlowEngine

/// Notes about parts of a message that a reader accepts but that are probably not intended.
enum ParameterNotes {
  static func all(
    _ text: MessageText, _ command: MessageCommand
  ) -> [MessageInspection.Finding] {
    var notes: [MessageInspection.Finding] = []
    var present: Set<MessageParameter> = []
    for part in text.parts {
      guard let name = part.name else { continue }
      if let known = MessageParameter(rawValue: name) {
        if part.value?.isEmpty == false { present.insert(known) }
        if !command.parameters.contains(known) {
          notes.append(
            MessageInspection.Finding(
              nil, "`\(name)` has no meaning in `\(command.rawValue)`, and is ignored",
              rule: "D9", at: part.nameRange))
        }
      } else {
        notes += note(on: name, part, command)
      }
    }
    for (parameter, rule) in command.wanted where !present.contains(parameter) {
      if parameter == .loginHost, command == .authRequest, present.contains(.userHint) { continue }
      // Another finding already reports that these parameters have the SDK's names.
      if text.parts.contains(where: { MessageParameter(name: $0.rawName, .ios) == parameter }) {
        continue
      }
      notes.append(
        MessageInspection.Finding(
          nil, "`\(parameter.rawValue)` is missing: the documents have it in `\(command.rawValue)`",
          rule: rule, at: text.commandRange, help: "it is \(parameter.meaning(in: command))"))
    }
    return notes
  }

  private static func note(
    on name: String, _ part: MessageText.Part, _ command: MessageCommand
  ) -> [MessageInspection.Finding] {
    if let known = MessageParameter(name: name, .ios) {
      return [
        MessageInspection.Finding(
          nil,
          "`\(name)` is the iOS SDK's name of `\(known.rawValue)`, and ignored when "
            + "reading strictly", rule: "section 13", at: part.nameRange,
          help: "write `\(known.rawValue)`")
      ]
    }
    if let why = carriesNever[name] {
      return [
        MessageInspection.Finding(
          nil, "`\(name)` must never cross between apps: \(why)", rule: "sections 1 and 5.6",
          at: part.range, help: "leave it out")
      ]
    }
    if name == "calling_app_url" { return [] }
    return [
      MessageInspection.Finding(
        nil,
        part.hasName
          ? "no message has a parameter `\(MessageText.cut(name))`; it is ignored"
          : "this isn't `NAME=value`, and is ignored",
        rule: "D9", at: part.nameRange, help: part.hasName ? nil : "write `NAME=value`", word: name,
        candidates: command.parameters.map(\.rawValue))
    ]
  }

  private static let carriesNever = [
    "code_verifier": "anyone with it and the code can get the tokens",
    "access_token": "only the client handles tokens",
    "refresh_token": "only the client "
      + "handles tokens", "id_token": "only the client handles tokens",
    "password": "only the server may see it", "client_secret": "no app has one",
  ]
}

extension MessageCommand {
  /// The parameters of this command's message, in the order of the documents.
  public var parameters: [MessageParameter] {
    switch self {
    case .authRequest:
      [
        .clientID, .codeChallenge, .codeChallengeMethod, .redirectURI, .scopes, .userHint,
        .loginHost, .state, .appName,
      ]
    case .authResponse: [.code, .state, .loginHost]
    case .error: [.errorCode, .errorDescription, .errorReason, .state]
    case .idpInit: [.userHint, .loginHost, .startURL]
    case .idpAuthCodeInit: [.userHint, .keychainReference, .keychainGroup, .code]
    }
  }

  /// The meaning of this command, in a clause.
  public var meaning: String {
    switch self {
    case .authRequest: "the client asks the identity provider for a code"
    case .authResponse: "the identity provider returns a code"
    case .error: "the identity provider reports that a request failed"
    case .idpInit: "the identity provider starts, and names a user to the client"
    case .idpAuthCodeInit:
      "the identity provider starts with a code, whose verifier is in a shared keychain"
    }
  }

  /// The parameters that the documents show but that a reader doesn't require.
  fileprivate var wanted: [(MessageParameter, rule: String)] {
    switch self {
    case .authRequest: [(.loginHost, "section 5.1, D7")]
    case .authResponse: [(.loginHost, "section 5.2, D12")]
    case .error:
      [(.errorCode, "section 5.3"), (.state, "section 5.3, P18")]
    case .idpInit: [(.userHint, "section 5.4, P26")]
    case .idpAuthCodeInit: []
    }
  }
}

extension MessageParameter {
  /// The meaning of this parameter, in a clause.
  ///
  /// - Parameter command: The message that contains the parameter.
  /// - Returns: The clause.
  public func meaning(in command: MessageCommand) -> String {
    switch self {
    case .clientID: "the client's consumer key"
    case .codeChallenge: "the base64url of the SHA-256 of the client's verifier"
    case .codeChallengeMethod: "never sent; `S256` is ignored"
    case .redirectURI: "the client's callback, whose scheme receives the answer"
    case .scopes: "the scopes that the client requests, separated by commas"
    case .userHint:
      command == .authRequest
        ? "the user that the client requests, as an `idpinit` named it" : "the user, `orgid:userid`"
    case .loginHost:
      switch command {
      case .authRequest: "the host that the client chose"
      case .idpInit: "the host of the user"
      default: "the host of the request, to which the code goes"
      }
    case .state:
      command == .authRequest
        ? "the value that the answer must return, byte for byte" : "the value of the request"
    case .appName: "the client's name, to show to the user"
    case .code: "the one-time code, valid only with the verifier"
    case .errorCode: "the error as a word"
    case .errorDescription: "the server's description"
    case .errorReason: "the cause, to show to the user"
    case .startURL: "the address that the client opens after the sign-in"
    case .keychainReference: "the name of the verifier in the keychain"
    case .keychainGroup: "the keychain group that both apps share"
    }
  }
}
