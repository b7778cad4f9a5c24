import FlowHTTP

/// A comparison that selects users in the management API, such as `status eq "ACTIVE"`.
///
/// The real API has more operators. Any other text is refused.
struct UserFilter {
  private let path: [String]
  private let value: String

  /// Parses a filter; `nil` if it isn't a member, `eq` and a text.
  ///
  /// - Parameter text: The filter.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3, words[1] == "eq", words[2].count >= 2, words[2].hasPrefix("\""),
      words[2].hasSuffix("\"")
    else { return nil }
    path = words[0].split(separator: ".").map(String.init)
    value = String(words[2].dropFirst().dropLast())
    guard ["status", "type", "profile"].contains(path.first) else { return nil }
  }

  /// Whether a user has the value.
  ///
  /// Texts are compared without regard to case.
  ///
  /// - Parameter user: The user, as the API lists it.
  /// - Returns: Whether the user is selected.
  func accepts(_ user: JSON) -> Bool {
    let found = path.reduce(Optional(user)) { $0?[$1] }
    return found?.string?.lowercased() == value.lowercased()
  }
}
