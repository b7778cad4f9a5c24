import FlowSyntax

/// Colour and emphasis, where the output shows them.
struct Style: Sendable {
  /// Whether escape sequences are written.
  var isColored: Bool

  /// What a text is.
  enum Role: String {
    case bold = "1"
    case dim = "2"
    case good = "32"
    case bad = "31"
    case caution = "33"
    case name = "36"
  }

  /// A text in its role.
  func callAsFunction(_ text: String, _ role: Role) -> String {
    isColored ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The style of a sink: colour on a terminal, unless `--color` or `NO_COLOR` says otherwise.
  ///
  /// - Parameters:
  ///   - sink: where the text goes.
  ///   - arguments: the command line, for `--color`.
  ///   - environment: the variables, for `NO_COLOR` (no-color.org) and `TERM`.
  /// - Returns: the style.
  /// - Throws: `ParsedArguments.Fault` for another value than auto, always and never.
  static func of(
    _ sink: any TextSink, _ arguments: ParsedArguments, _ environment: [String: String]
  ) throws(ParsedArguments.Fault) -> Style {
    switch arguments.value("--color") {
    case "always": return Style(isColored: true)
    case "never": return Style(isColored: false)
    case nil, "auto":
      let refuses = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      return Style(isColored: sink.isTerminal && !refuses && environment["TERM"] != "dumb")
    case .some(let other):
      throw ParsedArguments.Fault(
        message: "`--color` is auto, always or never, not `\(other.terminalSafe)`", help: nil)
    }
  }
}

extension String {
  /// The text on one line, without anything that a terminal would obey.
  var terminalSafe: String { DisplayText.line(self) }
}
