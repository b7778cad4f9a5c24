public import FlowEngine

/// `error`: a request has failed (mobile-idp.md, sections 5.3 and 9.3).
public struct ErrorMessage: Sendable, Hashable {
  /// The error code, a lower-case word; this project's provider sends one of `Code`.
  public var code: String
  /// The server's description, or a fixed text; may be empty.
  public var description: String
  /// The cause in a few words; may be empty.
  public var reason: String
  /// The request's `state`; `nil` if the request didn't have one.
  public var state: Secret?

  /// The codes of the provider's own errors; a server's errors are passed on unchanged (section
  /// 9.3).
  public enum Code: String, Sendable, Hashable, CaseIterable {
    case userCancelled = "user_cancelled"
    case accessDenied = "access_denied"
    case invalidRequest = "invalid_request"
    case invalidClientCredentials = "invalid_client_credentials"
    case untrustedApp = "untrusted_app"
    case unknownLoginHost = "unknown_login_host"
    case sessionRefused = "session_refused"
    case serverError = "server_error"

    /// The fixed reason for the code; empty if the reason depends on the request.
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

  /// Makes an error, and cuts its texts to the length limit of a message's text.
  public init(_ code: String, description: String = "", reason: String = "", state: Secret?) {
    self.code = ErrorMessage.cut(code)
    self.description = ErrorMessage.cut(description)
    self.reason = ErrorMessage.cut(reason)
    self.state = state
  }

  /// Reads an error.
  ///
  /// A lenient profile accepts the SDK's names, and its code `-999` for a cancellation (row 64).
  /// Under the strict profile, an error without a known name is still an error.
  ///
  /// - Parameter envelope: The command with unchecked parameters.
  /// - Throws: The fault of the first wrong parameter.
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

  /// The SDK's error code for a cancellation (section 5.3).
  static let cancelled = "-999"

  /// The error code as a profile writes it.
  ///
  /// The SDK uses only numbers: `-999` for a cancellation, and `0` for all other errors.
  func codeText(_ profile: MessageProfile) -> String {
    guard profile == .ios else { return code }
    return code == Code.userCancelled.rawValue ? ErrorMessage.cancelled : "0"
  }

  /// The text to show to the user: the reason, or else the description.
  ///
  /// Because another app wrote the text, control characters are removed and only 200 characters are
  /// kept (section 12).
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

  /// Cuts a text to the byte limit of a message's text, without splitting a Unicode scalar.
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
