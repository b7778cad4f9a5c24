#if os(Linux)
import CFlowHTTP
#endif

/// A certificate chain and its private key, which a server proves itself with (RFC 8446).
///
/// TLS is the system's OpenSSL (libssl 3 or 1.1), opened at run time; there is none on other systems
/// than Linux.
public final class TLSIdentity: Sendable {
  /// What a certificate and a key are: an identity, or why they can't be used.
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
    /// The key isn't the key of the first certificate.
    case otherKey
    /// The library refuses them, for a reason in its own words, such as `ee key too small`.
    case refused(String)
  }

  #if os(Linux)
  private let handle: flow_tls_identity

  /// How many bytes the library's words on a refusal have at most.
  private static let reasonBytesMax = 256

  private init(handle: flow_tls_identity) { self.handle = handle }
  #endif

  /// Reads a chain and a key in PEM form (RFC 7468).
  ///
  /// - Parameters:
  ///   - certificate: The server's certificate, followed by those that lead to a root.
  ///   - key: The private key of the first certificate.
  /// - Returns: The identity, or why there is none.
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

  /// Whether this machine has a library for TLS that a server can use.
  public static var isAvailable: Bool {
    #if os(Linux)
    flow_tls_is_available() != 0
    #else
    false
    #endif
  }

  /// The stream of a client's connection.
  ///
  /// - Parameters:
  ///   - socket: The connection.
  ///   - blockTime: How long reading and sending may block once it is open.
  /// - Returns: The stream.
  func stream(over socket: ServerSocket, blockTime: Duration) -> any ByteStream {
    #if os(Linux)
    TLSStream(flow_tls_open(handle), over: socket, blockTime: blockTime)
    #else
    PlainStream(socket)
    #endif
  }
}
