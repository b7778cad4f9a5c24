import FlowCrypto
import FlowHTTP

/// The public key of a passkey, for one of the algorithms that an enrollment offers.
enum PasskeyKey: Sendable, Hashable {
  case es256(P256.PublicKey)
  case rs256(RSA.PublicKey)

  /// The COSE numbers of the algorithms (RFC 9053, section 2.1; RFC 8812, section 2).
  ///
  /// The preferred algorithm is first.
  private static let es256Number = -7
  private static let rs256Number = -257

  /// The algorithms, as the page for an enrollment lists them.
  static let offered: JSON = [
    ["type": "public-key", "alg": .integer(es256Number)],
    ["type": "public-key", "alg": .integer(rs256Number)],
  ]

  /// Reads a COSE key (RFC 9053, section 7.1.1; RFC 8230, section 4).
  ///
  /// - Returns: `nil` if the value isn't a public key for one of the algorithms.
  init?(_ value: CBORValue) {
    switch value[.integer(3)] {
    case .integer(PasskeyKey.es256Number):
      guard value[.integer(1)] == .integer(2), value[.integer(-1)] == .integer(1),
        let x = value[.integer(-2)]?.bytes, x.count == 32, let y = value[.integer(-3)]?.bytes,
        y.count == 32, let key = try? P256.PublicKey(point: [4] + x + y)
      else { return nil }
      self = .es256(key)
    case .integer(PasskeyKey.rs256Number):
      guard value[.integer(1)] == .integer(3), let modulus = value[.integer(-1)]?.bytes,
        let exponent = value[.integer(-2)]?.bytes,
        let key = try? RSA.PublicKey(modulus: modulus, exponent: exponent)
      else { return nil }
      self = .rs256(key)
    default: return nil
    }
    // A malformed key is detected only when a signature is verified with it.
    do throws(CryptoFailure) { _ = try isValid([], of: []) } catch {
      if error == .malformedKey { return nil }
    }
  }

  /// Whether a signature of a message was made with the matching private key.
  func isValid(_ signature: [UInt8], of message: [UInt8]) throws(CryptoFailure) -> Bool {
    switch self {
    case .es256(let key): try key.isValid(signature, of: message)
    case .rs256(let key): try key.isValid(signature, of: message)
    }
  }
}
