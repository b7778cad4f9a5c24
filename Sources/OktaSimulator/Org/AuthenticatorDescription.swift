/// A description of an authenticator for other modules of the package.
package struct AuthenticatorDescription: Sendable, Hashable {
  /// The name in settings.
  package let word: String
  /// The `key` on the wire.
  package let key: String
  /// The `type` on the wire.
  package let type: String
  /// The methods of the authenticator.
  package let methods: [Method]

  /// A method of the authenticator.
  package struct Method: Sendable, Hashable {
    /// The name on the wire.
    package let wire: String
    /// The name in settings.
    package let word: String
    /// Whether the method proves knowledge.
    ///
    /// Otherwise it proves possession.
    package let isKnowledge: Bool
    /// The traits of the method that requirements can demand, such as `phishing-resistant`.
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
