package import FlowCrypto
package import FlowHTTP

/// A public key for signatures, as JSON (RFC 7517).
package struct PublicWebKey: Sendable, Hashable {
  /// The key with its algorithm.
  package enum Kind: Sendable, Hashable {
    case p256(P256.PublicKey)
    case rsa(RSA.PublicKey)
  }

  package let kind: Kind
  /// The id of the key; `nil` if there is none.
  package let id: String?

  package init(_ kind: Kind, id: String? = nil) {
    self.kind = kind
    self.id = id
  }

  /// Reads a public key.
  ///
  /// - Parameter json: The key as JSON, without secret members.
  /// - Throws: `WebKeyFailure`.
  package init(_ json: JSON) throws(WebKeyFailure) {
    guard json.object != nil else { throw WebKeyFailure("it isn't a JSON Web Key") }
    guard json["d"] == nil else {
      throw WebKeyFailure("it is a private key", help: "leave out the secret members, such as `d`")
    }
    try self.init(members: json)
  }

  /// Reads the public members of a key.
  ///
  /// - Parameter json: A public or a private key as JSON.
  /// - Throws: `WebKeyFailure`.
  init(members json: JSON) throws(WebKeyFailure) {
    id = json["kid"]?.string
    kind = try PublicWebKey.kind(json)
    guard json["use"]?.string ?? "sig" == "sig" else {
      throw WebKeyFailure("the key isn't for signatures", help: "its `use` must be `sig`")
    }
    guard json["alg"]?.string ?? algorithm == algorithm else {
      throw WebKeyFailure(
        "the algorithm isn't supported", help: "use a key for \(algorithm)")
    }
  }

  private static func kind(_ json: JSON) throws(WebKeyFailure) -> Kind {
    do {
      switch json["kty"]?.string {
      case "EC":
        guard json["crv"]?.string == "P-256" else {
          throw WebKeyFailure(
            "the curve isn't supported", help: "use a key of the curve P-256 (ES256)")
        }
        let (x, y) = (json.bytes(of: "x") ?? [], json.bytes(of: "y") ?? [])
        guard x.count == 32, y.count == 32 else {
          throw WebKeyFailure("`x` or `y` isn't a coordinate of the curve")
        }
        return .p256(try P256.PublicKey(point: [4] + x + y))
      case "RSA":
        guard let modulus = json.bytes(of: "n"), let exponent = json.bytes(of: "e") else {
          throw WebKeyFailure("`n` or `e` is missing")
        }
        return .rsa(try RSA.PublicKey(modulus: modulus, exponent: exponent))
      default:
        throw WebKeyFailure(
          "it isn't a key for ES256 or RS256", help: "its `kty` must be `EC` or `RSA`")
      }
    } catch let failure as WebKeyFailure {
      throw failure
    } catch {
      throw WebKeyFailure("the key is invalid", help: "RSA keys need at least 2048 bits")
    }
  }

  /// The algorithm of the signatures (RFC 7518, section 3.1).
  package var algorithm: String {
    switch kind {
    case .p256: "ES256"
    case .rsa: "RS256"
    }
  }

  /// The members that define the key, in the order of RFC 7638, section 3.2.
  private var members: JSONObject {
    switch kind {
    case .p256(let key):
      [
        "crv": "P-256", "kty": "EC", "x": .string(Base64URL.encode(key.x)),
        "y": .string(Base64URL.encode(key.y)),
      ]
    case .rsa(let key):
      [
        "e": .string(Base64URL.encode(key.exponent)), "kty": "RSA",
        "n": .string(Base64URL.encode(key.modulus)),
      ]
    }
  }

  /// The key as JSON, without its id.
  package var json: JSON { .object(members) }

  /// The hash of the key (RFC 7638).
  package var thumbprint: String { Base64URL.encode(SHA256.hash(json.bytes())) }

  /// Returns whether a signature is this key's.
  ///
  /// - Parameters:
  ///   - signature: The signature, as in a token (RFC 7518, section 3.1).
  ///   - message: The signed bytes.
  /// - Returns: Whether it is valid. It isn't if this machine can't verify it.
  func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    switch kind {
    case .p256(let key):
      guard let signature = P256.signature(signature) else { return false }
      return (try? key.isValid(signature, of: message)) ?? false
    case .rsa(let key): return (try? key.isValid(signature, of: message)) ?? false
    }
  }
}

extension JSON {
  /// Returns the bytes of a member in base64url; `nil` if it isn't there.
  func bytes(of name: String) -> [UInt8]? { self[name]?.string.flatMap(Base64URL.decode) }
}

/// Why a key can't be used.
///
/// It never contains parts of the key.
package struct WebKeyFailure: Error, Hashable, Sendable {
  /// The reason, as the rest of a sentence.
  package var message: String
  package var help: String?

  package init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}
