import FlowEngine
import FlowHTTP
import FlowJOSE
import SimulatorKit

/// Checks that clients have the keys of their tokens (RFC 9449).
struct TokenProof: TurnPart {
  let turn: Turn

  /// The algorithms of proofs that the org accepts.
  static let algorithms = ["ES256", "RS256"]

  /// Checks the proof of a token request.
  ///
  /// A client can ask for bound tokens even if its app doesn't require them (section 5).
  ///
  /// - Parameter request: The request.
  /// - Returns: The thumbprint of the key; `nil` if the request has no proof and needs none.
  /// - Throws: `invalid_dpop_proof`, or `use_dpop_nonce` with a nonce in the headers.
  func thumbprint(of request: HTTPRequest) throws(HTTPRefusal) -> String? {
    guard policy.app.requiresProof || request.headers["DPoP"] != nil else { return nil }
    let seconds = clock.components.seconds
    let nonces = try org.signingKey.proofNonces().valid(at: seconds)
    do throws(ProofCheck.Refusal) {
      return try state.proofs.check(
        request, ProofCheck.Demand(nonces: nonces), at: org.site.origin, now: seconds)
    } catch {
      switch error {
      case .invalid(let text): throw .invalidProof(text)
      case .nonce:
        extraHeaders["DPoP-Nonce"] = nonces[0]
        throw HTTPRefusal(
          code: "use_dpop_nonce", "Authorization server requires nonce in DPoP proof.")
      }
    }
  }

  /// Checks a refresh token that is bound to a key.
  ///
  /// Only the tokens of public clients are bound: other clients authenticate (section 5).
  ///
  /// - Parameters:
  ///   - grant: The grant of the refresh token.
  ///   - thumbprint: The thumbprint of the request's key; `nil` if the request has no proof.
  /// - Throws: `invalid_dpop_proof` if the proof is missing, `invalid_grant` if it has another key.
  func check(_ grant: Grant, against thumbprint: String?) throws(HTTPRefusal) {
    guard let bound = grant.thumbprint, policy.app.secret == nil else { return }
    guard let thumbprint else { throw .invalidProof("The DPoP proof JWT header is missing.") }
    guard thumbprint == bound else {
      throw .invalidGrant("The refresh token is bound to another key than the DPoP proof's.")
    }
  }

  /// Whether a request to a resource presents an access token in the way that the token requires.
  ///
  /// A bound token isn't valid as a bearer token (section 7.2).
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - scheme: The scheme of its `Authorization` header, in lower case.
  ///   - grant: The grant of the access token.
  /// - Returns: Whether the token may be used.
  func permits(_ request: HTTPRequest, scheme: String, _ grant: Grant) -> Bool {
    guard let bound = grant.thumbprint else { return scheme == "bearer" }
    guard scheme == "dpop" else { return false }
    let proof = try? state.proofs.check(
      request, ProofCheck.Demand(token: grant.accessToken.reveal()), at: org.site.origin,
      now: clock.components.seconds)
    return proof == bound
  }
}

extension HTTPRefusal {
  fileprivate static func invalidProof(_ text: String) -> HTTPRefusal {
    HTTPRefusal(code: "invalid_dpop_proof", text)
  }
}

extension Grant {
  /// The type of the access token.
  var tokenType: JSON { thumbprint == nil ? "Bearer" : "DPoP" }

  /// The claim that binds the access token to a key (RFC 9449, section 6.1); empty if none does.
  var confirmation: [JSONObject.Member] {
    thumbprint.map { [.init("cnf", ["jkt": .string($0)])] } ?? []
  }
}
