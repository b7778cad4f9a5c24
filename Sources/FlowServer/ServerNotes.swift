import FlowInterpreter
import FlowHTTP
import FlowTerminal
import FlowText
import Synchronization

/// Prints what a server notes about its clients, each thing once: a client tries again and again.
final class ServerNotes: Sendable {
  /// How many different notes are printed: a client chooses some of the words.
  private static let notesMax = 16

  private let sink: any TextSink
  private let certificate: String?
  private let printed = Mutex<Set<HTTPServer.Note>>([])

  /// - Parameters:
  ///   - sink: Where notes go.
  ///   - certificate: The path of the server's certificate; `nil` if it speaks plain http.
  init(_ sink: any TextSink, certificate: String?) {
    self.sink = sink
    self.certificate = certificate
  }

  /// Takes a note.
  func take(_ note: HTTPServer.Note) {
    let isNew = printed.withLock { printed in
      printed.count < ServerNotes.notesMax && printed.insert(note).inserted
    }
    if isNew { sink.print("flow: note: \(words(note))\n") }
  }

  private func words(_ note: HTTPServer.Note) -> TerminalText {
    switch note {
    case .tlsAtPlainPort:
      "a client spoke https to this port, which speaks plain http: give it an `http://` address, or "
        + "serve https with `--tls CERT KEY`"
    case .httpAtTLSPort:
      "a client sent plain http to this port, which speaks https only: give it an `https://` address"
    case .failedHandshake(let reason):
      "a client's TLS handshake failed: \(reason)\(advice(reason))"
    }
  }

  /// What to do about a handshake that failed for a reason in OpenSSL's words.
  private func advice(_ reason: String) -> TerminalText {
    if reason.hasSuffix("unsupported protocol") || reason.hasSuffix("protocol version") {
      return "; the oldest version that is served is TLS 1.2"
    }
    let isDistrust = ["unknown ca", "certificate unknown", "bad certificate"]
      .contains { reason.hasSuffix($0) }
    guard isDistrust, let certificate else { return "" }
    return "; the client must trust \(certificate) or the certificate that issued it"
  }
}
