import FlowCrypto
package import FlowHTTP

/// Checks proofs that a client has the key of its tokens (RFC 9449, section 4.3).
package struct ProofCheck: Sendable, Hashable {
  /// What a request must prove.
  package struct Demand {
    /// The access token of the request; `nil` at the token endpoint.
    var token: String?
    /// The valid nonces, the current one first; empty if no nonce is required.
    var nonces: [String]

    package init(token: String? = nil, nonces: [String] = []) {
      self.token = token
      self.nonces = nonces
    }
  }

  /// Why a proof is refused.
  package enum Refusal: Error, Hashable {
    case invalid(String)
    /// The proof lacks the server's nonce.
    case nonce
  }

  private var used = UsedIDs()

  /// The maximum number of seconds between the clocks of the client and the server.
  private static let skew: Int64 = 300

  package init() {}

  /// Checks the proof of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - demand: What it must prove.
  ///   - origin: The address of the server, as the client uses it.
  ///   - now: The current time, in seconds since 1970.
  /// - Returns: The thumbprint of the key.
  /// - Throws: `Refusal`.
  package mutating func check(
    _ request: HTTPRequest, _ demand: Demand, at origin: String, now: Int64
  ) throws(Refusal) -> String {
    let proofs = request.headers.all("DPoP")
    guard proofs.count == 1, let proof = SignedToken(proofs[0]) else {
      throw .invalid("The DPoP proof JWT header is missing.")
    }
    guard proof.header["typ"]?.string == "dpop+jwt", let jwk = proof.header["jwk"],
      let key = try? PublicWebKey(jwk), proof.isSigned(by: key)
    else { throw .invalid("The DPoP proof has an invalid signature or key.") }
    let claims = proof.claims
    guard claims["htm"]?.string == request.method.rawValue,
      claims["htu"]?.string == origin + request.url.path
    else { throw .invalid("'htm' or 'htu' in the DPoP proof doesn't match the request.") }
    guard let issued = claims["iat"]?.integer.map(Int64.init),
      (now - Self.skew...now + Self.skew).contains(issued),
      let id = claims["jti"]?.string, !id.isEmpty, id.utf8.count <= 200
    else { throw .invalid("'iat' or 'jti' in the DPoP proof is invalid.") }
    if !demand.nonces.isEmpty {
      guard let nonce = claims["nonce"]?.string, demand.nonces.contains(nonce) else {
        throw .nonce
      }
    }
    if let token = demand.token {
      guard claims["ath"]?.string == Base64URL.encode(SHA256.hash(Array(token.utf8))) else {
        throw .invalid("'ath' in the DPoP proof doesn't match the access token.")
      }
    }
    let thumbprint = key.thumbprint
    guard used.use("\(thumbprint) \(id)", until: issued + Self.skew, now: now) else {
      throw .invalid("The DPoP proof was already used.")
    }
    return thumbprint
  }
}
