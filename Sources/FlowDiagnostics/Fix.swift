/// A change to a script that fixes a problem: a range and its replacement.
public struct Fix: Sendable, Hashable {
  /// The range to replace.
  public var place: Place
  /// The replacement for the range's text.
  public var text: String
  /// The suggested word, for the title of the fix in an editor.
  public var word: String
  /// Whether the fix can be applied without asking.
  ///
  /// The condition is that the word is the only suggestion, and the written word is a typo of it.
  public var isCertain: Bool

  /// Makes a fix.
  public init(place: Place, text: String, word: String, isCertain: Bool) {
    self.place = place
    self.text = text
    self.word = word
    self.isCertain = isCertain
  }
}
