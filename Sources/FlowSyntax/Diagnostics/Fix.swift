public import FlowDiagnostics
import FlowText

extension Diagnostic {
  /// The fixes for the problem, the most likely first; empty if none is known.
  public var fixes: [Fix] {
    guard let place, place.range.start < place.range.end else { return [] }
    let words = problem.suggestions
    let written = place.text
    return words.map { word in
      let isOnly = words.count == 1
      return Fix(
        place: place, text: Diagnostic.replacement(place, by: word), word: word,
        isCertain: isOnly && isCertain(written, word))
    }
  }

  /// Whether the written word is certainly a typo of the suggested word.
  private func isCertain(_ written: String, _ word: String) -> Bool {
    switch problem.certainty {
    case .never: false
    case .always: true
    case .typoOf(let text): written == text && Suggestion.isSlip(written, of: word)
    case .typo: Suggestion.isSlip(Prose.bare(written, without: "\""), of: word)
    }
  }

  /// Returns a word in the form that replaces the text at a location.
  ///
  /// The word is quoted if the old text is quoted, or if it isn't a name. A blank is added before
  /// or after it if it would otherwise join an adjacent word.
  private static func replacement(_ place: Place, by word: String) -> String {
    let bytes = place.source.bytes
    let (start, end) = (Int(place.range.start), Int(place.range.end))
    guard start < bytes.count, bytes[start] != quote, Slip.phrases.contains(word) || isName(word)
    else { return quoted(word) }
    let before = start > 0 && bytes[start - 1].continuesWord
    let after = end < bytes.count && bytes[end].continuesWord
    return (before ? " " : "") + word + (after ? " " : "")
  }

  private static let quote = UInt8(ascii: "\"")

  private static func isName(_ word: String) -> Bool {
    word.utf8.allSatisfy { $0.continuesWord }
  }

  private static func quoted(_ word: String) -> String {
    var text = "\""
    for scalar in word.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
