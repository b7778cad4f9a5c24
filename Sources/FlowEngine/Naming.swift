/// The names of one thing, such as an authenticator or a method, that a script may use.
///
/// Engines name a thing in several ways (`okta_email`, `email`, "Email"). Comparisons ignore case,
/// and treat `_`, space and `-` as equal.
public struct Naming: Sendable, Hashable {
  /// The name in output and help, which is the shortest common one (`email`).
  public let word: String
  /// The title for users, which is the engine's own label in the user's language ("Email").
  public let title: String
  /// Every accepted name in normalized form, including `word` and `title`.
  public let words: [String]

  /// Makes a naming.
  ///
  /// If the engine has no label, `title` is `word`.
  public init(_ word: String, title: String? = nil, aliases: [String] = []) {
    self.word = word
    self.title = title ?? word
    var all = [Naming.normalized(word)]
    for alias in aliases + [self.title] {
      let alias = Naming.normalized(alias)
      if !all.contains(alias) { all.append(alias) }
    }
    words = all
  }

  /// Whether a normalized name is one of the names of this thing.
  public func answers(to normalized: String) -> Bool {
    words.contains(normalized)
  }

  /// Returns a name in the form for comparison: ASCII lower case, with `-` for `_` and space.
  public static func normalized(_ word: String) -> String {
    guard word.utf8.contains(where: { (65...90).contains($0) || $0 == 95 || $0 == 32 }) else {
      return word
    }
    let bytes = word.utf8.map { byte in
      switch byte {
      case 65...90: byte + 32
      case 95, 32: UInt8(ascii: "-")
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
