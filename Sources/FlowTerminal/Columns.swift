package import FlowText

/// The columns of a table of text.
package enum Columns {
  /// Returns a text padded with spaces, at least one.
  package static func pad(_ text: String, _ width: Int) -> String {
    text + spaces(after: text, width)
  }

  /// Returns a text padded with spaces, at least one; it must not contain escape sequences.
  package static func pad(_ text: TerminalText, _ width: Int) -> TerminalText {
    "\(text)\(spaces(after: text.text, width))"
  }

  private static func spaces(after text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count))
  }
}
