import FlowTerminal
import FlowText

/// The style of an output, from `--color` and the environment.
enum ColorOption {
  /// Returns the style of a sink: color on a terminal, unless `--color` or `NO_COLOR` says
  /// otherwise.
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

  /// The style of a sink if the command line doesn't say anything about it.
  static func style(_ sink: any TextSink, _ environment: [String: String]) -> Style {
    let refuses = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return Style(isColored: sink.isTerminal && !refuses && environment["TERM"] != "dumb")
  }
}
