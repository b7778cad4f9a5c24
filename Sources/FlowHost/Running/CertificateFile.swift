import FlowHTTP

/// Checks whether a file contains certificates in PEM form (RFC 7468).
enum CertificateFile {
  /// The labels that mark certificates.
  private static let labels = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]

  /// Whether a file contains certificates, and all of them are valid.
  ///
  /// TLS libraries refuse a whole file if one certificate is invalid.
  static func isUsable(_ bytes: [UInt8]) -> Bool {
    var count = 0
    // The lines of the certificate that is being read; `nil` between certificates.
    var content: String?
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if labels.contains(where: { line == "-----BEGIN \($0)-----" }) {
        guard content == nil else { return false }
        content = ""
      } else if labels.contains(where: { line == "-----END \($0)-----" }) {
        // Every certificate is an ASN.1 sequence, which begins with this byte.
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
