import OktaSimulator

/// A method by which the org's users can be verified.
struct OfferedMethod: Hashable {
  let authenticator: AuthenticatorDescription
  let method: AuthenticatorDescription.Method
  /// Whether it may be used to sign in, and to recover an account.
  var signsOn = true
  var recovers = true
}

/// The methods of the org's authenticators, and their text for some of them.
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

  /// Returns authenticators as settings name them.
  ///
  /// Each has its methods unless all are meant.
  ///
  /// - Parameter some: Some methods of these.
  /// - Returns: One text for each authenticator.
  func words(_ some: [OfferedMethod]) -> [String] {
    authenticators.compactMap { word in
      let own = all.filter { $0.authenticator.word == word }
      let meant = own.filter { some.contains($0) }
      guard !meant.isEmpty else { return nil }
      guard meant.count < own.count else { return word }
      return "\(word) via \(meant.map(\.method.word).joined(separator: " or "))"
    }
  }

  /// Returns ` without email, phone via sms`; empty if there are no methods.
  func without(_ some: [OfferedMethod]) -> String {
    let words = words(some)
    return words.isEmpty ? "" : " without " + words.joined(separator: ", ")
  }

  /// The methods that may be used to sign in.
  var usable: [OfferedMethod] { all.filter(\.signsOn) }
  /// The methods that may not be used to sign in.
  var unusable: [OfferedMethod] { all.filter { !$0.signsOn } }

  /// Whether the org has an authenticator.
  func has(_ word: String) -> Bool { all.contains { $0.authenticator.word == word } }

  /// Returns an authenticator by its key, regardless of whether the org has it.
  static func known(_ key: String) -> AuthenticatorDescription? {
    Org.authenticators.first { $0.key == key.lowercased() }
  }
}
