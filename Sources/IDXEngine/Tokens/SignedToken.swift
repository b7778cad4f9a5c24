import FlowWire

/// A JSON Web Token in its compact form (RFC 7515, section 7.1), taken apart and not trusted yet.
struct SignedToken: Sendable {
  let header: JSONObject
  let claims: JSONObject
  let signature: [UInt8]
  /// What the signature is of: the first two parts as they came.
  let signed: [UInt8]

  /// No longer one is read: an ID token with a hundred groups has a tenth of it.
  static let bytesMax = 64 << 10

  /// Takes a token apart; `nil` where it isn't one.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= SignedToken.bytesMax else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { return nil }
    self.header = header
    self.claims = claims
    self.signature = signature
    signed = Array(bytes[..<parts[1].endIndex])
  }

  private static func object(_ part: ArraySlice<UInt8>) -> JSONObject? {
    Base64URL.decode(part).flatMap { try? JSON(parsing: $0) }?.object
  }
}
