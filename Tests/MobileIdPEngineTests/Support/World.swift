import FlowEngine
import MobileIdPEngine
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The base world of the reference's scenarios (mobile-idp.md, section 15).
enum Known {
  static let org = "00D000000000001EAA"
  static let ada = "005000000000001AAA"
  static let bob = "005000000000002AAA"
  static let adaHint = "\(org):\(ada)"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let state = "af0ifjsldkj"

  /// The seven parameters of a request, and the hint, as a strict writer writes them.
  static let request: [(String, String)] = [
    ("oauth_client_id", "SP_CONSUMER_KEY"), ("code_challenge", challenge),
    ("oauth_redirect_uri", "sampleapp%3A%2F%2Foauth2%2Fdone"),
    ("scopes", "api%2Cweb%2Crefresh_token"), ("user_hint", "\(org)%3A\(ada)"),
    ("login_host", "login.salesforce.com"), ("state", state),
  ]

  static let response = [
    ("code", "aPrx.code"), ("state", state), ("login_host", "login.salesforce.com"),
  ]

  /// A URL of pairs that are already escaped.
  static func url(
    _ command: String, _ pairs: [(String, String)], scheme: String = "sampleidpapp"
  ) -> MessageURL {
    let query = pairs.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    return MessageURL("\(scheme)://oauth2/v1.0/\(command)?\(query)")
  }

  /// A request in which one parameter is replaced or left out.
  static func request(_ name: String, _ value: String?) -> MessageURL {
    var pairs = request.filter { $0.0 != name }
    if let value { pairs.append((name, value)) }
    return url("authrequest", pairs)
  }

  /// The seed of property tests; `FLOW_MOBILE_IDP_SEED` sets another number.
  static let seed =
    ProcessInfo.processInfo.environment["FLOW_MOBILE_IDP_SEED"].flatMap(UInt64.init) ?? 1
}

extension MessageURL {
  /// The fault of reading it; `nil` if it is accepted.
  func fault(_ profile: MessageProfile = .strict) -> MessageFault? {
    do throws(MessageFault) {
      _ = try AppMessage(self, profile)
      return nil
    } catch {
      return error
    }
  }

  func request(_ profile: MessageProfile = .strict) throws -> AuthRequest {
    guard case .authRequest(let request) = try AppMessage(self, profile) else {
      throw MessageFault(.notMessage, rule: "a request was expected")
    }
    return request
  }
}
