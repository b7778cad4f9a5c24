/// Time-based one-time passwords (RFC 6238).
public enum TOTP {
  /// The code that an authenticator app shows at a time.
  ///
  /// - Parameters:
  ///   - key: the shared key, decoded.
  ///   - time: the time since the start of 1970, UTC.
  ///   - digits: how many digits the code has, from 1 to 10; 6 to 8 are usual.
  ///   - period: how long a code lasts, at least a second.
  ///   - hash: the hash function.
  /// - Returns: the code with its leading zeros.
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
    // The truncated value has 31 bits: ten digits at most.
    let length = min(max(digits, 1), 10)
    let modulus = (0..<length).reduce(UInt64(1)) { power, _ in power * 10 }
    let code = String(UInt64(word & 0x7FFF_FFFF) % modulus)
    return String(repeating: "0", count: length - code.utf8.count) + code
  }
}
