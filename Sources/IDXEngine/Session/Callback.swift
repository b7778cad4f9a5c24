import FlowDiagnostics
import FlowEngine
import FlowHTTP

/// The result of a redirect, read from the query of the address.
enum Callback {
  /// A code to exchange for tokens.
  case interactionCode(Secret)
  /// More steps follow, so the transaction must be introspected again.
  case interactionRequired
  /// The code of an email link, with which to answer a step.
  case passcode(Secret)

  /// Reads the address at which a browser arrived.
  ///
  /// - Parameters:
  ///   - address: The whole address.
  ///   - redirectURI: The client's redirect URI, with which the address must begin.
  ///   - state: The state that the address must contain.
  /// - Throws: `EngineFailure.Kind.untrusted` if the address isn't the client's or is for another
  ///   transaction; `refused` if it contains an error.
  init(_ address: Secret, redirectURI: String, state: String) throws(EngineFailure) {
    let text = address.reveal()
    guard Self.base(of: text) == Self.base(of: redirectURI) else {
      throw EngineFailure(
        untrusted: .redirectMismatch,
        "the browser didn't arrive at the redirect address")
    }
    let query = text.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
      .prefix { $0 != UInt8(ascii: "#") }
    guard let pairs = FormEncoding.decode(Array(query)) else {
      throw EngineFailure(.malformed, "the address after the redirect can't be read")
    }
    func value(_ name: String) -> String? { pairs.first { $0.name == name }?.value }
    guard value("state") == state else {
      throw EngineFailure(
        untrusted: .redirectMismatch,
        "the address after the redirect belongs to another transaction")
    }
    if let error = value("error") {
      guard error == "interaction_required" else {
        let text = value("error_description")
        let reason = text.map { "\(error): \($0)" } ?? error
        throw EngineFailure(
          .refused, "the redirect returned an error: \(reason)",
          refusal: Message(.error, text ?? error, key: error))
      }
      self = .interactionRequired
    } else if let code = value("interaction_code") {
      self = .interactionCode(Secret(code))
    } else if let code = value("otp") {
      self = .passcode(Secret(code))
    } else {
      throw EngineFailure(
        .malformed, "the address after the redirect has neither a code nor an error")
    }
  }

  private static func base(of address: String) -> Substring {
    address.prefix { $0 != "?" && $0 != "#" }
  }
}
