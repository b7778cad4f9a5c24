/// Why something could not be signed, verified, encrypted, decrypted or made.
public enum CryptoFailure: Error, Sendable, Hashable {
  /// This machine has no library that can do it: OpenSSL's `libcrypto` on Linux.
  case unavailable
  /// The key can't be read, or isn't one for this use.
  case malformedKey
  /// What is to be decrypted isn't what was encrypted with this key.
  case refused
}

extension CryptoFailure: CustomStringConvertible {
  /// One sentence in lower case.
  public var description: String {
    switch self {
    case .unavailable:
      "this machine has no library for signatures and encryption (libcrypto, which OpenSSL brings)"
    case .malformedKey: "the key can't be read"
    case .refused: "this was not encrypted with the key, or was changed"
    }
  }
}
