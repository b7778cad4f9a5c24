#if canImport(Security)
import Foundation
import Security
#endif

/// RSA signatures with PKCS #1 v1.5 and SHA-256, for ID tokens.
///
/// This is `RS256` of RFC 7518, section 3.3. The code uses the Security framework on Apple systems
/// and libcrypto on Linux. If libcrypto is missing, it throws ``CryptoFailure/unavailable``.
public enum RSA {
  /// Whether this machine can sign and verify.
  public static var isAvailable: Bool {
    #if canImport(Security)
    true
    #else
    SignatureLibrary.isAvailable
    #endif
  }

  /// A private key, for signing.
  public struct PrivateKey: Sendable, Hashable {
    /// The secret bytes from which the key was made.
    private let der: [UInt8]
    /// The public key, with which the signatures can be verified.
    public let publicKey: PublicKey
    #if os(Linux)
    private let reading = KeyReading()
    #endif

    /// Creates a key from its DER structure.
    ///
    /// - Parameter der: An `RSAPrivateKey` of two primes (RFC 8017, appendix A.1.2) in DER, as
    ///   `openssl rsa -traditional -outform DER` writes it.
    /// - Throws: `CryptoFailure.malformedKey`.
    public init(der: [UInt8]) throws(CryptoFailure) {
      guard let numbers = DER.integers(der, count: 3), numbers[0].isEmpty else {
        throw .malformedKey
      }
      self.der = der
      publicKey = try PublicKey(modulus: numbers[1], exponent: numbers[2])
    }

    /// Generates a new key of 2048 bits, which takes some tenths of a second.
    ///
    /// - Returns: The key.
    /// - Throws: `CryptoFailure`.
    public static func generate() throws(CryptoFailure) -> PrivateKey {
      #if canImport(Security)
      let attributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048,
      ]
      guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil),
        let data = SecKeyCopyExternalRepresentation(key, nil)
      else { throw .unavailable }
      return try PrivateKey(der: Array(data as Data))
      #else
      return try PrivateKey(der: SignatureLibrary.newRSAKey())
      #endif
    }

    /// Signs a message.
    ///
    /// - Parameter message: The message, which isn't hashed yet.
    /// - Returns: The signature, which is as long as the modulus.
    /// - Throws: `CryptoFailure`.
    public func signature(of message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
      #if canImport(Security)
      let attributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
      ]
      guard
        let key = SecKeyCreateWithData(Data(der) as CFData, attributes as CFDictionary, nil),
        let signature = SecKeyCreateSignature(
          key, .rsaSignatureMessagePKCS1v15SHA256, Data(message) as CFData, nil)
      else { throw .malformedKey }
      return Array(signature as Data)
      #else
      let key = try reading.key { () throws(CryptoFailure) in try SignatureKey(privateKey: der) }
      return try key.signature(of: message, room: publicKey.modulus.count)
      #endif
    }
  }

  /// A public key, for verifying.
  public struct PublicKey: Sendable, Hashable {
    /// The modulus in network order, without leading zeros.
    public let modulus: [UInt8]
    /// The public exponent in network order, without leading zeros.
    public let exponent: [UInt8]
    #if os(Linux)
    private let reading = KeyReading()
    #endif

    /// Creates a key from its two numbers.
    ///
    /// - Parameters:
    ///   - modulus: A number of 2048 to 8192 bits. Shorter numbers are insecure (RFC 7518, section
    ///     3.3), and longer numbers would only waste processor time.
    ///   - exponent: An odd number of at most 4 bytes, at least 3.
    /// - Throws: `CryptoFailure.malformedKey`.
    public init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoFailure) {
      self.modulus = Array(modulus.drop { $0 == 0 })
      self.exponent = Array(exponent.drop { $0 == 0 })
      guard let first = self.modulus.first, let last = self.exponent.last else {
        throw .malformedKey
      }
      let bits = self.modulus.count * 8 - first.leadingZeroBitCount
      guard RSA.bits.contains(bits), self.exponent.count <= 4, last & 1 == 1, self.exponent != [1]
      else { throw .malformedKey }
    }

    /// Returns whether a signature matches the message and this key.
    ///
    /// - Parameters:
    ///   - signature: The signature. If it isn't as long as the modulus, it is invalid.
    ///   - message: The message.
    /// - Returns: Whether the signature is valid.
    /// - Throws: `CryptoFailure`.
    public func isValid(
      _ signature: [UInt8], of message: [UInt8]
    ) throws(CryptoFailure) -> Bool {
      guard signature.count == modulus.count else { return false }
      #if canImport(Security)
      let attributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic,
      ]
      guard
        let key = SecKeyCreateWithData(Data(pkcs1) as CFData, attributes as CFDictionary, nil)
      else { throw .malformedKey }
      return SecKeyVerifySignature(
        key, .rsaSignatureMessagePKCS1v15SHA256, Data(message) as CFData,
        Data(signature) as CFData, nil)
      #else
      let key = try reading.key { () throws(CryptoFailure) in try SignatureKey(rsaPublicKey: pkcs1)
      }
      return try key.isValid(signature, of: message)
      #endif
    }

    /// The key in DER (RFC 8017, appendix A.1.1).
    private var pkcs1: [UInt8] { DER.sequence(DER.integer(modulus), DER.integer(exponent)) }
  }

  /// The allowed size of a modulus in bits.
  private static let bits = 2048...8192
}

extension RSA.PrivateKey: CustomStringConvertible, CustomReflectable {
  /// Only the type's name, because the key is secret.
  public var description: String { "RSA.PrivateKey" }
  /// A mirror without children, so that a dump shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
