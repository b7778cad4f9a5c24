import OktaSimulator

/// A method that the org's people can be verified by.
struct OfferedMethod: Hashable {
  let authenticator: AuthenticatorDescription
  let method: AuthenticatorDescription.Method
  /// Whether it may be used to sign in, and to recover an account.
  var signsOn = true
  var recovers = true
}

/// The methods of the org's authenticators, and how some of them are written.
struct OfferedMethods {
  var all: [OfferedMethod] = []

  /// The words of the authenticators, in the order of the export.
  var authenticators: [String] {
    var words: [String] = []
    for offered in all where !words.contains(offered.authenticator.word) {
      words.append(offered.authenticator.word)
    }
    return words
  }

  /// Authenticators as settings name them, each with its methods where not all are meant.
  ///
  /// - Parameter some: methods of these.
  /// - Returns: a text an authenticator.
  func words(_ some: [OfferedMethod]) -> [String] {
    authenticators.compactMap { word in
      let own = all.filter { $0.authenticator.word == word }
      let meant = own.filter { some.contains($0) }
      guard !meant.isEmpty else { return nil }
      guard meant.count < own.count else { return word }
      return "\(word) via \(meant.map(\.method.word).joined(separator: " or "))"
    }
  }

  /// ` without email, phone via sms`; empty for none.
  func without(_ some: [OfferedMethod]) -> String {
    let words = words(some)
    return words.isEmpty ? "" : " without " + words.joined(separator: ", ")
  }

  /// What may be used to sign in.
  var usable: [OfferedMethod] { all.filter(\.signsOn) }
  /// What may not.
  var unusable: [OfferedMethod] { all.filter { !$0.signsOn } }

  /// Whether the org has an authenticator.
  func has(_ word: String) -> Bool { all.contains { $0.authenticator.word == word } }

  /// An authenticator by its key, whether the org has it or not.
  static func known(_ key: String) -> AuthenticatorDescription? {
    Org.authenticators.first { $0.key == key.lowercased() }
  }
}
