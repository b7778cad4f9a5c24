import FlowDiagnostics
import FlowEngine
import FlowHTTP

/// A JSON Web Token in its compact form (RFC 7515, section 7.1), parsed but not trusted yet.
struct SignedToken: Sendable {
  let header: JSONObject
  let claims: JSONObject
  let signature: [UInt8]
  /// The bytes that are signed: the first two parts as they came.
  let signed: [UInt8]

  /// The maximum size of a token in bytes; an ID token with a hundred groups needs a tenth of this.
  static let bytesMax = 64 << 10

  /// Parses a token.
  ///
  /// - Parameter text: The token.
  /// - Throws: `EngineFailure.Kind.untrusted` if the text isn't a token, or if the header or the
  ///   claims repeat a name (RFC 7515, section 4; RFC 7519, section 4).
  init(_ text: Secret) throws(EngineFailure) {
    let bytes = Array(text.reveal().utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard bytes.count <= SignedToken.bytesMax, parts.count == 3,
      let signature = Base64URL.decode(parts[2])
    else { throw Self.formFailure }
    header = try Self.object(parts[0], "the header of the ID token has a member")
    claims = try Self.object(parts[1], "the ID token has a claim")
    self.signature = signature
    signed = Array(bytes[..<parts[1].endIndex])
  }

  private static let formFailure = EngineFailure(
    untrusted: .idTokenMalformed, "the ID token isn't a signed token, or is too long")

  private static func object(
    _ part: ArraySlice<UInt8>, _ what: String
  ) throws(EngineFailure) -> JSONObject {
    guard let bytes = Base64URL.decode(part) else { throw formFailure }
    do throws(JSONFailure) {
      if let object = try JSON(parsing: bytes).object { return object }
    } catch {
      guard error.reason != .repeatedName else {
        throw EngineFailure(
          untrusted: .idTokenMalformed, "\(what) twice",
          help: "programs may read it differently; the issuer must send it once")
      }
    }
    throw formFailure
  }
}
