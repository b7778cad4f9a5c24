package import FlowHTTP

/// The refusals of an OAuth endpoint (RFC 6749, section 5.2).
extension HTTPRefusal {
  /// The document on the wire.
  package var oauthJSON: JSON {
    ["error": .string(code), "error_description": .string(message)]
  }

  /// A request that lacks a parameter, or has one that isn't as it must be.
  package static func invalidRequest(_ text: String) -> HTTPRefusal {
    HTTPRefusal(code: "invalid_request", text)
  }

  /// A code or a token that isn't valid.
  package static func invalidGrant(_ text: String) -> HTTPRefusal {
    HTTPRefusal(code: "invalid_grant", text)
  }
}
