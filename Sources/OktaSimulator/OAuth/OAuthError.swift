import FlowHTTP

/// Why an OAuth endpoint refuses a request (RFC 6749, section 5.2).
struct OAuthError: Error, Sendable, Hashable {
  var status = 400
  var code: String
  var text: String

  /// The document on the wire.
  var json: JSON {
    ["error": .string(code), "error_description": .string(text)]
  }

  static func invalidRequest(_ text: String) -> OAuthError {
    OAuthError(code: "invalid_request", text: text)
  }

  static func invalidGrant(_ text: String) -> OAuthError {
    OAuthError(code: "invalid_grant", text: text)
  }

  static let invalidClient = OAuthError(
    status: 401, code: "invalid_client", text: "Invalid value for 'client_id' parameter.")
  static let invalidSecret = OAuthError(
    status: 401, code: "invalid_client",
    text: "The client secret supplied for a confidential client is invalid.")
}
