#if os(Linux)
import CFlowHTTP
#endif

/// A server's identity for TLS (RFC 8446): a certificate chain and its private key.
///
/// TLS uses the system's OpenSSL (libssl 3 or 1.1), which is loaded at run time. TLS is available
/// only on Linux.
public final class TLSIdentity: Sendable {
  /// The result of reading a certificate and a key: an identity, or the reason why they are
  /// unusable.
  public enum Reading: Sendable {
    case identity(TLSIdentity)
    /// This machine has no libssl.
    case unavailable
    /// The chain isn't a sequence of certificates in PEM form.
    case badCertificate
    /// The key isn't a private key in PEM form.
    case badKey
    /// The key is encrypted with a passphrase.
    case encryptedKey
    /// The private key doesn't belong to the first certificate.
    case otherKey
    /// The library refused the chain or the key, with a reason such as `ee key too small`.
    case refused(String)
  }

  #if os(Linux)
  private let handle: flow_tls_identity

  /// The maximum length of the library's reason in bytes.
  private static let reasonBytesMax = 256

  private init(handle: flow_tls_identity) { self.handle = handle }
  #endif

  /// Reads a chain and a key in PEM form (RFC 7468).
  ///
  /// - Parameters:
  ///   - certificate: The server's certificate, followed by the intermediate certificates.
  ///   - key: The private key of the first certificate.
  /// - Returns: The identity, or the reason why the files are unusable.
  public static func read(certificate: [UInt8], key: [UInt8]) -> Reading {
    #if os(Linux)
    var handle: flow_tls_identity = 0
    var reason = [CChar](repeating: 0, count: TLSIdentity.reasonBytesMax)
    let result = unsafe flow_tls_read_identity(
      certificate, certificate.count, key, key.count, &handle, &reason, reason.count)
    switch Int(result) {
    case FLOW_TLS_DONE: return .identity(TLSIdentity(handle: handle))
    case FLOW_TLS_UNAVAILABLE: return .unavailable
    case FLOW_TLS_BAD_CERTIFICATE: return .badCertificate
    case FLOW_TLS_BAD_KEY: return .badKey
    case FLOW_TLS_LOCKED_KEY: return .encryptedKey
    case FLOW_TLS_OTHER_KEY: return .otherKey
    default:
      return .refused(
        String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    #else
    return .unavailable
    #endif
  }

  #if os(Linux)
  deinit {
    flow_tls_free_identity(handle)
  }
  #endif

  /// Whether this machine has a TLS library for servers.
  public static var isAvailable: Bool {
    #if os(Linux)
    flow_tls_is_available() != 0
    #else
    false
    #endif
  }

  /// Returns a TLS stream over a client's connection.
  ///
  /// - Parameters:
  ///   - socket: The connection.
  ///   - blockTime: The maximum time for which receiving and sending may block after opening.
  /// - Returns: The stream.
  func stream(over socket: ServerSocket, blockTime: Duration) -> any ByteStream {
    #if os(Linux)
    TLSStream(flow_tls_open(handle), over: socket, blockTime: blockTime)
    #else
    PlainStream(socket)
    #endif
  }
}
