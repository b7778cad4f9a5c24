/// The description of an authenticator for the rest of the package.
package struct AuthenticatorDescription: Sendable, Hashable {
  /// The word in settings.
  package let word: String
  /// Its stable name on the wire.
  package let key: String
  /// Its type on the wire.
  package let type: String
  /// Its methods.
  package let methods: [Method]

  /// A method of the authenticator.
  package struct Method: Sendable, Hashable {
    /// Its name on the wire.
    package let wire: String
    /// The word in settings.
    package let word: String
    /// Whether it proves knowledge; otherwise possession.
    package let isKnowledge: Bool
    /// The traits that requirements may name, such as `phishing-resistant`.
    package let adjectives: [String]
  }
}

extension Org {
  /// Every authenticator that can be simulated.
  package static let authenticators = Authenticator.allCases.map { authenticator in
    AuthenticatorDescription(
      word: authenticator.rawValue, key: authenticator.key, type: authenticator.type,
      methods: authenticator.methods.list.map { method in
        let traits = method.traits.union(method.conditionalTraits)
        return AuthenticatorDescription.Method(
          wire: method.wire, word: method.word,
          isKnowledge: Methods.knowledge.contains(Methods(method)),
          adjectives: Traits.adjectives.filter { traits.isSuperset(of: $0.traits) }.map(\.word))
      })
  }
}
