import FlowTerminal

extension Style {
  /// The style of a sink: colour on a terminal, unless `--color` or `NO_COLOR` says otherwise.
  ///
  /// - Parameters:
  ///   - sink: where the text goes.
  ///   - arguments: the command line, for `--color`.
  ///   - environment: the variables, for `NO_COLOR` (no-color.org) and `TERM`.
  /// - Returns: the style.
  /// - Throws: `UsageFault` for another value than auto, always and never.
  static func of(
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
        message: "`--color` is auto, always or never, not `\(other.terminalSafe)`", help: nil)
    }
  }
}
