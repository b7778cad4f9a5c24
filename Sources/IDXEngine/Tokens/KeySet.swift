import FlowDiagnostics
import FlowCrypto
import FlowEngine
import FlowHTTP

/// An issuer's published keys (RFC 7517, section 5), limited to keys for `RS256`.
struct KeySet: Sendable {
  /// The RSA keys for signatures, with their ids; `nil` for a key without an id.
  let keys: [(id: String?, key: RSA.PublicKey)]

  /// The maximum number of keys; issuers have a few, including the previous and the next key.
  static let countMax = 64
  /// The maximum size of the document in bytes; a key of 8192 bits with its certificates needs a
  /// tenth.
  static let bytesMax = 256 << 10

  /// The only accepted algorithm (RFC 7518, section 3.3); a token must never choose the algorithm.
  static let algorithm = "RS256"

  /// Reads a key set, and skips keys of other types and for other uses.
  ///
  /// - Throws: `EngineFailure.Kind.malformed` if the document isn't a key set, or is too large.
  init(_ document: JSONObject) throws(EngineFailure) {
    guard let all = document["keys"]?.array, all.count <= KeySet.countMax else {
      throw EngineFailure(.malformed, "the issuer's key set can't be read")
    }
    var keys: [(id: String?, key: RSA.PublicKey)] = []
    for case .object(let object) in all {
      guard object["kty"]?.string == "RSA", Self.isForSignatures(object),
        let modulus = object["n"]?.string.flatMap(Base64URL.decode),
        let exponent = object["e"]?.string.flatMap(Base64URL.decode),
        let key = try? RSA.PublicKey(modulus: modulus, exponent: exponent)
      else { continue }
      keys.append((object["kid"]?.string, key))
    }
    self.keys = keys
  }

  private static func isForSignatures(_ object: JSONObject) -> Bool {
    let uses = object["use"].map { $0.string == "sig" } ?? true
    let algorithms = object["alg"].map { $0.string == algorithm } ?? true
    return uses && algorithms
  }

  /// Verifies the signature of a token.
  ///
  /// - Returns: Whether the signature was verified; `false` if this machine has no library for it.
  /// - Throws: `EngineFailure.Kind.untrusted` if the signature is wrong.
  func check(_ token: SignedToken) throws(EngineFailure) -> Bool {
    let key = try key(for: token.header)
    do throws(CryptoFailure) {
      guard try key.isValid(token.signature, of: token.signed) else {
        throw .malformedKey
      }
      return true
    } catch {
      if error == .unavailable { return false }
      throw EngineFailure(
        untrusted: .idTokenSignature,
        "the ID token's signature doesn't match the issuer's key",
        help: "check the issuer; if it is correct, the token came from another server")
    }
  }

  /// Throws if a token's header has an algorithm other than `RS256`, or a `crit` extension.
  static func checkAlgorithm(_ header: JSONObject) throws(EngineFailure) {
    guard header["alg"]?.string == algorithm else {
      let found = header["alg"]?.string.map { "`\($0.prefix(20))`" } ?? "nothing"
      throw EngineFailure(
        untrusted: .idTokenAlgorithm,
        "the ID token is signed with \(found), but only `RS256` is accepted")
    }
    // The `crit` extensions (RFC 7515, section 4.1.11) aren't supported.
    guard header["crit"] == nil else {
      throw EngineFailure(
        untrusted: .idTokenAlgorithm, "the ID token's header has a `crit`, which isn't supported")
    }
  }

  /// Whether the set has the key that a token names.
  func hasKey(for header: JSONObject) -> Bool {
    guard let id = header["kid"]?.string else { return true }
    return keys.contains { $0.id == id }
  }

  private func key(for header: JSONObject) throws(EngineFailure) -> RSA.PublicKey {
    if let id = header["kid"]?.string {
      if let found = keys.first(where: { $0.id == id }) { return found.key }
      throw EngineFailure(
        untrusted: .idTokenKey, "the ID token is signed with a key that the issuer doesn't publish",
        help: "check the issuer; a key that was just made may need a minute to be published")
    }
    guard keys.count == 1, let only = keys.first else {
      throw EngineFailure(
        untrusted: .idTokenKey, "the ID token doesn't say which of the issuer's keys signed it")
    }
    return only.key
  }
}
