package import FlowText

/// Color and emphasis, if the output shows them.
package struct Style: Sendable {
  /// Whether escape sequences are written.
  package var isColored: Bool

  /// Creates a style.
  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// The role of a text.
  package enum Role: String {
    case bold = "1"
    case dim = "2"
    case good = "32"
    case bad = "31"
    case caution = "33"
    case name = "36"
  }

  /// Returns a text in its role.
  package func callAsFunction(_ text: TerminalText, as role: Role) -> TerminalText {
    isColored ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}
