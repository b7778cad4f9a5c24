/// A change of a script that fixes a problem: one place, and what stands there instead.
public struct Fix: Sendable, Hashable {
  /// What is replaced.
  public var place: Place
  /// What stands there instead.
  public var text: String
  /// The word that was probably meant, for a title of the change.
  public var word: String
  /// Whether no doubt is left that this was meant: the only word near, and a slip of the fingers.
  public var isCertain: Bool

  /// Makes a fix.
  public init(place: Place, text: String, word: String, isCertain: Bool) {
    self.place = place
    self.text = text
    self.word = word
    self.isCertain = isCertain
  }
}
