import FlowHTTP

/// A file of certificates in PEM form (RFC 7468), as far as it takes to tell one from other files.
enum CertificateFile {
  /// By what names certificates are marked.
  private static let labels = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]

  /// Whether a file holds a certificate, and none that is no more than marked as one: TLS libraries
  /// take none of a file then.
  static func isUsable(_ bytes: [UInt8]) -> Bool {
    var count = 0
    // The lines of the certificate that has begun.
    var content: String?
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if labels.contains(where: { line == "-----BEGIN \($0)-----" }) {
        guard content == nil else { return false }
        content = ""
      } else if labels.contains(where: { line == "-----END \($0)-----" }) {
        // Every certificate is a sequence.
        guard let text = content, Base64.decode(text)?.first == 0x30 else { return false }
        content = nil
        count += 1
      } else {
        content?.append(contentsOf: line)
      }
    }
    return count > 0 && content == nil
  }
}
