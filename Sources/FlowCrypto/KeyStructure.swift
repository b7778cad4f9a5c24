/// The private keys in the structures that other programs write.
package enum KeyStructure {
  /// A private key with its algorithm.
  package enum Key: Sendable, Hashable {
    case p256(P256.PrivateKey)
    case rsa(RSA.PrivateKey)
  }

  /// Reads a private key that names its algorithm (PKCS #8; RFC 5208, section 5).
  ///
  /// - Parameter der: The structure, as in `BEGIN PRIVATE KEY`.
  /// - Returns: The key; `nil` for a key with another algorithm.
  /// - Throws: `CryptoFailure`.
  package static func pkcs8(_ der: [UInt8]) throws(CryptoFailure) -> Key? {
    var rest = der[...]
    guard var content = DER.take(0x30, from: &rest), rest.isEmpty,
      DER.take(0x02, from: &content) != nil, var algorithm = DER.take(0x30, from: &content),
      let name = DER.take(0x06, from: &algorithm), let key = DER.take(0x04, from: &content)
    else { throw .malformedKey }
    if name.elementsEqual(rsaEncryption) { return .rsa(try RSA.PrivateKey(der: Array(key))) }
    guard name.elementsEqual(P256.algorithm),
      DER.take(0x06, from: &algorithm)?.elementsEqual(P256.curve) == true
    else { return nil }
    return .p256(try sec1(Array(key), hasCurve: false))
  }

  /// Reads a private key of an elliptic curve (RFC 5915, section 3).
  ///
  /// - Parameters:
  ///   - der: The structure, as in `BEGIN EC PRIVATE KEY`.
  ///   - hasCurve: Whether the structure has to name the curve.
  /// - Returns: The key.
  /// - Throws: `CryptoFailure.malformedKey`, also for a key of another curve.
  package static func sec1(
    _ der: [UInt8], hasCurve: Bool = true
  ) throws(CryptoFailure) -> P256.PrivateKey {
    var rest = der[...]
    guard var content = DER.take(0x30, from: &rest), rest.isEmpty,
      DER.take(0x02, from: &content)?.elementsEqual([1]) == true,
      let scalar = DER.take(0x04, from: &content)
    else { throw .malformedKey }
    if var parameters = DER.take(0xA0, from: &content) {
      guard DER.take(0x06, from: &parameters)?.elementsEqual(P256.curve) == true else {
        throw .malformedKey
      }
    } else if hasCurve {
      throw .malformedKey
    }
    return try P256.PrivateKey(scalar: Array(scalar))
  }

  /// The object identifier of `rsaEncryption`, 1.2.840.113549.1.1.1.
  private static let rsaEncryption: [UInt8] = [
    0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01,
  ]
}

extension RSA.PrivateKey {
  /// The numbers of a key of two primes (RFC 8017, section 3.2), each in network order.
  package struct Numbers: Sendable {
    package var modulus: [UInt8]
    package var publicExponent: [UInt8]
    package var privateExponent: [UInt8]
    package var primes: (p: [UInt8], q: [UInt8])
    package var exponents: (p: [UInt8], q: [UInt8])
    package var coefficient: [UInt8]

    package init(
      modulus: [UInt8], publicExponent: [UInt8], privateExponent: [UInt8],
      primes: (p: [UInt8], q: [UInt8]), exponents: (p: [UInt8], q: [UInt8]), coefficient: [UInt8]
    ) {
      self.modulus = modulus
      self.publicExponent = publicExponent
      self.privateExponent = privateExponent
      self.primes = primes
      self.exponents = exponents
      self.coefficient = coefficient
    }
  }

  /// Creates a key from its numbers.
  ///
  /// - Parameter numbers: The numbers.
  /// - Throws: `CryptoFailure.malformedKey` if the public numbers are invalid. The first signature
  ///   checks the secret ones.
  package init(_ numbers: Numbers) throws(CryptoFailure) {
    try self.init(
      der: DER.sequence(
        DER.integer([]), DER.integer(numbers.modulus), DER.integer(numbers.publicExponent),
        DER.integer(numbers.privateExponent), DER.integer(numbers.primes.p),
        DER.integer(numbers.primes.q), DER.integer(numbers.exponents.p),
        DER.integer(numbers.exponents.q), DER.integer(numbers.coefficient)))
  }
}

extension P256 {
  /// Returns a signature as two numbers of 32 bytes (RFC 7518, section 3.4).
  ///
  /// - Parameter signature: The signature in DER.
  /// - Returns: Both numbers in network order; `nil` if it isn't a signature.
  package static func pair(_ signature: [UInt8]) -> [UInt8]? {
    guard let numbers = DER.integers(signature, count: 2),
      numbers.allSatisfy({ $0.count <= 32 })
    else { return nil }
    return numbers.flatMap { [UInt8](repeating: 0, count: 32 - $0.count) + $0 }
  }

  /// Returns a signature in DER.
  ///
  /// - Parameter pair: Both numbers in network order, 32 bytes each.
  /// - Returns: The signature; `nil` if the numbers have another size.
  package static func signature(_ pair: [UInt8]) -> [UInt8]? {
    guard pair.count == 64 else { return nil }
    return DER.sequence(DER.integer(Array(pair[..<32])), DER.integer(Array(pair[32...])))
  }
}
