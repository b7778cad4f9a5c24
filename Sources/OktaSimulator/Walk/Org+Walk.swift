// What is told of an org where its walks are told.
extension Org {
  /// The names that people of the settings sign in with, in their order.
  package var userLogins: [String] { people.map(\.login) }

  /// What a sign-on rule is called.
  package func name(ofRule index: Int?) -> String { policy.name(ofRule: index) }

  /// What a rule of the global session policy is called.
  package func name(ofSessionRule index: Int?) -> String { policy.name(ofSessionRule: index) }

  /// What an identity provider is called.
  package func name(ofProvider index: Int) -> String {
    policy.providers.indices.contains(index) ? policy.providers[index].name : ""
  }

  /// Whether the first page asks for the password beside the identifier.
  package var asksPasswordAtOnce: Bool { policy.asksPasswordAtOnce }

  /// The groups of somebody; of nobody of the settings those of whoever signs up.
  package func groups(of login: String?) -> [String] { account(login)?.groups ?? [] }

  /// The type of somebody, likewise.
  package func userType(of login: String?) -> String? { account(login)?.userType }

  private func account(_ login: String?) -> Account? {
    guard let login else { return policy.registration?.newcomer }
    return logins[login.lowercased()].map { people[$0] }
  }
}
