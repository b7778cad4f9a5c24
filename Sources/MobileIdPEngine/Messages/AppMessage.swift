import FlowEngine

/// What one app says to the other (mobile-idp.md, section 5).
public enum AppMessage: Sendable, Hashable {
  case authRequest(AuthRequest)
  case authResponse(AuthResponse)
  case error(ErrorMessage)
  case idpInit(IdPInit)
  case idpAuthCodeInit(IdPAuthCodeInit)

  /// Reads a message whose form is known.
  ///
  /// - Parameter envelope: its form.
  /// - Throws: The first parameter that is wrong.
  public init(_ envelope: Envelope) throws(MessageFault) {
    switch envelope.command {
    case .authRequest: self = .authRequest(try AuthRequest(envelope))
    case .authResponse: self = .authResponse(try AuthResponse(envelope))
    case .error: self = .error(try ErrorMessage(envelope))
    case .idpInit: self = .idpInit(try IdPInit(envelope))
    case .idpAuthCodeInit: self = .idpAuthCodeInit(try IdPAuthCodeInit(envelope))
    }
  }

  /// Reads a URL.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - profile: how it is read.
  /// - Throws: What is wrong with it.
  public init(_ url: MessageURL, _ profile: MessageProfile = .strict) throws(MessageFault) {
    try self.init(Envelope(url, profile))
  }

  /// Reads a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the bundle.
  ///   - profile: how it is read.
  /// - Throws: What is wrong with it.
  public init(_ bundle: MessageBundle, _ profile: MessageProfile = .strict) throws(MessageFault) {
    try self.init(Envelope(bundle, profile))
  }

  /// What it is for.
  public var command: MessageCommand {
    switch self {
    case .authRequest: .authRequest
    case .authResponse: .authResponse
    case .error: .error
    case .idpInit: .idpInit
    case .idpAuthCodeInit: .idpAuthCodeInit
    }
  }
}
