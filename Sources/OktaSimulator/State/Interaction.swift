/// The parameters of a client's `interact` request.
///
/// It is a value behind one reference, because every step of a transaction passes it on unchanged.
@dynamicMemberLookup
struct Interaction: Sendable, Hashable {
  /// The members of the interaction.
  struct Parts: Sendable, Hashable {
    var server: AuthorizationServer
    var clientID: String
    var redirect: RedirectAddress
    var scope: String
    /// The proof that the client that redeems the code began the transaction.
    var proof: CodeProof
    var nonce: String?
    /// The value that is returned with a browser.
    var state: String?
    /// The user that the client expects.
    var loginHint: String?
    /// The client's requirement in addition to the sign-on rules.
    var assurance: Assurance?
    /// The maximum age of a verification.
    var maxAge: Duration?
    /// Whether a session doesn't count (`prompt=login`).
    var asksForLogin = false
    /// Whether a browser signs in on the org's own page, and its code is an authorization code.
    var isCodeFlow = false
  }

  /// The members: an array is a reference.
  private let parts: [Parts]

  init(_ parts: Parts) {
    self.parts = [parts]
  }

  @inline(__always)
  subscript<Part>(dynamicMember path: KeyPath<Parts, Part>) -> Part { parts[0][keyPath: path] }
}
