package import FlowText

/// Adds color and emphasis to texts, if the output shows them.
package struct Style: Sendable {
  /// Whether texts get escape sequences for color and emphasis.
  package var isColored: Bool

  /// Creates a style.
  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// The role of a text, which determines its color or emphasis.
  package enum Role: String {
    case bold = "1"
    case dim = "2"
    case good = "32"
    case bad = "31"
    case caution = "33"
    case name = "36"
  }

  /// Returns a text with the color or emphasis of a role.
  package func callAsFunction(_ text: TerminalText, as role: Role) -> TerminalText {
    isColored ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}
