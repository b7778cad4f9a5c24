/// The program's own signs in ASCII, for a terminal whose encoding isn't UTF-8.
package enum PlainSigns {
  private static let signs: [Unicode.Scalar: String] = [
    "…": "...", "—": "--", "–": "-", "•": "*", "·": "-", "→": "->", "←": "<-", "×": "x",
    "µ": "u", "≤": "<=", "≥": ">=", "“": "\"", "”": "\"", "‘": "'", "’": "'", "✓": "+",
    "✗": "x", "▲": "^", "▼": "v", "▸": ">", "▾": "v", "⚑": "!", "│": "|", "─": "-",
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
    DisplayText.replacement: "?",
  ]

  /// Returns a text for people with each of these signs replaced.
  ///
  /// Other characters stay: they belong to a user or a server.
  package static func text(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let sign = signs[scalar] {
        plain.append(contentsOf: sign.unicodeScalars)
      } else {
        plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// Whether the locale of an environment has another encoding than UTF-8.
  ///
  /// Without a locale, as in many CI systems, the encoding is unknown, and it is UTF-8 most often.
  ///
  /// - Parameter environment: The variables; the first of `LC_ALL`, `LC_CTYPE` and `LANG` that isn't
  ///   empty counts (POSIX, section 8.2).
  /// - Returns: Whether only ASCII is certain to be shown.
  package static func areNeeded(_ environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return false }
    return !locale.contains("utf-8") && !locale.contains("utf8")
  }
}
