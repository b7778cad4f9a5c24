import FlowCrypto
package import FlowEngine
package import FlowHTTP
package import FlowJOSE

/// Proves in requests that the app has the key of its tokens (RFC 9449).
package struct ProofSigner: Sendable {
  private let key: PrivateWebKey
  private let clock: any RunClock
  private let randomBytes: @Sendable (Int) -> [UInt8]
  /// The nonce that the server asked for; `nil` if it asked for none.
  package var nonce: String?

  /// Creates a signer.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - clock: The time of the proofs.
  ///   - randomBytes: Returns random bytes for the ids of the proofs.
  package init(
    key: PrivateWebKey, clock: any RunClock, randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.key = key
    self.clock = clock
    self.randomBytes = randomBytes
  }

  /// Adds a new proof to a request; a server accepts each proof only once.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - token: The access token of the request; `nil` at the token endpoint.
  /// - Throws: `EngineFailure` if this machine can't sign.
  package func sign(_ request: inout HTTPRequest, token: Secret?) throws(EngineFailure) {
    let proof = ClientTokens.Proof(
      method: request.method.rawValue, address: request.url.origin + request.url.path,
      id: Base64URL.encode(randomBytes(16)), nonce: nonce, token: token)
    do throws(CryptoFailure) {
      request.headers["DPoP"] = try ClientTokens.proof(proof, key: key, now: clock.now).reveal()
    } catch {
      throw EngineFailure(
        .refused, "this machine can't sign a proof that the app has its key",
        help: "install libcrypto.so.3 or 1.1: OpenSSL's library")
    }
  }
}
