package import FlowText

/// Pads texts to the columns of a table.
package enum Columns {
  /// Returns a text, padded to a width with at least one space.
  package static func pad(_ text: String, _ width: Int) -> String {
    text + spaces(after: text, width)
  }

  /// Returns a text without escape sequences, padded to a width with at least one space.
  package static func pad(_ text: TerminalText, _ width: Int) -> TerminalText {
    "\(text)\(spaces(after: text.text, width))"
  }

  private static func spaces(after text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count))
  }
}
