package import FlowCrypto
package import FlowEngine
import FlowHTTP

/// The tokens by which a client proves that it has a key.
package enum ClientTokens {
  /// The type of assertion in a token request (RFC 7523, section 2.2).
  package static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// The type of a proof (RFC 9449, section 4.2).
  package static let proofType = "dpop+jwt"
  /// The seconds for which an assertion is valid: requests are sent at once, and clocks differ.
  private static let lifetime: Int64 = 300

  /// Returns an assertion of a client (RFC 7523, section 3).
  ///
  /// - Parameters:
  ///   - client: The id of the client.
  ///   - audience: The address of the token endpoint.
  ///   - key: The key of the client.
  ///   - id: An id that no other assertion has.
  ///   - now: The time since the start of 1970.
  /// - Returns: The assertion.
  /// - Throws: `CryptoFailure`.
  package static func assertion(
    of client: String, for audience: String, key: PrivateWebKey, id: String, now: Duration
  ) throws(CryptoFailure) -> Secret {
    let seconds = now.components.seconds
    return try key.sign(
      [
        "iss": .string(client), "sub": .string(client), "aud": .string(audience),
        "iat": .whole(seconds), "exp": .whole(seconds + lifetime), "jti": .string(id),
      ], type: nil)
  }

  /// What a proof is for.
  package struct Proof: Sendable {
    package var method: String
    /// The address, without its query.
    package var address: String
    /// An id that no other proof has.
    package var id: String
    /// The nonce that the server asks for; `nil` if it asks for none.
    package var nonce: String?
    /// The access token of the request; `nil` at the token endpoint.
    package var token: Secret?

    package init(
      method: String, address: String, id: String, nonce: String? = nil, token: Secret? = nil
    ) {
      self.method = method
      self.address = address
      self.id = id
      self.nonce = nonce
      self.token = token
    }
  }

  /// Returns a proof that a client has the key of its tokens (RFC 9449, section 4.2).
  ///
  /// - Parameters:
  ///   - proof: What the proof is for.
  ///   - key: The key.
  ///   - now: The time since the start of 1970.
  /// - Returns: The value of the header `DPoP`.
  /// - Throws: `CryptoFailure`.
  package static func proof(
    _ proof: Proof, key: PrivateWebKey, now: Duration
  ) throws(CryptoFailure) -> Secret {
    var claims: JSONObject = [
      "htm": .string(proof.method), "htu": .string(proof.address),
      "iat": .whole(now.components.seconds), "jti": .string(proof.id),
    ]
    if let nonce = proof.nonce { claims["nonce"] = .string(nonce) }
    if let token = proof.token { claims["ath"] = .string(hash(of: token)) }
    return try key.sign(claims, type: proofType, hasKey: true)
  }

  /// Returns the hash of an access token, as a proof contains it.
  package static func hash(of token: Secret) -> String {
    Base64URL.encode(SHA256.hash(Array(token.reveal().utf8)))
  }
}
