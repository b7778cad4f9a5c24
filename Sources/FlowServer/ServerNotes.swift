import FlowInterpreter
import FlowHTTP
import FlowTerminal
import FlowText
import FlowLock

/// Prints a server's notes about its clients, each only once because clients retry.
final class ServerNotes: Sendable {
  /// The maximum number of notes to print, because clients determine some of their words.
  private static let notesMax = 16

  private let sink: any TextSink
  private let certificate: String?
  private let printed = Mutex<Set<HTTPServer.Note>>([])

  /// Creates a printer of notes.
  ///
  /// - Parameters:
  ///   - sink: The output for the notes.
  ///   - certificate: The path of the server's certificate; `nil` for plain http.
  init(_ sink: any TextSink, certificate: String?) {
    self.sink = sink
    self.certificate = certificate
  }

  /// Prints a note unless it was already printed.
  func take(_ note: HTTPServer.Note) {
    let isNew = printed.withLock { printed in
      printed.count < ServerNotes.notesMax && printed.insert(note).inserted
    }
    if isNew { sink.print("flow: note: \(words(note))\n") }
  }

  private func words(_ note: HTTPServer.Note) -> TerminalText {
    switch note {
    case .tlsAtPlainPort:
      "a client used https on this port, which is plain http: give it an `http://` address, or "
        + "serve https with `--tls CERT KEY`"
    case .httpAtTLSPort:
      "a client used plain http on this port, which is https only: give it an `https://` address"
    case .failedHandshake(let reason):
      "a client's TLS handshake failed: \(reason)\(advice(reason))"
    }
  }

  /// Returns the advice for a failed handshake, whose reason is in OpenSSL's words.
  private func advice(_ reason: String) -> TerminalText {
    if reason.hasSuffix("unsupported protocol") || reason.hasSuffix("protocol version") {
      return "; the oldest supported version is TLS 1.2"
    }
    let isDistrust = ["unknown ca", "certificate unknown", "bad certificate"]
      .contains { reason.hasSuffix($0) }
    guard isDistrust, let certificate else { return "" }
    return "; the client must trust \(certificate) or the certificate that issued it"
  }
}
