#if canImport(CryptoKit)
import CryptoKit
#endif

/// ECDSA on the curve P-256 with SHA-256, for passkeys.
///
/// See FIPS 186-5, and `ES256` in RFC 7518, section 3.4. The code uses CryptoKit on Apple systems
/// and libcrypto on Linux. If libcrypto is missing, it throws ``CryptoFailure/unavailable``.
public enum P256 {
  /// A private key, for signing.
  public struct PrivateKey: Sendable, Hashable {
    /// The secret number, 32 bytes in network order.
    public let scalar: [UInt8]
    /// The public key, with which the signatures can be verified.
    public let publicKey: PublicKey

    /// Creates a key from its number.
    ///
    /// - Parameter scalar: 32 bytes in network order, at least 1 and less than the curve's order.
    /// - Throws: `CryptoFailure`.
    public init(scalar: [UInt8]) throws(CryptoFailure) {
      guard scalar.count == 32, scalar.contains(where: { $0 != 0 }),
        scalar.lexicographicallyPrecedes(P256.order)
      else { throw .malformedKey }
      self.scalar = scalar
      #if canImport(CryptoKit)
      guard let key = try? CryptoKit.P256.Signing.PrivateKey(rawRepresentation: scalar) else {
        throw .malformedKey
      }
      publicKey = try PublicKey(point: Array(key.publicKey.x963Representation))
      #else
      let information = try SignatureKey(privateKey: PrivateKey.der(scalar)).publicKey()
      publicKey = try PublicKey(point: Array(information.suffix(65)))
      #endif
    }

    /// Creates a key from random bytes.
    ///
    /// - Parameter randomBytes: Returns this many bytes of a cryptographic generator.
    /// - Throws: `CryptoFailure`.
    public init(randomBytes: (Int) -> [UInt8]) throws(CryptoFailure) {
      // One of 2^32 numbers is too large, and another one is drawn. If all 16 are too large, the
      // generator is broken.
      for _ in 0..<16 {
        let scalar = randomBytes(32)
        if scalar.contains(where: { $0 != 0 }), scalar.lexicographicallyPrecedes(P256.order) {
          self = try PrivateKey(scalar: scalar)
          return
        }
      }
      throw .malformedKey
    }

    /// Signs a message.
    ///
    /// - Parameter message: The message, which isn't hashed yet.
    /// - Returns: The signature in DER (RFC 3279, section 2.2.3), as in WebAuthn.
    /// - Throws: `CryptoFailure`.
    public func signature(of message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
      #if canImport(CryptoKit)
      guard let key = try? CryptoKit.P256.Signing.PrivateKey(rawRepresentation: scalar),
        let signature = try? key.signature(for: message)
      else { throw .malformedKey }
      return Array(signature.derRepresentation)
      #else
      return try SignatureKey(privateKey: PrivateKey.der(scalar)).signature(of: message, room: 80)
      #endif
    }

    /// Returns the key in DER (RFC 5915, section 3).
    static func der(_ scalar: [UInt8]) -> [UInt8] {
      DER.sequence(
        DER.integer([1]), DER.octets(scalar), DER.tagged(0xA0, DER.identifier(P256.curve)))
    }
  }

  /// A public key, for verifying.
  public struct PublicKey: Sendable, Hashable {
    /// The uncompressed point: the byte 4, then both coordinates of 32 bytes (SEC 1, section
    /// 2.3.3).
    public let point: [UInt8]

    /// The first coordinate.
    public var x: [UInt8] { Array(point[1..<33]) }
    /// The second coordinate.
    public var y: [UInt8] { Array(point[33..<65]) }

    /// Creates a key from an uncompressed point.
    ///
    /// This initializer doesn't check whether the point is on the curve. The first verification does.
    ///
    /// - Parameter point: The byte 4 and both coordinates, 65 bytes.
    /// - Throws: `CryptoFailure.malformedKey` if the length or the first byte is wrong.
    public init(point: [UInt8]) throws(CryptoFailure) {
      guard point.count == 65, point[0] == 4 else { throw .malformedKey }
      self.point = point
    }

    /// Returns whether a signature in DER matches the message and this key.
    ///
    /// - Parameters:
    ///   - signature: The signature in DER. If it can't be parsed, it is invalid.
    ///   - message: The message.
    /// - Returns: Whether the signature is valid.
    /// - Throws: `CryptoFailure`.
    public func isValid(
      _ signature: [UInt8], of message: [UInt8]
    ) throws(CryptoFailure) -> Bool {
      #if canImport(CryptoKit)
      guard let key = try? CryptoKit.P256.Signing.PublicKey(x963Representation: point) else {
        throw .malformedKey
      }
      guard
        let signature = try? CryptoKit.P256.Signing.ECDSASignature(derRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: message)
      #else
      return try SignatureKey(publicKey: der).isValid(signature, of: message)
      #endif
    }

    /// The key in DER (RFC 5480, section 2).
    var der: [UInt8] {
      DER.sequence(
        DER.sequence(
          DER.identifier(P256.algorithm), DER.identifier(P256.curve)),
        DER.bits(point))
    }
  }

  /// The object identifier of `ecPublicKey`, 1.2.840.10045.2.1.
  static let algorithm: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]

  /// The object identifier of `prime256v1`, 1.2.840.10045.3.1.7.
  static let curve: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

  /// The order of the curve's base point (FIPS 186-5; SP 800-186, section 3.2.1.3).
  private static let order: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]
}

extension P256.PrivateKey: CustomStringConvertible, CustomReflectable {
  /// Only the type's name, because the key is secret.
  public var description: String { "P256.PrivateKey" }
  /// A mirror without children, so that a dump shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
