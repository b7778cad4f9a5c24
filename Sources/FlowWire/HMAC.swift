/// The hash functions that a message can be authenticated with.
public enum HashFunction: String, Sendable, Hashable, CaseIterable {
  case sha1
  case sha256
  case sha512

  /// The digest of a message.
  public func hash(_ message: [UInt8]) -> [UInt8] {
    switch self {
    case .sha1: SHA1.hash(message)
    case .sha256: SHA256.hash(message)
    case .sha512: SHA512.hash(message)
    }
  }

  /// The size of the blocks in which the function works.
  var blockBytes: Int {
    switch self {
    case .sha1, .sha256: 64
    case .sha512: 128
    }
  }
}

/// Keyed hashing for message authentication (RFC 2104).
public enum HMAC {
  /// The code of a message.
  ///
  /// - Parameters:
  ///   - message: what is authenticated.
  ///   - key: the shared key, of any length.
  ///   - function: the hash function.
  /// - Returns: as many bytes as a digest of the function has.
  public static func authenticate(
    _ message: [UInt8], key: [UInt8], with function: HashFunction
  ) -> [UInt8] {
    var block = key.count > function.blockBytes ? function.hash(key) : key
    block += Array(repeating: 0, count: function.blockBytes - block.count)
    let inner = function.hash(block.map { $0 ^ 0x36 } + message)
    return function.hash(block.map { $0 ^ 0x5C } + inner)
  }
}
