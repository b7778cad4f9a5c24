/// A color of the marks and headings of a problem (ECMA-48, SGR).
package enum ProblemColor: String {
  case red = "1;31"
  case yellow = "1;33"
  case blue = "1;34"
  case cyan = "1;36"
  case bold = "1"

  /// Returns a text in this color.
  package func painted(_ text: some StringProtocol) -> String {
    "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
