/// Builds the recurring parts of messages.
package enum Prose {
  /// The longest piece of a script, in characters, that a message repeats.
  ///
  /// The source line shows the whole text.
  package static let quoteMax = 60

  /// The number of words that a list shows before it counts the rest.
  package static let listMax = 8

  /// A user's text in backticks.
  ///
  /// A long text is cut.
  package static func ticked(_ text: String) -> String {
    guard text.utf8.count > quoteMax else { return "`\(text)`" }
    let characters = text.prefix(quoteMax)
    return characters.endIndex == text.endIndex ? "`\(text)`" : "`\(characters)…`"
  }

  /// `a`, `a or b`, `a, b or c`.
  package static func list(_ parts: [String], _ conjunction: String) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// Words in backticks, joined by `or`.
  package static func or(_ words: [String]) -> String { list(words.map(ticked), "or") }

  /// Words in backticks, joined by `and`.
  ///
  /// A long list shows the first three and the number of the others.
  package static func and(_ words: [String]) -> String {
    guard words.count > listMax else { return list(words.map(ticked), "and") }
    let shown = words.prefix(Suggestion.wordsMax).map(ticked).joined(separator: ", ")
    return "\(shown) and \(words.count - Suggestion.wordsMax) more"
  }

  /// `1 value`, `3 values`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The question that offers similar words; `nil` if there aren't any.
  package static func didYouMean(_ words: [String]) -> String? {
    words.isEmpty ? nil : "did you mean \(or(words))?"
  }

  /// A chain of names: `a` → `b` → `a`.
  package static func chain(_ names: [String]) -> String {
    names.map(ticked).joined(separator: " → ")
  }

  /// A text without the marks around it, if it has them and isn't empty between them.
  package static func bare(_ text: String, without mark: String) -> String {
    guard text.utf8.count > 2, text.hasPrefix(mark), text.hasSuffix(mark) else { return text }
    return String(text.dropFirst().dropLast())
  }
}
