import FlowSyntax
import FlowHost
import FlowScript
import FlowHTTP
import FlowTerminal
import FlowText

/// The files that `--tls` names: a certificate chain and its private key.
package struct TLSFiles: Sendable, Hashable {
  /// The path of the chain.
  package var certificate: String
  /// The path of the key.
  package var key: String

  /// Creates a pair of paths.
  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  /// The maximum size of a file in bytes; a chain has a few kilobytes.
  private static let bytesMax = 1 << 20

  /// Reads the files.
  func identity() throws(UsageFault) -> TLSIdentity {
    let (chain, plainKey) = (try TLSFiles.read(certificate), try TLSFiles.read(key))
    switch TLSIdentity.read(certificate: chain, key: plainKey) {
    case .identity(let identity): return identity
    case .unavailable: throw TLSFiles.unavailable
    case .badCertificate: throw certificateFault(chain)
    case .badKey: throw keyFault(plainKey)
    case .encryptedKey:
      throw UsageFault(
        message: "`--tls`: \(key): the key is encrypted with a passphrase",
        help: "write it without one: `openssl pkey -in KEY -out plain.key`")
    case .otherKey:
      throw UsageFault(
        message: "`--tls`: \(key) isn't the key of the first certificate in "
          + "\(certificate)",
        help: "put the server's own certificate first in the file, before its issuers' certificates"
      )
    case .refused(let reason):
      throw UsageFault(
        message: "`--tls`: \(certificate) and \(key) can't be used"
          + (reason.isEmpty ? "" : ": \(reason)"))
    }
  }

  private static func read(_ path: String) throws(UsageFault) -> [UInt8] {
    do throws(ReadFault) {
      return try FileReader.read(path, limit: bytesMax)
    } catch {
      throw UsageFault(
        message: "`--tls`: \(path): \(error.words)",
        help: "write `--tls CERT KEY`: the certificate chain and its private key, in PEM form")
    }
  }

  private static var unavailable: UsageFault {
    #if os(Linux)
    UsageFault(
      message: "this machine doesn't have a TLS library",
      help: "install libssl.so.3 or 1.1: OpenSSL's library", status: .serverFailed)
    #else
    UsageFault(
      message: "`--tls` works on Linux only: it needs OpenSSL's libssl",
      help: "use an https proxy, and name it with `--issuer`",
      status: .serverFailed)
    #endif
  }

  // MARK: Faults of a file

  private func certificateFault(_ bytes: [UInt8]) -> UsageFault {
    let place = "`--tls`: \(certificate)"
    if TLSFiles.has("CERTIFICATE-----", bytes) {
      return .init(message: "\(place): a certificate in it can't be read", help: nil)
    }
    if TLSFiles.has("PRIVATE KEY-----", bytes) {
      return .init(
        message: "\(place) has a private key but no certificate",
        help: "the certificate comes first: `--tls CERT KEY`")
    }
    return .init(
      message: "\(place) doesn't have a certificate in PEM form",
      help: "PEM begins with `-----BEGIN CERTIFICATE-----`; convert DER with "
        + "`openssl x509 -inform DER -in CERT -out cert.pem`")
  }

  private func keyFault(_ bytes: [UInt8]) -> UsageFault {
    let place = "`--tls`: \(key)"
    if TLSFiles.has("PRIVATE KEY-----", bytes) {
      return .init(message: "\(place): the private key in it can't be read", help: nil)
    }
    if TLSFiles.has("CERTIFICATE-----", bytes) {
      return .init(
        message: "\(place) has a certificate but no private key",
        help: "the key comes second: `--tls CERT KEY`")
    }
    return .init(
      message: "\(place) doesn't have a private key in PEM form",
      help: "PEM begins with `-----BEGIN PRIVATE KEY-----`; convert DER with "
        + "`openssl pkey -inform DER -in KEY -out key.pem`")
  }

  private static func has(_ mark: String, _ bytes: [UInt8]) -> Bool {
    bytes.firstRange(of: Array(mark.utf8)) != nil
  }
}
