/// The words for one thing in a script, such as an authenticator or a method.
///
/// Engines name a thing in several ways (`okta_email`, `email`, "Email"); a script may use any of
/// them. Words compare without regard to case, and `_`, space and `-` are the same.
public struct Naming: Sendable, Hashable {
  /// The word that outputs and help show: the shortest common one (`email`).
  public let word: String
  /// The title for users: the engine's own label ("Email"), in its language.
  public let title: String
  /// Every accepted word, normalized, including `word` and `title`.
  public let words: [String]

  /// Makes a naming.
  ///
  /// `title` is `word` if the engine has no label.
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

  /// Whether a word, normalized by `Naming.normalized`, names this thing.
  public func answers(to normalized: String) -> Bool {
    words.contains(normalized)
  }

  /// The form in which words are compared: ASCII lower case, with `-` for `_` and space.
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
