/// The hash functions for message authentication.
public enum HashFunction: String, Sendable, Hashable, CaseIterable {
  case sha1
  case sha256
  case sha512

  /// Returns the digest of a message.
  public func hash(_ message: [UInt8]) -> [UInt8] {
    switch self {
    case .sha1: SHA1.hash(message)
    case .sha256: SHA256.hash(message)
    case .sha512: SHA512.hash(message)
    }
  }

  /// The size of the function's blocks in bytes.
  var blockBytes: Int {
    switch self {
    case .sha1, .sha256: 64
    case .sha512: 128
    }
  }
}

/// Keyed hashing for message authentication (RFC 2104).
public enum HMAC {
  /// Returns the authentication code of a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - key: The shared key, of any length.
  ///   - function: The hash function.
  /// - Returns: The code, which is as long as a digest of the function.
  public static func authenticate(
    _ message: [UInt8], key: [UInt8], with function: HashFunction
  ) -> [UInt8] {
    let key = key.count > function.blockBytes ? function.hash(key) : key
    let inner = function.hash(padded(key, with: 0x36, to: function.blockBytes, before: message))
    return function.hash(padded(key, with: 0x5C, to: function.blockBytes, before: inner))
  }

  /// Returns a block followed by the message.
  ///
  /// The block is the key, filled with zeros, in which each byte is combined with a constant.
  private static func padded(
    _ key: [UInt8], with pad: UInt8, to count: Int, before message: [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + message.count)
    for byte in key { bytes.append(byte ^ pad) }
    for _ in key.count..<count { bytes.append(pad) }
    bytes += message
    return bytes
  }
}
