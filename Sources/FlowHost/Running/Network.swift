import FlowSyntax
import FlowScript
package import FlowHTTP
package import FlowTerminal
import FlowText
import Synchronization

/// The transport of requests to an issuer, created at first use.
package final class Network: Sendable {
  private let host: Host
  private let caFile: String?
  private let made = Mutex<(any Transport)?>(nil)

  /// Chooses a network.
  ///
  /// - Parameters:
  ///   - host: The host, which may have its own transport.
  ///   - caFile: The certificates to trust; `nil` for the system's.
  package init(_ host: Host, caFile: String?) {
    self.host = host
    self.caFile = caFile
  }

  /// The largest file of certificates.
  ///
  /// A system's whole store has a quarter of a megabyte.
  private static let certificateBytesMax = 16 << 20

  /// Checks that the certificates can be read.
  ///
  /// The network's own message would blame the server's certificate.
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
