import FlowEngine
import FlowHTTP

/// The values of one transaction that are kept from its first request to its last.
struct Transaction: Sendable {
  let pkce: PKCE
  /// The state that the redirect must return (RFC 6749, section 10.12).
  let state: String
  let nonce: String
  /// The maximum age of the user's sign-in in seconds; `nil` if the script doesn't set one.
  var maxAge: Double?
  /// The handle that identifies the transaction to its end.
  var handle: Secret?

  /// Makes the random values of a transaction.
  ///
  /// The verifier has 32 random bytes (RFC 7636, section 4.1). The state and the nonce are only
  /// compared and have 16 bytes each.
  init(randomBytes: (Int) -> [UInt8]) {
    pkce = PKCE(randomBytes: randomBytes(32))
    state = Base64URL.encode(randomBytes(16))
    nonce = Base64URL.encode(randomBytes(16))
  }

  /// Continues an earlier transaction.
  init(_ earlier: IDXContinuation) {
    pkce = PKCE(verifier: earlier.verifier.reveal())
    state = earlier.state.reveal()
    nonce = earlier.nonce.reveal()
    maxAge = earlier.maxAge
    handle = earlier.handle
  }

  /// The values with which a later session continues the transaction; `nil` before it has begun.
  var continuation: IDXContinuation? {
    handle.map {
      IDXContinuation(
        handle: $0, verifier: Secret(pkce.verifier), state: Secret(state), nonce: Secret(nonce),
        maxAge: maxAge)
    }
  }

  /// The form of the request that begins the transaction.
  ///
  /// - Parameters:
  ///   - configuration: The client and the issuer.
  ///   - parameters: The parameters of `start … with`, such as `acr_values`.
  /// - Returns: The pairs.
  /// - Throws: `EngineFailure.Kind.misused` if a parameter would replace one of the protocol's own.
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
