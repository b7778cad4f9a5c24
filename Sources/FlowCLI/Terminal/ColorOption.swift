import FlowTerminal
import FlowText

/// What `--color` and the environment say of the style of an output.
enum ColorOption {
  /// The style of a sink: color on a terminal, unless `--color` or `NO_COLOR` says otherwise.
  ///
  /// - Parameters:
  ///   - sink: Where the text goes.
  ///   - arguments: The command line, for `--color`.
  ///   - environment: The variables, for `NO_COLOR` (no-color.org) and `TERM`.
  /// - Returns: The style.
  /// - Throws: `UsageFault` for another value than auto, always and never.
  static func style(
    _ sink: any TextSink, _ arguments: ParsedArguments, _ environment: [String: String]
  ) throws(UsageFault) -> Style {
    switch arguments.text(SharedOptions.color) {
    case "always": return Style(isColored: true)
    case "never": return Style(isColored: false)
    case nil, "auto":
      let refuses = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      return Style(isColored: sink.isTerminal && !refuses && environment["TERM"] != "dumb")
    case .some(let other):
      throw UsageFault(
        message: "`--color` is auto, always or never, not `\(other)`", help: nil)
    }
  }
}
