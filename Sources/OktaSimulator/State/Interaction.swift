/// The parameters of a client's `interact` or `authorize` request.
///
/// The members are behind one reference, because every step of a transaction passes them on
/// unchanged.
@dynamicMemberLookup
struct Interaction: Sendable, Hashable {
  /// The members of the interaction.
  struct Parts: Sendable, Hashable {
    var server: AuthorizationServer
    var clientID: String
    var redirect: RedirectAddress
    var scope: String
    /// The PKCE code challenge, which proves that the same client begins the transaction and
    /// redeems the code.
    var proof: CodeProof
    var nonce: String?
    /// The `state` that redirects to the client return.
    var state: String?
    /// The login of the user that the client expects.
    var loginHint: String?
    /// The assurance that the client requires in addition to the sign-on rules.
    var assurance: Assurance?
    /// The maximum age of a verification from an earlier sign-in.
    var maxAge: Duration?
    /// Whether an existing session doesn't count (`prompt=login`).
    var asksForLogin = false
    /// Whether this is an authorization-code flow, in which a browser signs in on the org's own
    /// page.
    var isCodeFlow = false
  }

  /// The members, in an array with one element.
  ///
  /// An array is a reference.
  private let parts: [Parts]

  init(_ parts: Parts) {
    self.parts = [parts]
  }

  @inline(__always)
  subscript<Part>(dynamicMember path: KeyPath<Parts, Part>) -> Part { parts[0][keyPath: path] }
}
