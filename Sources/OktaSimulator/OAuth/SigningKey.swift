import FlowCrypto
import FlowEngine
import FlowHTTP
import FlowJOSE

/// The key with which an org signs its tokens (OpenID Connect Core 1.0, section 2).
struct SigningKey: Sendable {
  /// The name of the signature algorithm (RFC 7518, section 3.1).
  let algorithm: String
  private let id: String
  private let kind: Kind
  /// The encoded JWT headers for each `Use`.
  private let headers: (usual: String, orgAccess: String)

  /// The purposes of tokens that need different JWT headers.
  enum Use: Sendable {
    /// Any other token.
    ///
    /// The header has only the algorithm and the key id, because some verifiers accept no more.
    case usual
    /// An access token of the org's own authorization server.
    ///
    /// Only the org itself can read it.
    case orgAccess
  }

  private enum Kind: Sendable {
    /// A key that only the org has.
    ///
    /// It suits clients in this process, which don't have to verify tokens.
    case symmetric([UInt8])
    /// A key pair whose public key the org publishes.
    ///
    /// It suits clients on a network.
    case rsa(RSA.PrivateKey)
  }

  /// Creates the symmetric key of an org that has no key pair.
  ///
  /// An org with the same name gets the same key.
  init(of org: String) {
    let key = SHA256.hash(Array("signing key of the simulated org \(org)".utf8))
    self.init(.symmetric(key), algorithm: "HS256", id: "flow-hs256")
  }

  /// Creates a signing key from a key pair.
  init(_ key: RSA.PrivateKey) {
    let digest = SHA256.hash(key.publicKey.modulus)
    self.init(.rsa(key), algorithm: "RS256", id: Base64URL.encode(Array(digest.prefix(12))))
  }

  private init(_ kind: Kind, algorithm: String, id: String) {
    self.kind = kind
    self.algorithm = algorithm
    self.id = id
    let members: JSONObject = ["alg": .string(algorithm), "kid": .string(id)]
    var typed = members
    typed["typ"] = "application/okta-internal-at+jwt"
    headers = (
      Base64URL.encode(JSON.object(members).bytes()), Base64URL.encode(JSON.object(typed).bytes())
    )
  }

  /// Signs claims.
  ///
  /// - Parameters:
  ///   - claims: The claims, in the order in which they are written.
  ///   - use: The purpose of the token.
  /// - Returns: The token in compact form (RFC 7515, section 7.1).
  /// - Throws: `server_error` if this machine has no library to sign with.
  func sign(_ claims: JSON, for use: Use = .usual) throws(HTTPRefusal) -> String {
    let header = use == .usual ? headers.usual : headers.orgAccess
    var signed = header
    signed += "."
    signed += Base64URL.encode(claims.bytes())
    let bytes = Array(signed.utf8)
    switch kind {
    case .symmetric(let key):
      return signed + "." + Base64URL.encode(HMAC.authenticate(bytes, key: key, with: .sha256))
    case .rsa(let key):
      guard let signature = try? key.signature(of: bytes) else {
        throw HTTPRefusal(
          500, code: "server_error", "This machine has no library to sign with.")
      }
      return signed + "." + Base64URL.encode(signature)
    }
  }

  /// Returns the nonces that the org requires in proofs.
  ///
  /// They follow from a signature that the org makes for nothing else, and never sends.
  ///
  /// - Returns: The nonces.
  /// - Throws: `server_error` if this machine has no library to sign with.
  func proofNonces() throws(HTTPRefusal) -> ProofNonces {
    let signature = try sign(["purpose": "DPoP nonces"])
    return ProofNonces(key: SHA256.hash(Array(signature.utf8)))
  }

  /// Returns the claims of an ID token that this key has signed, even if the token has expired.
  ///
  /// Returns `nil` for any other text, including an access token.
  func idTokenClaims(of token: String) -> JSONObject? {
    let header = headers.usual
    guard let dot = token.utf8.lastIndex(of: UInt8(ascii: ".")), token.hasPrefix(header + "."),
      let signature = Base64URL.decode(String(token[token.index(after: dot)...]))
    else { return nil }
    let signed = Array(token[..<dot].utf8)
    let isRight =
      switch kind {
      case .symmetric(let key): HMAC.authenticate(signed, key: key, with: .sha256) == signature
      case .rsa(let key): (try? key.publicKey.isValid(signature, of: signed)) ?? false
      }
    guard isRight,
      let bytes = Base64URL.decode(String(token[..<dot].dropFirst(header.count + 1))),
      case .object(let claims)? = try? JSON(parsing: bytes),
      claims["jti"]?.string?.hasPrefix(TokenID.idToken) == true
    else { return nil }
    return claims
  }

  /// The published key set (RFC 7517, section 5).
  ///
  /// A symmetric key isn't published, so the set is then empty.
  var published: JSON {
    guard case .rsa(let key) = kind else { return ["keys": []] }
    return [
      "keys": [
        [
          "kty": "RSA", "alg": .string(algorithm), "kid": .string(id), "use": "sig",
          "e": .string(Base64URL.encode(key.publicKey.exponent)),
          "n": .string(Base64URL.encode(key.publicKey.modulus)),
        ]
      ]
    ]
  }
}
