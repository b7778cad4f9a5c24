package import FlowEngine

/// A transaction that a later session can continue, also in another process.
package struct IDXContinuation: Sendable, Hashable {
  /// The handle that identifies the transaction to its end.
  package var handle: Secret
  /// The verifier of the exchange for tokens (RFC 7636).
  package var verifier: Secret
  /// The state that a redirect must return (RFC 6749, section 10.12).
  package var state: Secret
  /// The nonce that the ID token must contain.
  package var nonce: Secret
  /// The maximum age of the user's sign-in in seconds; `nil` if the script doesn't set one.
  package var maxAge: Double?

  /// Makes a continuation.
  package init(
    handle: Secret, verifier: Secret, state: Secret, nonce: Secret, maxAge: Double? = nil
  ) {
    self.handle = handle
    self.verifier = verifier
    self.state = state
    self.nonce = nonce
    self.maxAge = maxAge
  }
}

/// How an engine's session continues an earlier one, and is continued by a later one.
package struct IDXContinuity: Sendable {
  /// The transaction to continue; `nil` to begin a new one.
  package var earlier: IDXContinuation?
  /// Receives the session's transaction as soon as it exists.
  package var keep: @Sendable (IDXContinuation) -> Void

  /// Makes a continuity.
  package init(
    earlier: IDXContinuation? = nil, keep: @escaping @Sendable (IDXContinuation) -> Void = { _ in }
  ) {
    self.earlier = earlier
    self.keep = keep
  }
}
