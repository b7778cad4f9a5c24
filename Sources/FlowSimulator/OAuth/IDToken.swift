import FlowCrypto
import FlowEngine
import FlowWire

/// What an org signs ID tokens with (OpenID Connect Core 1.0, section 2).
struct SigningKey: Sendable {
  /// The name of the algorithm (RFC 7518, section 3.1).
  let algorithm: String
  private let id: String
  private let kind: Kind
  /// The encoded header: nothing but the algorithm and the key, for verifiers that take no more.
  private let header: String

  private enum Kind: Sendable {
    /// A key that the org alone has: for clients in this process, which need not check.
    case symmetric([UInt8])
    /// A key pair whose public half the org publishes: for clients behind a network.
    case rsa(RSA.PrivateKey)
  }

  /// The symmetric key of an org that was given none: the same for the same name.
  init(of org: String) {
    let key = SHA256.hash(Array("signing key of the simulated org \(org)".utf8))
    self.init(.symmetric(key), algorithm: "HS256", id: "flow-hs256")
  }

  /// A key pair.
  init(_ key: RSA.PrivateKey) {
    let digest = SHA256.hash(key.publicKey.modulus)
    self.init(.rsa(key), algorithm: "RS256", id: Base64URL.encode(Array(digest.prefix(12))))
  }

  private init(_ kind: Kind, algorithm: String, id: String) {
    self.kind = kind
    self.algorithm = algorithm
    self.id = id
    header = Base64URL.encode((["alg": .string(algorithm), "kid": .string(id)] as JSON).bytes())
  }

  /// Signs claims.
  ///
  /// - Parameter claims: the claims, in the order in which they are written.
  /// - Returns: the token in its compact form (RFC 7515, section 7.1); `nil` where this machine has
  ///   no library to sign with.
  func sign(_ claims: JSON) -> String? {
    let signed = header + "." + Base64URL.encode(claims.bytes())
    let bytes = Array(signed.utf8)
    switch kind {
    case .symmetric(let key):
      return signed + "." + Base64URL.encode(HMAC.authenticate(bytes, key: key, with: .sha256))
    case .rsa(let key):
      guard let signature = try? key.signature(of: bytes) else { return nil }
      return signed + "." + Base64URL.encode(signature)
    }
  }

  /// The claims of a token that this key has signed, whatever its time; `nil` of any other text.
  func claims(of token: String) -> JSONObject? {
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
      case .object(let claims)? = try? JSON(parsing: bytes)
    else { return nil }
    return claims
  }

  /// The key set that is published (RFC 7517, section 5); a symmetric key is nothing to publish.
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

extension Grant {
  /// Whether a scope is among those of the grant.
  func asks(for name: String) -> Bool {
    // Looked for where it stands: there are several looks at a token.
    var rest = scope.utf8[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
      if rest[..<end].elementsEqual(name.utf8) { return true }
      rest = rest[end...].dropFirst()
    }
    return false
  }

  /// What is said of the person, as far as the scope asks for it.
  var personClaims: [JSONObject.Member] {
    var claims: [JSONObject.Member] = [.init("sub", .string(account.id))]
    if asks(for: "profile") {
      let given = account.attribute("firstName")
      let family = account.attribute("lastName")
      let name = [given, family].compactMap { $0 }.joined(separator: " ")
      if !name.isEmpty { claims.append(.init("name", .string(name))) }
      claims.append(.init("preferred_username", .string(account.login)))
      if let given { claims.append(.init("given_name", .string(given))) }
      if let family { claims.append(.init("family_name", .string(family))) }
      claims.append(.init("locale", "en_US"))
    }
    if asks(for: "email"), let email = account.email {
      claims.append(.init("email", .string(email)))
      claims.append(.init("email_verified", .bool(account.isEmailVerified)))
    }
    return claims
  }
}
