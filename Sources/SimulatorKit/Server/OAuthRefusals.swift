package import FlowHTTP

/// The refusals of an OAuth endpoint (RFC 6749, section 5.2).
extension HTTPRefusal {
  /// The refusal as an OAuth error response.
  package var oauthJSON: JSON {
    ["error": .string(code), "error_description": .string(message)]
  }

  /// Returns the refusal of a request with a missing or invalid parameter.
  package static func invalidRequest(_ text: String) -> HTTPRefusal {
    HTTPRefusal(code: "invalid_request", text)
  }

  /// Returns the refusal of an invalid code or token.
  package static func invalidGrant(_ text: String) -> HTTPRefusal {
    HTTPRefusal(code: "invalid_grant", text)
  }
}
