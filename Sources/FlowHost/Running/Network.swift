import FlowSyntax
import FlowScript
package import FlowHTTP
package import FlowTerminal
import FlowText
import FlowLock

/// The transport for requests to an issuer.
///
/// The transport is created when it is first used.
package final class Network: Sendable {
  private let host: Host
  private let caFile: String?
  private let made = Mutex<(any Transport)?>(nil)

  /// Prepares the transport.
  ///
  /// - Parameters:
  ///   - host: The host. If the host has its own transport, the network uses that transport.
  ///   - caFile: The path of the file with certificates to trust; `nil` to trust the certificates
  ///     of the system.
  package init(_ host: Host, caFile: String?) {
    self.host = host
    self.caFile = caFile
  }

  /// The maximum size of the file of certificates in bytes.
  ///
  /// The file with all certificates of a system has a quarter of a megabyte.
  private static let certificateBytesMax = 16 << 20

  /// Throws if the certificates can't be read.
  ///
  /// Otherwise, the network would report a problem with the server's certificate.
  package func check() throws(UsageFault) {
    guard let path = caFile else { return }
    let fault: String
    do throws(ReadFault) {
      let bytes = try FileReader.read(path, limit: Network.certificateBytesMax)
      if CertificateFile.isUsable(bytes) { return }
      fault = "it doesn't contain readable certificates"
    } catch {
      fault = error.words
    }
    throw UsageFault(
      message: "`--ca-file`: \(path): \(fault)",
      help: "use a file of certificates in PEM form")
  }

  /// Returns the transport.
  ///
  /// The first call creates the transport.
  package func transport() -> any Transport {
    made.withLock { made in
      if let made { return made }
      #if os(Linux)
      let new = host.transport ?? NetworkTransport(caFile: caFile)
      #else
      let new = host.transport ?? NetworkTransport()
      #endif
      made = new
      return new
    }
  }
}
