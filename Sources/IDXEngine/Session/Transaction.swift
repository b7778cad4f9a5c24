import FlowEngine
import FlowHTTP

/// What belongs to one transaction from its first request to its last.
struct Transaction: Sendable {
  let pkce: PKCE
  /// What a callback must bring back (RFC 6749, section 10.12).
  let state: String
  let nonce: String
  /// How long ago the person may have signed in, in seconds; `nil` where that was left open.
  var maxAge: Double?
  /// Names the transaction for as long as it lives.
  var handle: Secret?

  /// Makes what a transaction needs of random bytes: 32 for the verifier (RFC 7636, section 4.1),
  /// 16 each for what is only compared.
  init(randomBytes: (Int) -> [UInt8]) {
    pkce = PKCE(randomBytes: randomBytes(32))
    state = Base64URL.encode(randomBytes(16))
    nonce = Base64URL.encode(randomBytes(16))
  }

  /// The form that begins the transaction.
  ///
  /// - Parameters:
  ///   - configuration: where and as whom.
  ///   - parameters: what `start … with` adds, such as `acr_values`.
  /// - Returns: the pairs.
  /// - Throws: `EngineFailure.Kind.misused` where a parameter would replace one of the protocol's
  ///   own.
  func interactForm(
    _ configuration: IDXConfiguration, parameters: [Answer]
  ) throws(EngineFailure) -> [FormPair] {
    var pairs = [
      FormPair("client_id", configuration.clientID),
      FormPair("scope", configuration.scopes.joined(separator: " ")),
      FormPair("redirect_uri", configuration.redirectURI),
      FormPair("code_challenge", pkce.challenge),
      FormPair("code_challenge_method", "S256"),
      FormPair("state", state),
      FormPair("nonce", nonce),
    ]
    if let secret = configuration.clientSecret {
      pairs.append(FormPair("client_secret", secret.reveal()))
    }
    for parameter in parameters {
      guard !pairs.contains(where: { $0.name == parameter.field }),
        parameter.field != "client_secret"
      else {
        throw EngineFailure(
          .misused, "the parameter `\(parameter.field)` belongs to the protocol, not to a script")
      }
      pairs.append(FormPair(parameter.field, parameter.value.revealed))
    }
    return pairs
  }
}
