/// Cuts texts that are longer than anyone reads: a word of a script may be as long as the script.
package enum ShortText {
  /// Returns a text, or its beginning with `…` for the rest.
  ///
  /// Mask secrets before: the beginning of one isn't found any more.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - most: The number of scalars that are kept.
  /// - Returns: The text, or its beginning.
  package static func of(_ text: String, most: Int = 1000) -> String {
    guard text.utf8.count > most, text.unicodeScalars.count > most else { return text }
    return String(text.unicodeScalars.prefix(most)) + "…"
  }
}
