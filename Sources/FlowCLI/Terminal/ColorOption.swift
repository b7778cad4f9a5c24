import FlowTerminal
import FlowText

/// Determines whether an output has color, from `--color` and the environment.
enum ColorOption {
  /// Returns the style for a sink.
  ///
  /// By default, a terminal gets color unless `NO_COLOR` has a value or `TERM` is `dumb`. `--color`
  /// overrides this.
  ///
  /// - Parameters:
  ///   - sink: The output.
  ///   - arguments: The command line, for `--color`.
  ///   - environment: The variables, for `NO_COLOR` (no-color.org) and `TERM`.
  /// - Returns: The style.
  /// - Throws: `UsageFault` if the value isn't auto, always or never.
  static func style(
    _ sink: any TextSink, _ arguments: ParsedArguments, _ environment: [String: String]
  ) throws(UsageFault) -> Style {
    switch arguments.text(SharedOptions.color) {
    case "always": return Style(isColored: true)
    case "never": return Style(isColored: false)
    case nil, "auto": return style(sink, environment)
    case .some(let other):
      throw UsageFault(
        message: "`--color` is auto, always or never, not `\(other)`", help: nil)
    }
  }

  /// The style for a sink if the command line has no `--color`.
  static func style(_ sink: any TextSink, _ environment: [String: String]) -> Style {
    let refuses = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return Style(isColored: sink.isTerminal && !refuses && environment["TERM"] != "dumb")
  }
}
