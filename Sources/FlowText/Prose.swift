/// Builds phrases that occur in many messages.
package enum Prose {
  /// The maximum number of characters of a script's text that a message repeats.
  ///
  /// The source line shows the whole text.
  package static let quoteMax = 60

  /// The maximum number of words in a list; a longer list shows the first three.
  package static let listMax = 8

  /// Returns a user's text in backticks; a long text is cut.
  package static func ticked(_ text: String) -> String {
    guard text.utf8.count > quoteMax else { return "`\(text)`" }
    let characters = text.prefix(quoteMax)
    return characters.endIndex == text.endIndex ? "`\(text)`" : "`\(characters)…`"
  }

  /// Joins parts to a list such as `a`, `a or b`, or `a, b or c`.
  package static func list(_ parts: [String], _ conjunction: String) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// Returns words in backticks, joined by `or`.
  package static func or(_ words: [String]) -> String { list(words.map(ticked), "or") }

  /// Returns words in backticks, joined by `and`.
  ///
  /// A long list shows the first three words and the number of the remaining words.
  package static func and(_ words: [String]) -> String {
    guard words.count > listMax else { return list(words.map(ticked), "and") }
    let shown = words.prefix(Suggestion.wordsMax).map(ticked).joined(separator: ", ")
    return "\(shown) and \(words.count - Suggestion.wordsMax) more"
  }

  /// Returns a number with its noun, such as `1 value` or `3 values`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns the question whether one of some words was meant; `nil` if there are no words.
  package static func didYouMean(_ words: [String]) -> String? {
    words.isEmpty ? nil : "did you mean \(or(words))?"
  }

  /// Returns a chain of names such as `a` → `b` → `a`.
  package static func chain(_ names: [String]) -> String {
    names.map(ticked).joined(separator: " → ")
  }

  /// Returns a text without the marks around it, if it has them and they enclose a text.
  package static func bare(_ text: String, without mark: String) -> String {
    guard text.utf8.count > 2, text.hasPrefix(mark), text.hasSuffix(mark) else { return text }
    return String(text.dropFirst().dropLast())
  }
}
