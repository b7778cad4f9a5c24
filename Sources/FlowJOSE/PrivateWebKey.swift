package import FlowCrypto
package import FlowEngine
package import FlowHTTP

/// A private key for signed tokens.
package struct PrivateWebKey: Sendable, Hashable {
  private let key: KeyStructure.Key
  /// The public key, with the same id.
  package let publicKey: PublicWebKey

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - key: The private key.
  ///   - id: The id that tokens name; `nil` for none.
  package init(_ key: KeyStructure.Key, id: String? = nil) {
    self.key = key
    switch key {
    case .p256(let key): publicKey = PublicWebKey(.p256(key.publicKey), id: id)
    case .rsa(let key): publicKey = PublicWebKey(.rsa(key.publicKey), id: id)
    }
  }

  /// Reads a key from a file: JSON (RFC 7517), or PEM (RFC 7468).
  ///
  /// - Parameter file: The bytes of the file.
  /// - Throws: `WebKeyFailure`.
  package init(file: [UInt8]) throws(WebKeyFailure) {
    if file.first(where: { !$0.isBlank }) == UInt8(ascii: "{") {
      guard let json = try? JSON(parsing: file) else {
        throw WebKeyFailure("it isn't JSON", help: PrivateWebKey.help)
      }
      try self.init(json)
    } else {
      self.init(try PrivateWebKey.pem(file))
    }
    // A key whose parts don't belong together would only be refused by a server.
    do {
      let token = try sign([:], type: nil)
      guard SignedToken(token.reveal())?.isSigned(by: publicKey) == true else {
        throw WebKeyFailure("the parts of the key don't belong together")
      }
    } catch let failure as WebKeyFailure {
      throw failure
    } catch CryptoFailure.unavailable {
      throw WebKeyFailure(
        "this machine can't sign", help: "install libcrypto.so.3 or 1.1: OpenSSL's library")
    } catch {
      throw WebKeyFailure("the key is invalid")
    }
  }

  /// What can be read.
  private static let help =
    "write a private key as JSON (JWK) or PEM, for RS256 or ES256"

  /// Reads a key as JSON.
  private init(_ json: JSON) throws(WebKeyFailure) {
    if let keys = json["keys"]?.array {
      guard keys.count == 1 else {
        throw WebKeyFailure("it has \(keys.count) keys", help: "keep one key in the file")
      }
      try self.init(keys[0])
      return
    }
    let known = try PublicWebKey(members: json)
    guard json["d"] != nil else {
      throw WebKeyFailure("it is a public key", help: PrivateWebKey.help)
    }
    func number(_ name: String) throws(WebKeyFailure) -> [UInt8] {
      guard let bytes = json.bytes(of: name) else { throw WebKeyFailure("`\(name)` is missing") }
      return bytes
    }
    do {
      switch known.kind {
      case .p256: self.init(.p256(try P256.PrivateKey(scalar: number("d"))), id: known.id)
      case .rsa(let key):
        let numbers = RSA.PrivateKey.Numbers(
          modulus: key.modulus, publicExponent: key.exponent, privateExponent: try number("d"),
          primes: (try number("p"), try number("q")),
          exponents: (try number("dp"), try number("dq")), coefficient: try number("qi"))
        self.init(.rsa(try RSA.PrivateKey(numbers)), id: known.id)
      }
    } catch let failure as WebKeyFailure {
      throw failure
    } catch {
      throw WebKeyFailure("the key is invalid")
    }
    guard publicKey == known else {
      throw WebKeyFailure("the parts of the key don't belong together")
    }
  }

  // MARK: PEM

  private static func pem(_ file: [UInt8]) throws(WebKeyFailure) -> KeyStructure.Key {
    let text = String(decoding: file, as: UTF8.self)
    let parts = text.split(separator: "-----BEGIN ", omittingEmptySubsequences: false).dropFirst()
    // A file of an elliptic curve can begin with its parameters.
    let blocks = parts.compactMap { part -> (label: String, body: String)? in
      guard let dashes = part.firstRange(of: "-----"),
        let end = part.firstRange(of: "-----END ")
      else { return nil }
      let label = String(part[..<dashes.lowerBound])
      guard label.hasSuffix("PRIVATE KEY") else { return nil }
      return (label, String(part[dashes.upperBound..<max(end.lowerBound, dashes.upperBound)]))
    }
    guard let block = blocks.first else {
      throw WebKeyFailure("it doesn't have a private key", help: help)
    }
    guard block.label != "ENCRYPTED PRIVATE KEY", !block.body.contains("ENCRYPTED") else {
      throw WebKeyFailure(
        "the key is encrypted with a passphrase",
        help: "write it without one: `openssl pkey -in KEY -out plain.pem`")
    }
    guard let der = Base64URL.decode(block.body.filter { !$0.isWhitespace }) else {
      throw WebKeyFailure("the private key in it can't be read", help: help)
    }
    do throws(CryptoFailure) {
      let found: KeyStructure.Key?
      switch block.label {
      case "RSA PRIVATE KEY": found = .rsa(try RSA.PrivateKey(der: der))
      case "EC PRIVATE KEY": found = .p256(try KeyStructure.sec1(der))
      default: found = try KeyStructure.pkcs8(der)
      }
      if let found { return found }
    } catch {
      throw WebKeyFailure("the private key in it can't be read", help: help)
    }
    throw WebKeyFailure("the algorithm of the key isn't supported", help: help)
  }

  // MARK: Signatures

  /// Signs claims.
  ///
  /// - Parameters:
  ///   - claims: The claims.
  ///   - type: The type of the token; `nil` for none.
  ///   - hasKey: Whether the token contains the public key instead of its id.
  /// - Returns: The token in compact form (RFC 7515, section 7.1).
  /// - Throws: `CryptoFailure`.
  package func sign(
    _ claims: JSONObject, type: String?, hasKey: Bool = false
  ) throws(CryptoFailure) -> Secret {
    var header: JSONObject = ["alg": .string(publicKey.algorithm)]
    if let type { header["typ"] = .string(type) }
    if hasKey {
      header["jwk"] = publicKey.json
    } else if let id = publicKey.id {
      header["kid"] = .string(id)
    }
    let signed =
      Base64URL.encode(JSON.object(header).bytes()) + "."
      + Base64URL.encode(JSON.object(claims).bytes())
    let bytes = Array(signed.utf8)
    let signature: [UInt8]
    switch key {
    case .p256(let key):
      guard let pair = P256.pair(try key.signature(of: bytes)) else { throw .malformedKey }
      signature = pair
    case .rsa(let key): signature = try key.signature(of: bytes)
    }
    return Secret(signed + "." + Base64URL.encode(signature))
  }
}

extension PrivateWebKey: CustomStringConvertible, CustomReflectable {
  /// Only the type's name, because the content is secret.
  package var description: String { "PrivateWebKey" }
  /// A mirror without children, so that a dump reveals nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
