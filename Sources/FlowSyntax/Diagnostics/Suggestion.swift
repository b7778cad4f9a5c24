/// Finds the right words near a wrong one.
public enum Suggestion {
  /// The nearest words.
  public static func nearest(_ word: String, among candidates: [String]) -> [String] { [] }
}
