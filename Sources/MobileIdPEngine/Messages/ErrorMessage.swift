public import FlowEngine

/// `error`: a request has failed (mobile-idp.md, sections 5.3 and 9.3).
public struct ErrorMessage: Sendable, Hashable {
  /// A lower-case word; this project's provider sends one of `Code`.
  public var code: String
  /// The server's description, or a fixed text; may be empty.
  public var description: String
  /// The cause in a few words; may be empty.
  public var reason: String
  /// The value of the request; `nil` if it had none.
  public var state: Secret?

  /// The provider's own errors; a server's errors are passed on unchanged (section 9.3).
  public enum Code: String, Sendable, Hashable, CaseIterable {
    case userCancelled = "user_cancelled"
    case accessDenied = "access_denied"
    case invalidRequest = "invalid_request"
    case invalidClientCredentials = "invalid_client_credentials"
    case untrustedApp = "untrusted_app"
    case unknownLoginHost = "unknown_login_host"
    case sessionRefused = "session_refused"
    case serverError = "server_error"

    /// The reason of the code; empty if it depends.
    public var reason: String {
      switch self {
      case .userCancelled: "user cancelled authentication"
      case .accessDenied: "end-user denied authorization"
      case .invalidClientCredentials: "invalid credentials"
      case .untrustedApp: "calling app not verified"
      case .sessionRefused: "failed refreshing credentials"
      case .invalidRequest, .unknownLoginHost, .serverError: ""
      }
    }
  }

  /// Makes an error; its texts are cut to the length limits of a message.
  public init(_ code: String, description: String = "", reason: String = "", state: Secret?) {
    self.code = ErrorMessage.cut(code)
    self.description = ErrorMessage.cut(description)
    self.reason = ErrorMessage.cut(reason)
    self.state = state
  }

  /// Reads an error.
  ///
  /// A lenient profile accepts the SDK's names and its `-999` for a cancellation (row 64). Under a
  /// strict one, an error without a known name is still an error.
  ///
  /// - Parameter envelope: Its form.
  /// - Throws: The first parameter that is wrong.
  init(_ envelope: Envelope) throws(MessageFault) {
    state = try envelope.secret(.state)
    try envelope.checkAll()
    let code = try envelope.text(.errorCode) ?? ""
    self.code =
      envelope.profile == .ios && code == ErrorMessage.cancelled
      ? Code.userCancelled.rawValue : code
    description = try envelope.text(.errorDescription) ?? ""
    reason = try envelope.text(.errorReason) ?? ""
  }

  /// The SDK's number of a cancellation (section 5.3).
  static let cancelled = "-999"

  /// The code in a profile: the SDK uses only numbers, zero except for a cancellation.
  func codeText(_ profile: MessageProfile) -> String {
    guard profile == .ios else { return code }
    return code == Code.userCancelled.rawValue ? ErrorMessage.cancelled : "0"
  }

  /// The reason, or else the description, to show to the user.
  ///
  /// Another app wrote it, so it has no control characters and at most 200 characters (section 12).
  public var shown: String {
    let text = reason.isEmpty ? description : reason
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(200) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// Cuts a text to the byte limit of a message's text, at a character of Unicode.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > MessageLimits.textBytes else { return text }
    var size = 0
    let kept = text.unicodeScalars.prefix { scalar in
      size += UTF8.width(scalar)
      return size <= MessageLimits.textBytes
    }
    return String(String.UnicodeScalarView(kept))
  }
}
