/// Time-based one-time passwords (RFC 6238).
public enum TOTP {
  /// Returns the code that an authenticator app shows at a time.
  ///
  /// - Parameters:
  ///   - key: The shared key, decoded.
  ///   - time: The time since the start of 1970, UTC.
  ///   - digits: The number of digits, from 1 to 10; usually 6 to 8.
  ///   - period: The time for which a code is valid, at least a second.
  ///   - hash: The hash function.
  /// - Returns: The code with its leading zeros.
  public static func code(
    key: [UInt8], at time: Duration, digits: Int = 6, period: Duration = .seconds(30),
    hash: HashFunction = .sha1
  ) -> String {
    let counter = time.components.seconds / max(period.components.seconds, 1)
    return HOTP.code(key: key, counter: UInt64(max(counter, 0)), digits: digits, hash: hash)
  }
}

/// Counter-based one-time passwords (RFC 4226).
enum HOTP {
  static func code(key: [UInt8], counter: UInt64, digits: Int, hash: HashFunction) -> String {
    let digest = HMAC.authenticate(DigestBlocks.bytes([counter]), key: key, with: hash)
    let offset = Int(digest[digest.count - 1] & 0xF)
    let word: UInt32 = DigestBlocks.word(digest, at: offset)
    // The truncated value has 31 bits, so it has at most ten digits.
    let length = min(max(digits, 1), 10)
    let modulus = (0..<length).reduce(UInt64(1)) { power, _ in power * 10 }
    let code = String(UInt64(word & 0x7FFF_FFFF) % modulus)
    return String(repeating: "0", count: length - code.utf8.count) + code
  }
}
