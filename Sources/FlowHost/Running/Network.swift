import FlowSyntax
import FlowScript
package import FlowHTTP
package import FlowTerminal
import FlowText
import Synchronization

/// What carries requests to an issuer, made when it is first needed.
package final class Network: Sendable {
  private let host: Host
  private let caFile: String?
  private let made = Mutex<(any Transport)?>(nil)

  /// Chooses a network.
  ///
  /// - Parameters:
  ///   - host: the world, which may bring a network of its own.
  ///   - caFile: the certificates to trust; `nil` for the system's.
  package init(_ host: Host, caFile: String?) {
    self.host = host
    self.caFile = caFile
  }

  /// The largest file of certificates: a system's whole store has a quarter of a megabyte.
  private static let certificateBytesMax = 16 << 20

  /// Finds out whether the certificates can be read: the network's own words for those that can't
  /// would blame the server's.
  package func check() throws(UsageFault) {
    guard let path = caFile else { return }
    let fault: String
    do throws(ReadFault) {
      let bytes = try FileReader.read(path, limit: Network.certificateBytesMax)
      if CertificateFile.isUsable(bytes) { return }
      fault = "it holds no certificates that can be read"
    } catch {
      fault = error.words
    }
    throw UsageFault(
      message: "`--ca-file`: \(path): \(fault)",
      help: "it holds certificates in PEM form")
  }

  /// The transport.
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
