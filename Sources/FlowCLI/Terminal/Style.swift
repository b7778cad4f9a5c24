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
  /// The text without anything that a terminal would obey.
  ///
  /// Control characters, which could move the cursor, colour the rest or hide it, are shown as `?`;
  /// so are the marks that turn the direction of writing. Line ends become spaces.
  var terminalSafe: String {
    guard unicodeScalars.contains(where: String.isUnsafe) else { return self }
    var safe = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        safe.append(" ")
      } else {
        safe.append(String.isUnsafe(scalar) ? "?" : scalar)
      }
    }
    return String(safe)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
