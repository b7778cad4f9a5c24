/// A change to a script that fixes a problem: a location and its replacement.
public struct Fix: Sendable, Hashable {
  /// The range that is replaced.
  public var place: Place
  /// The replacement.
  public var text: String
  /// The suggested word, for the title of the change.
  public var word: String
  /// Whether the fix is safe to apply without asking: the word is the only suggestion, and the
  /// written word is a typo of it.
  public var isCertain: Bool

  /// Makes a fix.
  public init(place: Place, text: String, word: String, isCertain: Bool) {
    self.place = place
    self.text = text
    self.word = word
    self.isCertain = isCertain
  }
}
