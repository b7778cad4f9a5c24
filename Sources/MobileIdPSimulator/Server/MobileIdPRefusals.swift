import FlowHTTP
import SimulatorKit

/// The server's errors, with the codes of OAuth and of section 9.1 of the flow.
extension HTTPRefusal {
  /// The refusal for a fault of the settings, with status 400 or, for a server error, 500.
  static func fault(_ code: String) -> HTTPRefusal {
    let status =
      switch code {
      case "server_error": 500
      case "service_unavailable": 503
      default: 400
      }
    return HTTPRefusal(status, code: code, "the simulated server fails here")
  }

  static let unknownClient = HTTPRefusal(code: "invalid_client_id", "client identifier invalid")
  static let expiredCode = invalidGrant("expired authorization code")
  static let unknownCode = invalidGrant("invalid authorization code")
  static let expiredToken = invalidGrant("expired access/refresh token")
}
