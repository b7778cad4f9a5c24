/// What a client asked for with `interact`.
///
/// A value behind one reference: no step of a transaction changes it, and each hands it on.
@dynamicMemberLookup
struct Interaction: Sendable, Hashable {
  /// All that is known of it.
  struct Parts: Sendable, Hashable {
    var server: AuthorizationServer
    var clientID: String
    var redirect: RedirectAddress
    var scope: String
    /// Who redeems the code proves to have begun the transaction.
    var proof: CodeProof
    var nonce: String?
    /// What comes back with a browser.
    var state: String?
    /// Whom the client expects.
    var loginHint: String?
    /// What the client asks for instead of the sign-on rules.
    var assurance: Assurance?
    /// How old a verification may be.
    var maxAge: Duration?
    /// Whether a session doesn't count (`prompt=login`).
    var asksForLogin = false
    /// Whether a browser signs in on the org's own page, and its code is an authorization code.
    var isCodeFlow = false
  }

  /// The one set of parts: an array is a reference.
  private let parts: [Parts]

  init(_ parts: Parts) {
    self.parts = [parts]
  }

  @inline(__always)
  subscript<Part>(dynamicMember path: KeyPath<Parts, Part>) -> Part { parts[0][keyPath: path] }
}
