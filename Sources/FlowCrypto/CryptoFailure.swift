/// The reason why a cryptographic operation failed.
public enum CryptoFailure: Error, Sendable, Hashable {
  /// This machine doesn't have the required library: OpenSSL's `libcrypto` on Linux.
  case unavailable
  /// The key can't be read, or isn't suitable for this use.
  case malformedKey
  /// The encrypted data was encrypted with another key, or was changed.
  case refused
}

extension CryptoFailure: CustomStringConvertible {
  /// One sentence in lower case.
  public var description: String {
    switch self {
    case .unavailable:
      "this machine doesn't have a library for signatures and encryption (OpenSSL's libcrypto)"
    case .malformedKey: "the key can't be read"
    case .refused: "this was not encrypted with the key, or was changed"
    }
  }
}
