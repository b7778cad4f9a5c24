import FlowHTTP

/// Why a request is refused, in OAuth's words (RFC 6749, section 5.2; section 9.1 of the flow).
struct MobileIdPError: Error, Sendable, Hashable {
  var status: Int
  var code: String
  var text: String

  init(_ code: String, _ text: String, status: Int? = nil) {
    self.code = code
    self.text = text
    self.status = status ?? MobileIdPError.status(of: code)
  }

  /// The document on the wire.
  var json: JSON { ["error": .string(code), "error_description": .string(text)] }

  /// All errors come with 400, but for those of a server that is unwell.
  private static func status(of code: String) -> Int {
    switch code {
    case "server_error": 500
    case "service_unavailable": 503
    default: 400
    }
  }

  static func invalidRequest(_ text: String) -> MobileIdPError {
    MobileIdPError("invalid_request", text)
  }

  static func invalidGrant(_ text: String) -> MobileIdPError {
    MobileIdPError("invalid_grant", text)
  }

  /// What a fault of the settings says.
  static func fault(_ code: String) -> MobileIdPError {
    MobileIdPError(code, "the simulated server fails here")
  }

  static let unknownClient = MobileIdPError("invalid_client_id", "client identifier invalid")
  static let expiredCode = invalidGrant("expired authorization code")
  static let unknownCode = invalidGrant("invalid authorization code")
  static let expiredToken = invalidGrant("expired access/refresh token")
}
