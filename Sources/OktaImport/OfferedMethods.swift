import OktaSimulator

/// A method with which the org verifies users.
struct OfferedMethod: Hashable {
  let authenticator: AuthenticatorDescription
  let method: AuthenticatorDescription.Method
  /// Whether the method may be used to sign in.
  var signsOn = true
  var recovers = true
}

/// The methods of the org's authenticators, and how settings name them.
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

  /// Returns the names of authenticators in settings.
  ///
  /// If only some methods of an authenticator are meant, the name lists them.
  ///
  /// - Parameter some: The methods that are meant.
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

  /// Returns a text such as ` without email, phone via sms`; empty if there are no methods.
  func without(_ some: [OfferedMethod]) -> String {
    let words = words(some)
    return words.isEmpty ? "" : " without " + words.joined(separator: ", ")
  }

  /// The methods that may be used to sign in.
  var usable: [OfferedMethod] { all.filter(\.signsOn) }

  /// Whether the org has the authenticator with a word.
  func has(_ word: String) -> Bool { all.contains { $0.authenticator.word == word } }

  /// Returns a known authenticator by its key, whether the org has it or not.
  static func known(_ key: String) -> AuthenticatorDescription? {
    Org.authenticators.first { $0.key == key.lowercased() }
  }
}
