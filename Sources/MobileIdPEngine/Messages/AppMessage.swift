public import FlowEngine

/// A message from one app to another (mobile-idp.md, section 5).
public enum AppMessage: Sendable, Hashable {
  case authRequest(AuthRequest)
  case authResponse(AuthResponse)
  case error(ErrorMessage)
  case idpInit(IdPInit)
  case idpAuthCodeInit(IdPAuthCodeInit)

  /// Reads a message from its envelope.
  ///
  /// - Parameter envelope: The command with unchecked parameters.
  /// - Throws: The fault of the first wrong parameter.
  public init(_ envelope: Envelope) throws(MessageFault) {
    switch envelope.command {
    case .authRequest: self = .authRequest(try AuthRequest(envelope))
    case .authResponse: self = .authResponse(try AuthResponse(envelope))
    case .error: self = .error(try ErrorMessage(envelope))
    case .idpInit: self = .idpInit(try IdPInit(envelope))
    case .idpAuthCodeInit: self = .idpAuthCodeInit(try IdPAuthCodeInit(envelope))
    }
  }

  /// Reads a message from a URL.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - profile: The profile with which the message is read.
  /// - Throws: The fault.
  public init(_ url: MessageURL, _ profile: MessageProfile = .strict) throws(MessageFault) {
    try self.init(Envelope(url, profile))
  }

  /// Reads a message from a bundle.
  ///
  /// - Parameters:
  ///   - bundle: The bundle.
  ///   - profile: The profile with which the message is read.
  /// - Throws: The fault.
  public init(_ bundle: MessageBundle, _ profile: MessageProfile = .strict) throws(MessageFault) {
    try self.init(Envelope(bundle, profile))
  }

  /// The message's command.
  public var command: MessageCommand {
    switch self {
    case .authRequest: .authRequest
    case .authResponse: .authResponse
    case .error: .error
    case .idpInit: .idpInit
    case .idpAuthCodeInit: .idpAuthCodeInit
    }
  }

  /// Writes the message as a URL.
  ///
  /// - Parameters:
  ///   - scheme: The receiver's scheme.
  ///   - profile: The profile with which the message is written. The strict profile escapes every
  ///     character that isn't unreserved. The SDK's profile doesn't escape colons, slashes, commas
  ///     and question marks.
  /// - Returns: The URL.
  /// - Throws: A fault if the profile requires a parameter that isn't set.
  public func url(
    to scheme: URLScheme, _ profile: MessageProfile = .strict
  ) throws(MessageFault) -> MessageURL {
    let raw = profile == .ios ? ":/,?" : ""
    var pairs: [String] = []
    for (parameter, value) in try parameters(profile) {
      let text = PercentCoding.encode(value.reveal(), leaving: raw)
      pairs.append("\(parameter.name(profile))=\(text)")
    }
    return MessageURL(
      "\(scheme)\(Envelope.lead)\(command.rawValue)?\(pairs.joined(separator: "&"))")
  }

  /// Writes the message as a bundle, with the same names and values as in its URL.
  ///
  /// - Parameter profile: The profile with which the message is written.
  /// - Returns: The bundle.
  /// - Throws: A fault if the profile requires a parameter that isn't set.
  public func bundle(_ profile: MessageProfile = .strict) throws(MessageFault) -> MessageBundle {
    MessageBundle(
      command.rawValue,
      try parameters(profile).map { MessageBundle.Entry($0.0.name(profile), $0.1) })
  }

  /// Writes the message as a URL on iOS, or as an intent on Android.
  ///
  /// - Parameters:
  ///   - scheme: The receiver's scheme.
  ///   - profile: The profile with which the message is written.
  ///   - platform: The platform of both apps.
  /// - Returns: The URL, or the intent.
  /// - Throws: A fault if the profile requires a parameter that isn't set.
  func link(
    to scheme: URLScheme, _ profile: MessageProfile, _ platform: MessagePlatform
  ) throws(MessageFault) -> MessageURL {
    switch platform {
    case .ios: try url(to: scheme, profile)
    case .android: MessageURL(MessageIntent(try bundle(profile), to: scheme))
    }
  }

  /// The parameters that are set, in the order of the documents.
  ///
  /// - Parameter profile: The profile with which the message is written.
  /// - Returns: Each parameter with its value.
  /// - Throws: A fault if the profile requires a parameter that isn't set.
  public func parameters(
    _ profile: MessageProfile = .strict
  ) throws(MessageFault) -> [(MessageParameter, Secret)] {
    let all: [(MessageParameter, Secret?)]
    var needed: [MessageParameter] = []
    switch self {
    case .authRequest(let request):
      all = request.parameters(profile)
      needed = [.clientID, .state]
    case .authResponse(let response):
      all = [
        (.code, response.code), (.state, response.state),
        (.loginHost, response.loginHost.map { Secret($0.name) }),
      ]
      needed = [.code, .state, .loginHost]
    case .error(let error):
      all = [
        (.errorCode, Secret(error.codeText(profile))),
        (.errorDescription, Secret(error.description)), (.errorReason, Secret(error.reason)),
        (.state, error.state ?? (profile == .ios ? nil : Secret(""))),
      ]
    case .idpInit(let message):
      all = [
        (.userHint, message.userHint.map { Secret($0.text(profile)) }),
        (.loginHost, message.loginHost.map { Secret($0.name) }),
        (.startURL, message.startURL.map { Secret($0.text) }),
      ]
      needed = [.loginHost]
    case .idpAuthCodeInit(let message):
      all = [
        (.userHint, Secret(message.userHint.text(profile))),
        (.keychainReference, Secret(message.verifier.reference)),
        (.keychainGroup, Secret(message.verifier.group)), (.code, message.code),
      ]
      needed = [.code]
    }
    for (parameter, value) in all
    where needed.contains(parameter) && !profile.isLenient && value?.isEmpty != false {
      throw MessageFault(.missing, parameter, rule: "section 5")
    }
    return all.compactMap { parameter, value in value.map { (parameter, $0) } }
  }
}

extension AuthRequest {
  fileprivate func parameters(_ profile: MessageProfile) -> [(MessageParameter, Secret?)] {
    [
      (.clientID, Secret(clientID)), (.codeChallenge, Secret(challenge.text)),
      (.redirectURI, Secret(callback.text)), (.scopes, Secret(scopes.messageText)),
      (.userHint, userHint.map { Secret($0.text(profile)) }),
      (.loginHost, loginHost.map { Secret($0.name) }), (.state, state),
      (.appName, appName.map(Secret.init)),
    ]
  }
}
