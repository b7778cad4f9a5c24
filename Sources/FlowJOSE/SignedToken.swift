import FlowEngine
package import FlowHTTP

/// A token in compact form (RFC 7515, section 7.1), whose signature isn't checked yet.
package struct SignedToken: Sendable {
  package let header: JSONObject
  package let claims: JSONObject
  private let signed: [UInt8]
  private let signature: [UInt8]

  /// The default maximum number of bytes of a token.
  package static let usualBytesMax = 16 << 10

  /// Parses a token; `nil` if the text isn't one.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - bytesMax: The maximum number of bytes of the token.
  package init?(_ text: String, bytesMax: Int = usualBytesMax) {
    guard text.utf8.count <= bytesMax else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    func object(_ part: String) -> JSONObject? {
      Base64URL.decode(part).flatMap { try? JSON(parsing: $0).object }
    }
    guard parts.count == 3, let header = object(parts[0]), let claims = object(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { return nil }
    self.header = header
    self.claims = claims
    self.signature = signature
    signed = Array((parts[0] + "." + parts[1]).utf8)
  }

  /// Whether a key has signed the token, with the algorithm that belongs to the key.
  ///
  /// A header that this type doesn't know but must (`crit`) makes the token invalid.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether the signature is valid.
  package func isSigned(by key: PublicWebKey) -> Bool {
    header["alg"]?.string == key.algorithm && header["crit"] == nil
      && key.isValid(signature, of: signed)
  }
}
