/// What the rest of the package may know of an authenticator that can be simulated.
package struct AuthenticatorDescription: Sendable, Hashable {
  /// The word that settings call it by.
  package let word: String
  /// Its stable name on the wire.
  package let key: String
  /// Its type on the wire.
  package let type: String
  /// What it can be verified by.
  package let methods: [Method]

  /// One way of proving oneself by it.
  package struct Method: Sendable, Hashable {
    /// Its name on the wire.
    package let wire: String
    /// The word that settings call it by.
    package let word: String
    /// Whether it proves what somebody knows; what they have, else.
    package let isKnowledge: Bool
    /// What requirements may ask of it: `phishing-resistant` and the like.
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
